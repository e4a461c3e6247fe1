import { Writable } from 'node:stream'
import { expect, test } from 'vitest'
import { createLineSink } from '../../../src/outputs/stream/output.ts'

/** A reader that reads only on request. */
function slowReader(): { readonly stream: Writable; readonly taken: string[]; takeAll(): void } {
  const taken: string[] = []
  let held: (() => void) | null = null
  let isOpen = false
  const stream = new Writable({
    decodeStrings: false,
    write(chunk: string, _encoding, done) {
      taken.push(chunk)
      if (isOpen) done()
      else held = done
    },
  })
  return {
    stream,
    taken,
    takeAll() {
      isOpen = true
      held?.()
    },
  }
}

test('reports congestion and relief, and finishes when everything is written', async () => {
  const { stream, taken, takeAll } = slowReader()
  const sink = createLineSink(stream)
  sink.write('first')
  expect(sink.isCongested()).toBe(false)
  sink.write('x'.repeat(1024 * 1024 + 1))
  expect(sink.isCongested()).toBe(true)
  let relieved = 0
  const stop = sink.onRelief(() => relieved++)
  sink.write('last')
  const finished = sink.finish()
  takeAll()
  await finished
  expect(taken.map((text) => text.slice(0, 5))).toEqual(['first', 'xxxxx', 'last\n', ''])
  expect([relieved, sink.isCongested()]).toEqual([1, false])
  stop()
})

test('has ASCII signs where Unicode is not wanted, but quotes whole texts as they are', () => {
  const { stream, taken, takeAll } = slowReader()
  takeAll()
  const sink = createLineSink(stream, true)
  for (const line of ['agent · ACP “v1” ␛[2J ␇ Größe', '  | “·”']) sink.write(line)
  createLineSink(stream).write('·')
  expect(taken).toEqual(['agent - ACP "v1" ^[2J ^ Größe\n', '  | “·”\n', '·\n'])
})

test('does not wait for a closed reader', async () => {
  const { stream } = slowReader()
  const sink = createLineSink(stream)
  sink.write('never taken')
  const finished = sink.finish()
  stream.destroy()
  await finished
  sink.write('after the end')
  await sink.finish()
})
