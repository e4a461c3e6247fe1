import { expect, test } from 'vitest'
import type { FoundSession, ObservedKind, ObservedSink } from '../../src/app/ports/observed-source.ts'
import { WireLog } from '../../src/app/wire/wire-log.ts'
import { Observation } from '../../src/attach/observation.ts'
import { fakeClock } from '../agent/fake-clock.ts'
import { exchange } from '../app/wire/wire-lines.ts'

const found: FoundSession = {
  kind: 'tap',
  id: 'id',
  path: '/sessions/id',
  pid: null,
  agent: 'agent',
  folder: null,
  label: null,
  changedAtMs: 0,
}

function observed(log: WireLog): ObservedSink {
  let sink: ObservedSink | null = null
  const kind: ObservedKind = {
    name: 'tap',
    label: 'tap',
    named: 'a tap',
    isInferred: false,
    find: async () => await Promise.resolve([]),
    recognise: async () => await Promise.resolve(null),
    observe(_found, its) {
      sink = its
      return { close: () => undefined }
    },
  }
  const start = { infersPlans: true, historyBytes: 2 ** 20 }
  const nothing = (): void => undefined
  const made = new Observation({
    kind,
    found,
    clock: fakeClock(),
    start,
    times: 'wall',
    onEvent: nothing,
    onChange: nothing,
    log,
  })
  expect(made.found).toBe(found)
  if (sink === null) throw new Error('it is not observed')
  return sink
}

test('the messages of an observed session are logged, at times of the wall clock', () => {
  const log = new WireLog()
  const sink = observed(log)
  sink.began(1_000_000)
  for (const record of exchange) sink.wire(record)
  expect(log.end).toBe(exchange.length)
  expect(log.at(1)).toMatchObject({ atMs: 1_000_012, frame: 1 })
})

test('a session that begins anew has a new log', () => {
  const log = new WireLog()
  const sink = observed(log)
  sink.began(1_000)
  for (const record of exchange) sink.wire(record)
  sink.begunAnew()
  expect(log.end).toBe(0)
  sink.began(5_000)
  for (const record of exchange.slice(0, 2)) sink.wire(record)
  expect(log.at(1)).toMatchObject({ atMs: 5_012, frame: 1 })
})
