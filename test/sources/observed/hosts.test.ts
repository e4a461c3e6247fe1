import { spawn } from 'node:child_process'
import { expect, onTestFinished, test } from 'vitest'
import type { ObservedHosts, ObservedSink } from '../../../src/app/ports/observed-source.ts'
import type { AppEvent } from '../../../src/app/state/app-event.ts'
import { aliveLine, toldLine, sessionsLine, startLine } from '../../../src/app/observed/told-lines.ts'
import { makeHosts } from '../../../src/sources/observed/hosts/host-connection.ts'
import { KeptSession } from '../../../src/sources/observed/hosts/kept-session.ts'
import { failureOf, pauseMs, remoteCommand } from '../../../src/sources/observed/hosts/ssh.ts'
import { observedKinds } from '../../../src/sources/observed/observed-kinds.ts'
import type { ProgramSpawn } from '../../../src/system/child-processes.ts'
import { foundSession, placesIn } from '../../support/observed-session.ts'
import { virtualTime } from '../../support/virtual-time.ts'

const found = foundSession({ kind: 'claude-code', folder: '/there', changedAtMs: 5 })
const start = startLine('1.0.0')
const listed = sessionsLine([found])
const places = placesIn('', { atMost: 9, nowMs: 0 })

interface Box {
  readonly hosts: ObservedHosts
  readonly time: ReturnType<typeof virtualTime>
  /** Writes to its stdin. */
  readonly nudge: () => void
}

/** A machine whose ssh is a program of Node. */
function box(program: string): Box {
  const time = virtualTime()
  let last: ReturnType<typeof spawn> | null = null
  const hosts = makeHosts(['box'], {
    program: { command: null, sinceMs: 1 },
    kinds: observedKinds,
    clock: time.clock,
    // What ssh would be started with is of no use to it.
    start: ((_command: string, _args: readonly string[], options: object) =>
      (last = spawn(process.execPath, ['-e', program], options))) as unknown as ProgramSpawn,
    settings: async () => await Promise.resolve(null),
    say: () => undefined,
  })
  onTestFinished(async () => await hosts.close())
  return { hosts, time, nudge: () => void last?.stdin?.write('go on') }
}

/** Writes these lines, and then waits for the end of its stdin. */
function writing(lines: readonly string[], more = ''): string {
  const text = lines.map((line) => `${line}\n`).join('')
  return `process.stdin.resume(); process.stdout.write(${JSON.stringify(text)}); ${more}`
}

interface Observed {
  readonly events: AppEvent[]
  readonly faults: string[]
  readonly states: string[]
}

function sinkOf(parts: Partial<ObservedSink>): ObservedSink {
  const ignored = (): void => undefined
  const none = { began: ignored, wire: ignored, begunAnew: ignored, events: ignored, status: ignored }
  return { ...none, notUnderstood: ignored, ...parts }
}

/** Observes the first session of the machine. */
async function observed({ kinds }: ObservedHosts): Promise<Observed> {
  const kind = kinds.find(({ name }) => name === 'claude-code')
  const [first] = (await kind?.find(places)) ?? []
  if (kind === undefined || first === undefined) throw new Error('no session')
  const told: Observed = { events: [], faults: [], states: [] }
  const sink = sinkOf({
    begunAnew: () => void told.states.push('anew'),
    events: (more) => void told.events.push(...more),
    status: ({ state, ...more }) => void told.states.push('why' in more ? `${state}: ${more.why}` : state),
    notUnderstood: ({ why }) => void told.faults.push(why),
  })
  kind.observe({ found: first, sink, clock: virtualTime().clock, attention: 'shown' })
  return told
}

async function until(isTrue: () => boolean): Promise<void> {
  while (!isTrue()) await new Promise((resolve) => void setImmediate(resolve))
}

const remark = (text: string): string =>
  toldLine(1, { type: 'event', event: { type: 'remarked', atMs: 1, text } })

test('a session has its machine, and what comes of it is told; files are named as those of there', async () => {
  const file = {
    type: 'plan-replaced',
    plan: { dialect: 'plan', id: null },
    content: { type: 'file', uri: 'file:///etc/passwd' },
  } as const
  const event = { type: 'session-updated', atMs: 3, sessionId: 'a', update: file } as const
  const { hosts } = box(
    writing([
      'Welcome!',
      start,
      listed,
      toldLine(1, { type: 'session', session: found }),
      toldLine(1, { type: 'event', event }),
    ]),
  )
  await hosts.begin()
  expect(hosts.states()).toMatchObject([{ name: 'box', state: 'connected' }])
  const told = await observed(hosts)
  await until(() => told.events.length === 1)
  expect(told.events).toEqual([
    { ...event, update: { ...file, content: { type: 'file', uri: 'file://box/etc/passwd' } } },
  ])
})

test('lines of a hostile machine harm nobody, and the next ones are read', async () => {
  const lines = [
    '{"n":1',
    '{"n":99,"type":"event"}',
    '{"n":1,"type":"event","event":{"type":"boom"}}',
    'x'.repeat(100_000),
  ]
  const { hosts } = box(
    writing([start, listed, toldLine(1, { type: 'session', session: found }), ...lines, remark('after')]),
  )
  await hosts.begin()
  const told = await observed(hosts)
  await until(() => told.events.length === 1)
  expect(told.faults).toEqual(['the line of the other machine is not known here'])
})

test('other versions say which side to update, and what is no acp-plan-tui says so', async () => {
  const why = async (program: string): Promise<string | undefined> => {
    const { hosts } = box(program)
    await hosts.begin()
    return hosts.states()[0]?.why
  }
  expect(await why(writing(['{"acp-plan-tui":"9.0.0","schema":99}']))).toContain(
    '9.0.0 there is of another version: update it here',
  )
  expect(await why(writing(['{"acp-plan-tui":"0.0.1","schema":0}']))).toContain('update it on box')
  expect(await why(writing(['y'.repeat(70_000)]))).toContain('what answers is no acp-plan-tui')
})

test('a machine that falls silent, or is lost, keeps its sessions and is connected again', async () => {
  const { hosts, time } = box(
    writing([start, listed, toldLine(1, { type: 'session', session: found }), remark('one')]),
  )
  await hosts.begin()
  const told = await observed(hosts)
  await until(() => told.events.length === 1)
  await time.pass(51_000)
  await until(() => told.states.some((state) => state.startsWith('waiting: box as of')))
  expect(told.states.at(-1)).toMatch(/^waiting: box as of \d\d:\d\d: nothing comes from there any more$/)
  expect(await hosts.kinds.find(({ name }) => name === 'claude-code')?.find(places)).toHaveLength(1)
  await time.pass(2000)
  await until(() => told.events.length === 2)
  expect(told.states).toContain('anew')
  expect(hosts.states()).toMatchObject([{ state: 'connected', why: '' }])
})

test('much that comes at once is read in slices, and keys are read in between', async () => {
  const kept = new KeptSession()
  for (let count = 0; count < 20; count++) kept.add(remark('z'.repeat(60_000)))
  let ofTurn = 0
  let most = 0
  let read = 0
  const sink = sinkOf({
    events: (events) => {
      read += events.length
      ofTurn += events.length
      most = Math.max(most, ofTurn)
    },
  })
  kept.observe({ found, sink })
  await until(() => {
    ofTurn = 0
    return read === 20
  })
  expect(most).toBeLessThan(5)
})

test('of a flood only so much is kept, and who opens the session later is told', async () => {
  const flood = `const line = ${JSON.stringify(`${remark('z'.repeat(60_000))}\n`)}; let n = 0
    const go = () => { while (n++ < 5000) if (!process.stdout.write(line)) return void process.stdout.once('drain', go)
      process.stdout.write(${JSON.stringify(`${remark('the last')}\n`)}) }; go()`
  const { hosts } = box(writing([start, listed, toldLine(1, { type: 'session', session: found })], flood))
  await hosts.begin()
  const isLast = (event: AppEvent): boolean => event.type === 'remarked' && event.text === 'the last'
  const first = await observed(hosts)
  let hasAll = false
  first.events.push = (...more) => {
    hasAll ||= more.some(isLast)
    return 0
  }
  await until(() => hasAll)
  const later = await observed(hosts)
  await until(() => later.events.some(isLast))
  expect(later.faults).toEqual(['a part of its past is not kept: too much has come'])
  expect(later.events.length).toBeLessThan((200 * 1024 * 1024) / 60_000)
})

test('very many short lines cost more than their characters', () => {
  const kept = new KeptSession()
  kept.add('x'.repeat(1024 * 1024))
  for (let count = 0; count < 1000; count++) kept.add('{"n":1,')
  expect(kept.size).toBeGreaterThan(1000 * 30)
})

test('a session may have another number again and again, and is read under the last one only', async () => {
  const session = toldLine(1, { type: 'session', session: found }).replace('{"n":1', '')
  const event = toldLine(1500, { type: 'event', event: { type: 'remarked', atMs: 1, text: 'last' } })
  const more = `for (let n = 1; n <= 1500; n++) process.stdout.write('{"n":' + n + ${JSON.stringify(`${session}\n`)})
    process.stdout.write(${JSON.stringify(`${remark('under an old one')}\n${event}\n`)})`
  const { hosts } = box(writing([start, listed], more))
  await hosts.begin()
  const told = await observed(hosts)
  await until(() => told.events.length > 0)
  expect(told.events).toMatchObject([{ text: 'last' }])
})

test('a session that is not told of any more says so, until it is again', async () => {
  const newer = Array.from({ length: 30 }, (_none, at) => ({ ...found, id: `newer-${at}` }))
  const lists = [sessionsLine([]), listed, sessionsLine([...newer, found])].map((line) => `${line}\n`)
  const following = toldLine(1, { type: 'status', status: { state: 'following' } })
  const program = `const lists = ${JSON.stringify(lists)}
    process.stdin.on('data', () => process.stdout.write(lists.shift())); ${writing([
      start,
      listed,
      toldLine(1, { type: 'session', session: found }),
      following,
    ])}`
  const { hosts, nudge } = box(program)
  await hosts.begin()
  const told = await observed(hosts)
  const becomes = async (state: string): Promise<void> => await until(() => told.states.at(-1) === state)
  await becomes('following')
  nudge()
  await becomes('waiting: box does not list it any more')
  nudge()
  await becomes('following')
  nudge()
  await becomes('waiting: box tells of its 30 newest sessions only')
})

test('a session that is listed twice is one', async () => {
  const { hosts } = box(writing([start, sessionsLine([found, found])]))
  await hosts.begin()
  const kind = hosts.kinds.find(({ name }) => name === 'claude-code')
  expect(await kind?.find(places)).toHaveLength(1)
})

test.each([
  ['says nothing', writing([])],
  ['says that it is alive, and lists nothing', writing([start, aliveLine, aliveLine])],
])('a machine that %s is given up', async (_what, program) => {
  const { hosts, time } = box(program)
  const begun = hosts.begin()
  let isOver = false
  void begun.then(() => (isOver = true))
  await until(() => {
    void time.pass(10_000)
    return isOver
  })
  expect(hosts.states()).toMatchObject([{ state: 'away', why: 'it does not answer in time' }])
})

test('the words of ssh say what helps', () => {
  const ended = (code: number | null) => ({ kind: 'exited', code, signal: null }) as const
  expect(failureOf(ended(255), 'me@box: Permission denied (publickey).\r\n', false)).toEqual({
    why: 'me@box: Permission denied (publickey).',
    needsUser: true,
    isFinal: true,
    isMissing: false,
  })
  expect(failureOf(ended(255), 'Connection refused', true)).toMatchObject({
    needsUser: false,
    isFinal: false,
  })
  expect(failureOf(ended(127), 'sh: not found', false)).toMatchObject({ isMissing: true, isFinal: true })
  expect(failureOf(ended(2), 'unknown option --serve', false).why).toContain('too old there')
  expect([1, 2, 7, 100].map((count) => pauseMs(count, 0.5))).toEqual([1000, 2000, 60_000, 60_000])
  expect(remoteCommand({ command: null, sinceMs: 1 }, true)).toBe(
    `exec "$SHELL" -lc 'exec acp-plan-tui attach --all --serve --since 1h'`,
  )
})
