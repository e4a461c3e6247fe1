import { expect, test } from 'vitest'
import { Observation } from '../../src/attach/observation.ts'
import { summaryOf } from '../../src/app/observed/session-summary.ts'
import type { AppEvent } from '../../src/app/state/app-event.ts'
import type { ObservedSink, ObservedStatus } from '../../src/app/ports/observed-source.ts'
import { restMs } from '../../src/app/state/observed.ts'
import { silentSince } from '../../src/app/state/link.ts'
import { readClock } from '../../src/plans/steps/step-times.ts'
import { asked, linked, openedSession, updated } from '../support/app-states.ts'
import { foundSession, observedKind } from '../support/observed-session.ts'
import { virtualTime, type VirtualTime } from '../support/virtual-time.ts'

const alive: ObservedStatus = { state: 'following', lives: true }
const unknown: ObservedStatus = { state: 'following' }
const secondMs = 1000
const runsAt = (atMs: number): AppEvent => updated(atMs, { type: 'state', state: 'running' })

interface Observing {
  readonly time: VirtualTime
  readonly sink: ObservedSink
  readonly observation: Observation
  /** A part of the session's turn, so long after its beginning. */
  says(atMs: number): void
  doing(): string
  workedMs(): number
  /** How often the user's programs would be told that the agent has ended. */
  ends(): number
}

/** A session whose turn began so long ago, when it was written last. */
function observing(agoMs: number, times: 'wall' | 'own' = 'wall'): Observing {
  const time = virtualTime()
  const wallMs = time.clock.wallMs()
  const clock = { ...time.clock, nowMs: () => time.clock.wallMs() }
  let told: ObservedSink | null = null
  let ends = 0
  const observation = new Observation({
    kind: observedKind({
      name: 'codex',
      isInferred: true,
      observe({ sink: its }) {
        told = its
        return { close: () => undefined }
      },
    }),
    found: foundSession({ kind: 'codex', id: 's1' }),
    clock,
    start: { infersPlans: true, historyBytes: 0 },
    times,
    onEvent: () => undefined,
    onChange: () => undefined,
    watcher: {
      watch: ({ observed }) => ({
        onEvent(event, _, before) {
          const isEnd = event.type === 'link-changed' && event.link.state === 'ended'
          if (isEnd && before.link.state !== 'ended' && observed?.isLive() === true) ends++
        },
        stop: () => undefined,
      }),
    },
  })
  if (told === null) throw new Error('it is not observed')
  const sink: ObservedSink = told
  const session = (): Parameters<typeof readClock>[0] => {
    const [only] = observation.state().sessions.values()
    if (only === undefined) throw new Error('there is no session')
    return only.clock
  }
  const beganMs = wallMs - agoMs
  sink.began(beganMs)
  sink.events([linked({ state: 'open', sinceMs: 0 }), openedSession('s1'), runsAt(0)])
  return {
    time,
    sink,
    observation,
    says: (atMs) =>
      sink.events([
        updated(atMs, { type: 'said', who: 'agent', text: 'Now', messageId: `${atMs}`, isWhole: true }),
      ]),
    doing: () => summaryOf(observation.state()).doing,
    workedMs: () =>
      readClock(session(), times === 'own' ? clock.wallMs() - beganMs : clock.wallMs()).workedMs,
    ends: () => ends,
  }
}

test('a process that is there works, however long nothing comes', async () => {
  const { sink, time, doing, workedMs } = observing(3 * restMs)
  sink.status(alive)
  await time.pass(2 * restMs)
  expect(doing()).toBe('works')
  expect(workedMs()).toBe(5 * restMs)
})

test.each<ObservedStatus>([
  { state: 'following', lives: false },
  { state: 'waiting', why: 'the tap has ended', hasEnded: true },
  { state: 'ended', why: 'it was compressed' },
])('what is found ended ($state) has ended when it was written last', (gone) => {
  const { sink, says, doing, observation, workedMs, ends } = observing(3 * restMs)
  says(2 * secondMs)
  sink.status(gone)
  expect(observation.state().link).toMatchObject({ state: 'ended', end: { kind: 'closed' } })
  expect(doing()).toBe('rests')
  expect(workedMs()).toBe(2 * secondMs)
  expect(ends()).toBe(0)
})

test('what ends while it is followed has ended then, and hooks are told; it may come back', async () => {
  const { sink, time, says, doing, observation, workedMs, ends } = observing(0)
  sink.status(alive)
  await time.pass(30 * secondMs)
  sink.status({ state: 'following', lives: false })
  expect([doing(), workedMs(), ends()]).toEqual(['rests', 30 * secondMs, 1])
  await time.pass(restMs)
  expect(workedMs()).toBe(30 * secondMs)
  // It is read first that it goes on, and then who writes it.
  says(restMs + 30 * secondMs)
  expect(observation.state().link.state).toBe('open')
  sink.status(alive)
  sink.events([runsAt(restMs + 31 * secondMs)])
  await time.pass(restMs)
  expect([doing(), ends()]).toEqual(['works', 1])
})

test('a question of an agent that is gone is not open any more', () => {
  const { sink, observation, doing } = observing(restMs)
  sink.events([asked(1, { title: 'Delete?', options: [] })])
  sink.status(unknown)
  expect(doing()).toBe('waits')
  sink.status({ state: 'waiting', why: 'it has ended', hasEnded: true })
  expect(observation.state().permissions).toEqual([])
  expect(doing()).toBe('rests')
})

test.each(['wall', 'own'] as const)(
  'where nobody knows whether it lives, it is silent after ten minutes, with %s times',
  async (times) => {
    const { sink, time, says, doing, observation, workedMs } = observing(0, times)
    sink.status(unknown)
    await time.pass(5 * secondMs)
    says(5 * secondMs)
    await time.pass(restMs - secondMs)
    expect(doing()).toBe('works')
    await time.pass(secondMs)
    expect(doing()).toBe('silent')
    const since = time.clock.wallMs() - restMs
    expect(silentSince(observation.state().link)).toBe(times === 'wall' ? since : 5 * secondMs)
    await time.pass(restMs)
    expect(workedMs()).toBe(5 * secondMs)
    // A command that took so long was work.
    says(2 * restMs + 5 * secondMs)
    expect(doing()).toBe('works')
    expect(workedMs()).toBe(2 * restMs + 5 * secondMs)
    await time.pass(restMs)
    expect(doing()).toBe('silent')
  },
)

test('what was written long ago is silent at once, also where its machine is away; what rests is not', () => {
  for (const status of [unknown, { state: 'waiting', why: 'it cannot be reached' } as const]) {
    const { sink, doing } = observing(3 * restMs)
    sink.status(status)
    expect(doing()).toBe('silent')
  }
  const { sink, doing } = observing(3 * restMs)
  sink.events([
    { type: 'turn-ended', atMs: 1, sessionId: 's1', outcome: { kind: 'stopped', stopReason: 'end_turn' } },
  ])
  sink.status(unknown)
  expect(doing()).toBe('rests')
})
