import { expect, onTestFinished, test } from 'vitest'
import type { FoundSession, ObservedKind, ObservedSink } from '../../src/app/ports/observed-source.ts'
import { SessionSurvey } from '../../src/attach/session-survey.ts'
import { items, opened, planned } from '../support/app-states.ts'
import { foundSession, observedKind, placesIn } from '../support/observed-session.ts'
import { virtualTime, type VirtualTime } from '../support/virtual-time.ts'

const session = (number: number): FoundSession =>
  foundSession({ id: `s${number}`, path: `/sessions/s${number}`, changedAtMs: 1000 - number })

interface Fake {
  readonly kind: ObservedKind
  /** The sinks of the sessions that are observed now, by their ids. */
  readonly open: Map<string, ObservedSink>
  readonly attention: Set<string | undefined>
  sessions: readonly FoundSession[]
}

function fake(count: number): Fake {
  const made: Fake = {
    open: new Map(),
    attention: new Set(),
    sessions: Array.from({ length: count }, (_, number) => session(number)),
    kind: observedKind({
      find: async () => await Promise.resolve(made.sessions),
      observe({ found: { id }, sink, attention }) {
        made.open.set(id, sink)
        made.attention.add(attention)
        sink.status({ state: 'reading-past' })
        return { close: () => void made.open.delete(id) }
      },
    }),
  }
  return made
}

function survey({ kind }: Fake, time: VirtualTime, reads = true): SessionSurvey {
  return surveyOf([kind], time, reads)
}

function surveyOf(kinds: readonly ObservedKind[], time: VirtualTime, reads = true): SessionSurvey {
  const made = time.run(
    () =>
      new SessionSurvey({
        kinds,
        places: () => placesIn('/home'),
        clock: time.clock,
        start: { infersPlans: true },
        reads,
        onChange: () => undefined,
      }),
  )
  onTestFinished(() => made.close())
  return made
}

test('the newest are read, three at once, and the others are only listed', async () => {
  const time = virtualTime()
  const made = fake(40)
  const found = survey(made, time)
  await time.pass(100)
  expect([...made.open.keys()]).toEqual(['s0', 's1', 's2'])
  expect(found.list().sessions).toHaveLength(40)
  for (let number = 0; number < 30; number++) {
    expect(found.isComplete).toBe(false)
    const sink = made.open.get(`s${number}`)
    sink?.events([...opened(), planned(1, items('✓ One', '» Two'))])
    sink?.status({ state: 'following' })
  }
  await time.pass(100)
  expect(found.isComplete).toBe(true)
  expect(made.open.size).toBe(30)
  expect([...made.attention]).toEqual(['listed'])
  const { sessions } = found.list()
  expect(sessions.filter(({ summary }) => summary !== null)).toHaveLength(30)
  expect(sessions[0]?.summary?.plan?.progress).toEqual({ done: 1, total: 2 })
  expect(sessions[0]?.session.agent).toBe('claude-agent-acp')
})

test('a session that takes too long to read is left out, and is not tried again', async () => {
  const time = virtualTime()
  const made = fake(2)
  const found = survey(made, time)
  await time.pass(100)
  made.open.get('s1')?.status({ state: 'following' })
  await time.pass(6000)
  expect([...made.open.keys()]).toEqual(['s1'])
  expect(found.isComplete).toBe(true)
  expect(found.list().sessions.map(({ summary }) => summary === null)).toEqual([true, false])
})

test('what is gone is not observed any longer, and what is new is found', async () => {
  const time = virtualTime()
  const made = fake(2)
  const found = survey(made, time)
  await time.pass(100)
  made.sessions = [session(1), session(2)]
  await time.pass(3000)
  expect([...made.open.keys()]).toEqual(['s1', 's2'])
  expect(found.list().sessions.map(({ session: { id } }) => id)).toEqual(['s1', 's2'])
})

test('a session that two sources tell is listed once, by the one that tells more of it', async () => {
  const time = virtualTime()
  const of = (name: ObservedKind['name'], isInferred: boolean, found: Partial<FoundSession>): Fake => {
    const made = fake(0)
    made.sessions = [{ ...session(0), kind: name, path: `/${name}`, ...found }]
    return {
      ...made,
      kind: { ...made.kind, name, isInferred, find: async () => await Promise.resolve(made.sessions) },
    }
  }
  const tap = of('tap', false, { id: 'site', pid: 4711 })
  const acpx = of('acpx', false, { id: 'other', pid: 4711 })
  const log = of('claude-code', true, { id: 's1' })
  const made = surveyOf([tap.kind, acpx.kind, log.kind], time)
  await time.pass(100)
  const kinds = (): readonly string[] => made.list().sessions.map(({ session: { kind } }) => kind)
  expect(kinds()).toEqual(['tap', 'claude-code'])
  // Only now the messages say which session it is.
  tap.open.get('site')?.events(opened())
  tap.open.get('site')?.status({ state: 'following' })
  expect(kinds()).toEqual(['tap'])
  tap.open.get('site')?.status({ state: 'waiting', why: 'the tap has ended' })
  expect(kinds()).toEqual(['tap', 'acpx', 'claude-code'])
})

test.each<[ObservedKind['name'], Partial<ObservedKind>]>([
  ['claude-code', { isInferred: true }],
  ['grok', { isOfAgent: true }],
])('what %s writes of a session that another program shares is not listed beside it', async (name, facts) => {
  const time = virtualTime()
  const of = (
    kind: ObservedKind['name'],
    found: Partial<FoundSession>,
    more: Partial<ObservedKind> = {},
  ): ObservedKind => ({
    ...fake(0).kind,
    name: kind,
    find: async () => await Promise.resolve([{ ...session(0), kind, path: `/${kind}`, ...found }]),
    ...more,
  })
  const shared = of('hydra', { id: 'hydra_session_1', agentSessionId: 's1' })
  const made = surveyOf(
    [of(name, { id: 's1' }, facts), of('codex', { id: 's2' }, { isInferred: true }), shared],
    time,
  )
  await time.pass(100)
  expect(made.list().sessions.map(({ session: { kind } }) => kind)).toEqual(['codex', 'hydra'])
})

test('for a list of names nothing is read', async () => {
  const time = virtualTime()
  const made = fake(2)
  const found = survey(made, time, false)
  await time.pass(100)
  expect(made.open.size).toBe(0)
  expect(found.isComplete).toBe(true)
})

test('once it is closed nothing is observed or looked for', async () => {
  const time = virtualTime()
  const made = fake(2)
  const found = survey(made, time)
  await time.pass(100)
  found.close()
  expect(made.open.size).toBe(0)
  made.sessions = [session(7)]
  await time.pass(5000)
  expect(made.open.size).toBe(0)
})
