// What holds for the reader of any log of an agent, with a log that was recorded.
import fc from 'fast-check'
import { expect } from 'vitest'
import type { AppEvent } from '../../../../src/app/state/app-event.ts'
import { LineCutter } from '../../../../src/protocol/wire/line-cutter.ts'

interface LogReader {
  read(line: Buffer): { readonly events: readonly AppEvent[] }
}

function readAll(into: LogReader, bytes: Buffer, pieces: readonly number[]): readonly AppEvent[] {
  const cutter = new LineCutter(1024 * 1024)
  const events: AppEvent[] = []
  let from = 0
  for (let turn = 0; from < bytes.length; turn++) {
    const to = from + (pieces[turn % pieces.length] ?? 1)
    for (const line of cutter.push(bytes.subarray(from, to)))
      if (line.type === 'line') events.push(...into.read(line.bytes).events)
    from = to
  }
  return events
}

/** The log gives the same events however its bytes come. */
export function expectSameInPieces(reader: () => LogReader, bytes: Buffer): void {
  const whole = readAll(reader(), bytes, [bytes.length])
  expect(whole.length).toBeGreaterThan(5)
  const anyPieces = fc.array(fc.integer({ min: 1, max: 20_000 }), { minLength: 1, maxLength: 20 })
  fc.assert(
    fc.property(anyPieces, (pieces) => {
      expect(readAll(reader(), bytes, pieces)).toEqual(whole)
    }),
    { numRuns: 20 },
  )
}

/** No line makes the reader throw: one that is cut, has a value in it where none belongs, or another one at each of its keys. */
export function expectReadWhatever(reader: () => LogReader, bytes: Buffer): void {
  const lines = bytes
    .toString('utf8')
    .split('\n')
    .filter((line) => line.length < 3000)
  fc.assert(
    fc.property(fc.constantFrom(...lines), fc.nat(), fc.json(), (line, at, value) => {
      const place = at % (line.length + 1)
      const into = reader()
      for (const each of [
        line.slice(0, place),
        line.slice(0, place) + value + line.slice(place),
        value,
        line.replace(/"(\w+)":("[^"\\]*"|\[)/, (_, key: string) => `"${key}":${value},"_":`),
      ])
        into.read(Buffer.from(each))
    }),
  )
}
