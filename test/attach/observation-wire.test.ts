import { expect, test } from 'vitest'
import type { ObservedSink } from '../../src/app/ports/observed-source.ts'
import { WireLog } from '../../src/app/wire/wire-log.ts'
import { Observation } from '../../src/attach/observation.ts'
import { fakeClock, type FakeClock } from '../agent/fake-clock.ts'
import { exchange } from '../app/wire/wire-lines.ts'
import { foundSession, observedKind } from '../support/observed-session.ts'

const found = foundSession({ kind: 'tap' })

interface Observed {
  readonly sink: ObservedSink
  readonly observation: Observation
  /** What the observer was called for. */
  readonly calls: readonly string[]
  /** For each event, whether the user's programs are told of it. */
  readonly live: readonly boolean[]
  readonly clock: FakeClock
}

function observed(log: WireLog): Observed {
  const calls: string[] = []
  const live: boolean[] = []
  const clock = fakeClock()
  let sink: ObservedSink | null = null
  const kind = observedKind({
    name: 'tap',
    observe({ sink: its }) {
      sink = its
      return { close: () => undefined }
    },
  })
  const start = { infersPlans: true, historyBytes: 2 ** 20 }
  const observation = new Observation({
    kind,
    found,
    clock,
    start,
    times: 'wall',
    onEvent: () => void calls.push('event'),
    onChange: () => void calls.push('change'),
    log,
    watcher: {
      watch: (view) => ({
        onEvent: () => void live.push(view.observed?.isLive() === true),
        stop: () => undefined,
      }),
    },
  })
  expect(observation.found).toBe(found)
  if (sink === null) throw new Error('it is not observed')
  return { sink, observation, calls, live, clock }
}

test('the messages of an observed session are logged, at times of the wall clock', () => {
  const log = new WireLog()
  const { sink } = observed(log)
  sink.began(1_000_000)
  for (const record of exchange) sink.wire(record)
  expect(log.end).toBe(exchange.length)
  expect(log.at(1)).toMatchObject({ atMs: 1_000_012, frame: 1 })
})

test('a session that begins anew has a new log', () => {
  const log = new WireLog()
  const { sink } = observed(log)
  sink.began(1_000)
  for (const record of exchange) sink.wire(record)
  sink.begunAnew()
  expect(log.end).toBe(0)
  sink.began(5_000)
  for (const record of exchange.slice(0, 2)) sink.wire(record)
  expect(log.at(1)).toMatchObject({ atMs: 5_012, frame: 1 })
})

test('what a source reports after it was closed, as one that was reading then, is told to nobody', () => {
  const log = new WireLog()
  const { sink, observation, calls } = observed(log)
  const [record] = exchange
  if (record === undefined) throw new Error('an exchange has records')
  const reportAll = (): void => {
    sink.began(1_000)
    sink.status({ state: 'following' })
    sink.wire(record)
    sink.notUnderstood({ path: '/sessions/id', line: 1, start: '', why: 'it is no JSON' })
  }
  reportAll()
  const before = { calls: [...calls], state: observation.state(), end: log.end }
  expect(before).toMatchObject({ calls: ['change', 'event'], end: 2 })
  observation.close()
  reportAll()
  sink.begunAnew()
  expect({ calls, state: observation.state(), end: log.end }).toEqual(before)
})

test('hooks are told of what happens from now on, also while the past is still read, and of nothing that another clock puts later', () => {
  const { sink, live, clock } = observed(new WireLog())
  const remark = (atMs: number): void => sink.events([{ type: 'remarked', atMs, text: 'a remark' }])
  sink.began(-1000)
  remark(900)
  clock.pass(500)
  remark(1200)
  remark(9000)
  expect(live).toEqual([false, true, false])
  sink.status({ state: 'following' })
  remark(9001)
  expect(live).toEqual([false, true, false, true])
})
