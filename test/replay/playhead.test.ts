import { readdirSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'
import type { AppState } from '../../src/app/state/app-state.ts'
import { startCheckpoint, type Checkpoint, Playhead, Checkpoints } from '../../src/replay/playhead.ts'
import { openTraceFile } from '../../src/sources/trace-file/open-trace-file.ts'
import type { TraceFile } from '../../src/sources/trace-file/trace-lines.ts'
import { fakeClock } from '../agent/fake-clock.ts'
import { mark, opening, said, step, traceFile } from './made-trace.ts'
import fc from 'fast-check'

const recordings = fileURLToPath(new URL('../recordings', import.meta.url))
const names = readdirSync(recordings).filter((name) => name.endsWith('.ndjson'))

async function open(file: string): Promise<TraceFile> {
  const opened = await openTraceFile({ path: file, follows: false, clock: fakeClock() })
  if (!opened.ok) throw new Error(opened.problem.message)
  onTestFinished(() => opened.value.close())
  return opened.value
}

/** Plays to the end; `look` is called between lines. */
async function playOn(
  head: Playhead,
  look: (checkpoint: Checkpoint) => void = () => undefined,
): Promise<AppState> {
  for (;;) {
    const checkpoint = head.checkpoint()
    if (checkpoint !== null) look(checkpoint)
    if (head.next === null) {
      const loaded = await head.load()
      if (!loaded.ok) throw new Error(loaded.problem.message)
      if (!loaded.value) return head.app.state()
    }
    head.play()
  }
}

test.each(names)('playing %s from any checkpoint ends in the same state', async (name) => {
  const file = await open(path.join(recordings, name))
  const checkpoints: Checkpoint[] = []
  const whole = new Playhead(file, startCheckpoint({ infersPlans: true, historyBytes: 2 ** 25 }))
  const end = await playOn(whole, (checkpoint) => checkpoints.push(checkpoint))
  expect(whole.progress.frames).toBeGreaterThan(1)
  const every = Math.max(1, Math.floor(checkpoints.length / 12))
  for (const checkpoint of checkpoints.filter((_, index) => index % every === 0)) {
    const head = new Playhead(file, checkpoint)
    expect(await playOn(head)).toEqual(end)
    expect(head.progress).toEqual(whole.progress)
  }
})

test('playing on from a checkpoint does not change it', async () => {
  const { path: name } = traceFile([...opening, step(1000, 'one'), said(1500, 'x'), step(2000, 'two')])
  const file = await open(name)
  const checkpoints: Checkpoint[] = []
  await playOn(
    new Playhead(file, startCheckpoint({ infersPlans: true, historyBytes: 2 ** 25 })),
    (checkpoint) => checkpoints.push(checkpoint),
  )
  const middle = checkpoints.find((checkpoint) => checkpoint.progress.changes === 1)
  if (middle === undefined) throw new Error('there is one')
  const { state } = middle
  const ends = [await playOn(new Playhead(file, middle)), await playOn(new Playhead(file, middle))]
  expect(ends[0]).toEqual(ends[1])
  expect(middle.state).toBe(state)
})

test('documents are known as last noted before the position', async () => {
  const note = (t: number, text: string): object => ({
    t,
    event: { type: 'document', uri: 'file:///a.md', state: 'shown', text, format: 'markdown', sizeBytes: 1 },
  })
  const { path: name } = traceFile([...opening, note(600, 'a'), mark(700, ''), note(800, 'b')])
  const texts: unknown[] = []
  await playOn(
    new Playhead(await open(name), startCheckpoint({ infersPlans: true, historyBytes: 2 ** 25 })),
    ({ progress }) => texts.push(progress.documents.get('file:///a.md')?.['text']),
  )
  expect(texts.slice(-4)).toEqual([undefined, 'a', 'a', 'b'])
})

test('only a different plan counts as a change', async () => {
  const { path: name } = traceFile([
    ...opening,
    step(1000, 'one'),
    step(1100, 'one'),
    said(1200, 'x'),
    step(1300, 'two'),
    { t: 1400, in: { jsonrpc: '2.0', method: 'session/update', params: { sessionId: 's', update: 'junk' } } },
  ])
  const head = new Playhead(await open(name), startCheckpoint({ infersPlans: true, historyBytes: 2 ** 25 }))
  await playOn(head)
  expect(head.progress.changes).toBe(2)
})

const start = startCheckpoint({ infersPlans: true, historyBytes: 2 ** 25 })
const at = (records: number): Checkpoint => ({
  ...start,
  offset: records * 100,
  progress: { ...start.progress, records, atMs: records },
})

test('checkpoints are far enough from each other, and their number is bounded', () => {
  const checkpoints = new Checkpoints(at(0), 10_000)
  for (let records = 1; records <= 100_000; records++)
    if (checkpoints.isDue(at(records))) checkpoints.keep(at(records))
  const kept = new Set<number>()
  for (let records = 0; records <= 100_000; records += 50)
    kept.add(checkpoints.lastWhere(({ progress }) => progress.records <= records).progress.records)
  expect(kept.size).toBeGreaterThan(90)
  expect(kept.size).toBeLessThanOrEqual(200)
  // Every position is at most two distances behind a checkpoint.
  const gaps = [...kept].map((records, index, all) => records - (all[index - 1] ?? 0))
  expect(Math.max(...gaps)).toBeLessThan(2500)
})

test('finds the last checkpoint before a position', () => {
  fc.assert(
    fc.property(fc.uniqueArray(fc.nat(500), { minLength: 1 }), fc.nat(600), (numbers, wanted) => {
      const sorted = numbers.toSorted((one, other) => one - other)
      const checkpoints = new Checkpoints(at(0), 0)
      for (const records of sorted) checkpoints.keep(at(records))
      const found = checkpoints.lastWhere(({ progress }) => progress.records <= wanted).progress.records
      expect(found).toBe(sorted.findLast((records) => records <= wanted) ?? 0)
    }),
  )
})
