import { setImmediate as turnOfTheLoop } from 'node:timers/promises'
import { beforeAll, expect, onTestFinished, test } from 'vitest'
import { startAgent } from '../../../src/agent/running/start-agent.ts'
import { createApp } from '../../../src/app/app.ts'
import type { AppState } from '../../../src/app/state/app-state.ts'
import { openRemote } from '../../../src/sources/remote/open-remote.ts'
import { parseAddress } from '../../../src/sources/remote/remote-address.ts'
import { fakeClock } from '../../agent/fake-clock.ts'
import { plainRun } from '../../agent/watched-run.ts'
import {
  lieNames,
  lyingServer,
  mayBeDone,
  tellLie,
  type LyingServer,
} from '../../support/lies/lying-server.ts'

const token = 'hunter-two-and-three'

beforeAll(async () => {
  // What is loaded with the first connection takes longer than a server has here.
  await import('../../../src/sources/remote/http/http-transport.ts')
  await import('../../../src/sources/remote/websocket-transport.ts')
  await import('@agentclientprotocol/sdk/unstable')
})

interface Outcome {
  readonly end: string
  /** All events but problems, as JSON. */
  readonly told: string
}

/** A headless run against such a server, and how it ends. The clock passes as fast as the event loop turns. */
async function outcome(server: LyingServer): Promise<Outcome> {
  onTestFinished(async () => await server.close())
  const parsed = parseAddress(server.address)
  if (!parsed.ok) throw new Error(parsed.problem.message)
  const clock = fakeClock()
  const app = createApp()
  const events: unknown[] = []
  app.onEvent((event) => {
    if (event.type !== 'problem-found') events.push(event)
  })
  const agent = startAgent({
    ...plainRun,
    open: openRemote(parsed.value, { headers: [{ name: 'Authorization', value: `Bearer ${token}` }], clock }),
    fallbackName: parsed.value.shown,
    cwd: '/work',
    isRemote: true,
    triesToReconnect: 1,
    permissions: 'deny',
    canAsk: false,
    prompts: ['go'],
    timeoutMs: 30_000,
    clock,
    dispatch: app.dispatch,
    state: app.state,
  })
  for (let turns = 0; endOf(app.state()) === null; turns++) {
    await turnOfTheLoop()
    // First the server has time to answer, then every deadline passes.
    clock.pass(turns < 500 ? 20 : 2000)
  }
  const end = endOf(app.state()) ?? ''
  const closing = { isOver: false }
  void agent.close().then(() => (closing.isOver = true))
  while (!closing.isOver) {
    await turnOfTheLoop()
    clock.pass(20)
  }
  return { end, told: JSON.stringify(events) }
}

/** How the run has ended; null: it has not. */
function endOf({ link, sessions, currentSessionId }: AppState): string | null {
  if (link.state === 'ended') return link.end.kind
  const turn = sessions.get(currentSessionId ?? '')?.turn
  if (turn?.state !== 'ended' || link.state !== 'open') return null
  return turn.outcome.kind === 'stopped' ? 'done' : turn.outcome.kind
}

/** These end a run with a status that is not 0. */
const failures = [
  'unreachable',
  'disconnected',
  'silent',
  'broke-protocol',
  'refused',
  'wants-authentication',
  'failed',
  'lost',
]

test.each(lieNames)('%s', async (name) => {
  const server = await tellLie(name, { pourBytes: 40_000 })
  const { end, told } = await outcome(server)
  const may = mayBeDone(name) ? [...failures, 'done'] : failures
  expect(may).toContain(end)
  expect(server.elsewhere).toEqual([])
  expect(told).not.toContain(token)
})

test('the same seed tells the same lie', async () => {
  const servers = await Promise.all([lyingServer(7), lyingServer(7), lyingServer(8)])
  for (const server of servers) await server.close()
  const [one, same, other] = servers.map(({ name }) => name)
  expect(one).toBe(same)
  expect(one).not.toBe(other)
})
