import { chmodSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { openInProcess } from '../support/in-process-app.ts'
import type { Screen } from '../support/open-app.ts'
import { surroundings } from '../support/surroundings.ts'
import { expectGolden, plan, stage, workingStage } from './stage.ts'

const twoSteps = plan('done Read the parser', 'now Split the tokenizer')

async function quits(screen: Screen, code: number): Promise<void> {
  // A panel that is open closes first.
  screen.type('qqq')
  expect(await screen.exit()).toMatchObject({ code })
  expect(screen.modes()).toEqual([])
  expect(screen.hasTerminalRestored()).toBe(true)
  await screen.surroundings.noProcesses()
}

describe('the agent', () => {
  test('exits with a status: its last words are shown, the plan stays, and R starts it again', async () => {
    const { agent, screen } = await workingStage()
    await agent.update(twoSteps)
    await screen.pass(72_000)
    await agent.writeStderr('info: reading\nError: connect ECONNREFUSED 127.0.0.1:8080\n    at TCP.connect\n')
    await agent.exit(3)
    await screen.shows('The agent ended with status 3')
    await expectGolden(screen, 'ended-status')
    screen.type('R')
    await agent.started(2)
    // The session is loaded, and this agent tells nothing of its past.
    await agent.answerHandshake()
    await screen.shows('Plan unknown since reload')
    await screen.gone('The agent ended')
    await agent.update(plan('now A new start'))
    await screen.shows('A new start')
    await expectGolden(screen, 'started-again')
    await quits(screen, 0)
  })

  test('is killed by a signal', async () => {
    const { agent, screen } = await workingStage({ columns: 40, rows: 12 })
    await agent.update(twoSteps)
    await screen.pass(9_000)
    await agent.kill('SIGKILL')
    await screen.shows('The agent was killed (SIGKILL)')
    await expectGolden(screen, 'ended-signal.40x12')
    await quits(screen, 7)
  })

  test('says nothing for --timeout seconds', async () => {
    const { agent, screen } = await stage({ handshake: null, args: ['--timeout', '0.5'] })
    await agent.writeStderr('waiting for a licence server\n')
    await screen.shows('The agent was silent for')
    await screen.shows('waiting for a licence server')
    await agent.gone()
    await quits(screen, 3)
  })

  test('says nothing in the middle of a turn', async () => {
    const { agent, screen } = await workingStage({ args: ['--timeout', '3'] })
    await agent.update(twoSteps)
    await screen.shows('and the end of the turn did not come')
    await expectGolden(screen, 'ended-silent')
    await quits(screen, 3)
  })

  test('wants a login', async () => {
    const { agent, screen } = await stage({ handshake: null })
    const authMethods = [
      { id: 'key', name: 'API key' },
      { id: 'web', name: 'Log in with a browser', description: 'opens one' },
    ]
    const initialize = await agent.received('initialize')
    await agent.respond(initialize, { protocolVersion: 1, agentCapabilities: {}, authMethods })
    const session = await agent.received('session/new')
    await agent.respondError(session, { code: -32000, message: 'Authentication required' })
    await screen.shows('wants you to log in')
    await expectGolden(screen, 'ended-authentication')
    await quits(screen, 6)
  })
})

test.each([
  ['is not there', './no-such-agent', 'ended-not-there'],
  ['may not be run', './not-executable', 'ended-not-executable'],
])('an agent that %s cannot be started, and the screen says what to check', async (_, command, golden) => {
  const { folder } = surroundings()
  const file = path.join(folder, 'not-executable')
  writeFileSync(file, 'echo no')
  chmodSync(file, 0o600)
  const args = ['--no-animation', '--', command]
  const screen = await openInProcess({ columns: 80, rows: 24, args, cwd: folder })
  await screen.shows('cannot be started')
  await expectGolden(screen, golden)
  await quits(screen, 4)
  expect(screen.scrollback()).toContain(`acp-plan-tui: the agent “${command}” cannot be started`)
})

test.each<[string, (screen: Screen) => unknown, number]>([
  ['q, twice', (screen) => screen.type('qq'), 0],
  ['ctrl-c, twice', (screen) => screen.press('ctrl-c', 'ctrl-c'), 130],
  ['SIGTERM', async (screen) => screen.signal('SIGTERM'), 143],
  ['SIGHUP', async (screen) => screen.signal('SIGHUP'), 129],
  [
    'SIGHUP twice, as from a window that is closed',
    async (screen) => {
      await screen.signal('SIGHUP')
      await screen.signal('SIGHUP')
    },
    129,
  ],
])(
  '%s: the agent is told that its turn and its question are cancelled before its input ends',
  async (_, end, code) => {
    const file = path.join(surroundings().folder, 'run.ndjson')
    const { agent, screen } = await workingStage({ args: ['--record', file] })
    await agent.update(twoSteps)
    const answer = agent.asks({ toolCallId: 'call-1', title: 'Run the tests' }, 'reject_once Reject')
    await screen.shows('Run the tests')
    await screen.shows('› Reject')
    await end(screen)
    await agent.received('session/cancel')
    expect(await answer).toEqual({ outcome: { outcome: 'cancelled' } })
    await agent.stdinEnded()
    expect(await screen.exit()).toMatchObject({ code })
    expect(screen.scrollback()).toContain('acp-plan-tui: 1 of 2 done · the turn was cancelled')
    const recorded = readFileSync(file, 'utf8')
    expect(recorded).toMatch(/session\/cancel(.*\n)*.*turn-cancelled(.*\n)*.*"link":\{"state":"ended"/)
    expect(recorded.trimEnd().split('\n').at(-1)).toContain(
      `"end":{"status":${code},"reason":"${code === 0 ? 'quit' : 'interrupted'}"}`,
    )
    await screen.surroundings.noProcesses()
  },
)
