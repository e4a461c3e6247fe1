import { expect, test } from 'vitest'
import type { AppState } from '../../../src/app/state/app-state.ts'
import type { PermissionPolicy } from '../../../src/app/state/permission.ts'
import { openRemote } from '../../../src/sources/remote/open-remote.ts'
import { parseAddress } from '../../../src/sources/remote/remote-address.ts'
import { fakeClock, type FakeClock } from '../../agent/fake-clock.ts'
import { watchRun, type WatchedRun } from '../../agent/watched-run.ts'
import { httpPuppet } from './http/http-puppet.ts'
import { serveAgent, type ServedAgent } from './served-agent.ts'

interface RemoteRun {
  readonly run: WatchedRun
  readonly clock: FakeClock
  /** All that was received, as text. */
  readonly wire: string[]
}

function runAgainst(
  { address }: Pick<ServedAgent, 'address'>,
  prompts: readonly string[],
  permissions: PermissionPolicy = 'ask',
): RemoteRun {
  const parsed = parseAddress(address)
  if (!parsed.ok) throw new Error(parsed.problem.message)
  const clock = fakeClock()
  const wire: string[] = []
  const run = watchRun({
    open: openRemote(parsed.value, { headers: [], clock }),
    cwd: '/work',
    isRemote: true,
    prompts,
    permissions,
    clock,
    onWire: ({ direction, bytes }) => {
      if (direction === 'from-agent') wire.push(Buffer.from(bytes).toString('utf8'))
    },
  })
  return { run, clock, wire }
}

function entriesOf(state: AppState): readonly string[] {
  return [...state.sessions.values()]
    .flatMap(({ plans }) => [...plans.values()])
    .flatMap(({ body }) => (body.type === 'items' ? body.entries.map(({ content }) => content) : []))
}

test.each(['ws', 'http', 'tcp', 'unix'] as const)('a whole turn with an agent over %s', async (way) => {
  const served = await serveAgent(way)
  const { run, wire } = runAgainst(served, ['build a boat'])
  await run.event('permission-asked')
  const asked = run.state()
  expect(entriesOf(asked)).toEqual(['build a boat'])
  run.agent.order({ type: 'answer', key: asked.permissions[0]?.key ?? -1, optionId: 'yes' })
  const rested = await run.until((state) => state.sessions.get('s1')?.turn.state === 'ended')
  expect(rested.sessions.get('s1')?.turn).toMatchObject({
    outcome: { kind: 'stopped', stopReason: 'end_turn' },
  })
  expect(rested.problems.items).toEqual([])
  expect(wire.join('')).toContain('build a boat')
  await run.agent.close()
  expect(run.state().link).toMatchObject({ state: 'ended', end: { kind: 'closed' } })
  expect(served.prompts).toEqual(['build a boat'])
})

test.each(['ws', 'http', 'tcp', 'unix'] as const)(
  'questions of an agent over %s that a policy answers at once, also when it was called again',
  async (way) => {
    const served = await serveAgent(way)
    const { run, clock, wire } = runAgainst(served, ['one', 'two', 'three'], 'allow')
    const plansTold = (): number => wire.join('').split('"sessionUpdate":"plan"').length - 1
    const restedAfter = async (last: string): Promise<AppState> =>
      await run.until(
        (state) => served.prompts.at(-1) === last && state.sessions.get('s1')?.turn.state === 'ended',
      )
    await restedAfter('three')
    await served.stop()
    await run.until((state) => state.link.state === 'reconnecting')
    // Called once while it is away.
    clock.pass(1000)
    await run.until(({ link }) => link.state === 'reconnecting' && link.attempt === 2)
    await served.start()
    clock.pass(2000)
    // Its past is told.
    await run.until((state) => state.link.state === 'open' && plansTold() === 6)
    await run.opened()
    clock.pass(150)
    run.agent.order({ type: 'prompt', text: 'four' })
    const rested = await restedAfter('four')
    expect(served.prompts).toEqual(['one', 'two', 'three', 'four'])
    expect(run.eventsOf('turn-ended').map(({ outcome }) => outcome)).toEqual(
      Array.from({ length: 4 }, () => ({ kind: 'stopped', stopReason: 'end_turn' })),
    )
    expect(rested.problems.items).toEqual([])
  },
)

test('a request that is cancelled because the client ends names its session', async () => {
  const puppet = await httpPuppet()
  const { run } = runAgainst(puppet, ['one'])
  const [connection] = await puppet.streams.count(1)
  connection?.response.write('data: {"jsonrpc":"2.0","id":1,"result":{"sessionId":"s1"}}\n\n')
  const [, session] = await puppet.streams.count(2)
  const options = '[{"optionId":"yes","name":"Yes","kind":"allow_once"}]'
  session?.response.write(
    `data: {"jsonrpc":"2.0","id":7,"method":"session/request_permission","params":{"sessionId":"s1","toolCall":{"toolCallId":"c"},"options":${options}}}\n\n`,
  )
  await run.event('permission-asked')
  await run.agent.close()
  expect(puppet.asked.seen.find(({ body }) => body.includes('"id":7'))).toMatchObject({
    body: expect.stringContaining('"outcome":"cancelled"') as unknown,
    headers: { 'acp-session-id': 's1' },
  })
})

test.each(['ws', 'http', 'tcp', 'unix'] as const)(
  'an agent over %s is lost in a turn and comes back: its session goes on, and no prompt is sent twice',
  async (way) => {
    const served = await serveAgent(way)
    const { run, clock } = runAgainst(served, ['one'])
    await run.event('permission-asked')
    await served.stop()
    const lost = await run.until((state) => state.link.state === 'reconnecting')
    expect(lost.sessions.get('s1')?.turn).toMatchObject({ state: 'ended', outcome: { kind: 'lost' } })
    expect(entriesOf(lost)).toEqual(['one'])
    // Called once while it is away.
    clock.pass(1000)
    await run.until(({ link }) => link.state === 'reconnecting' && link.attempt === 2)
    await served.start()
    clock.pass(2000)
    await run.opened()
    // Its past has been told.
    clock.pass(150)
    run.agent.order({ type: 'prompt', text: 'two' })
    const back = await run.until((state) => state.permissions.length > 0)
    expect(served.prompts).toEqual(['one', 'two'])
    expect([...back.sessions.keys()]).toEqual(['s1'])
    expect(entriesOf(back)).toEqual(['two'])
    run.agent.order({ type: 'answer', key: back.permissions[0]?.key ?? -1, optionId: 'no' })
    await run.until((state) => state.sessions.get('s1')?.turn.state === 'ended')
  },
)

test.each(['ws', 'http', 'tcp', 'unix'] as const)(
  'no agent over %s: the first call is the last',
  async (way) => {
    const served = await serveAgent(way)
    await served.stop()
    const { run } = runAgainst(served, ['one'])
    const { link } = await run.until((state) => state.link.state === 'ended')
    expect(link).toMatchObject({
      end: { kind: 'unreachable', address: expect.stringContaining(way) as unknown },
    })
  },
)

test.each(['ws', 'http', 'tcp', 'unix'] as const)(
  'an agent over %s that refuses version 2 is asked again for version 1',
  async (way) => {
    const { run } = runAgainst(await serveAgent(way, { refusesVersion2: true }), ['one'])
    await run.event('permission-asked')
    expect(run.state()).toMatchObject({ link: { state: 'open' }, agent: { protocolVersion: 1 } })
    expect(run.state().problems.items).toEqual([])
  },
)
