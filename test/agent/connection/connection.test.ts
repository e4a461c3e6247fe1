import { Buffer } from 'node:buffer'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { maxStderrLineLength, StderrLines } from '../../../src/agent/connection/connection.ts'

function linesOf(...chunks: readonly Uint8Array[]): readonly string[] {
  const lines: string[] = []
  const reader = new StderrLines((line) => lines.push(line))
  for (const chunk of chunks) reader.push(chunk)
  reader.end()
  return lines
}

test.each([
  { written: 'one\ntwo\r\n\nlast', lines: ['one', 'two', '', 'last'] },
  { written: '', lines: [] },
  { written: '\n', lines: [''] },
  { written: Buffer.from([0x61, 0xff, 0x0a, 0xc3]), lines: ['a\ufffd', '\ufffd'] },
  { written: 'progress 1\rprogress 2\n', lines: ['progress 1\rprogress 2'] },
  {
    written: `${'x'.repeat(maxStderrLineLength + 1)}\nnext\n`,
    lines: [`${'x'.repeat(maxStderrLineLength)}…`, 'next'],
  },
  { written: `${'x'.repeat(maxStderrLineLength - 1)}\r\n`, lines: ['x'.repeat(maxStderrLineLength - 1)] },
])('the lines of chunk %#', ({ written, lines }) => {
  expect(linesOf(Buffer.from(written as string))).toEqual(lines)
})

test('the ends of chunks make no difference', () => {
  const text = fc.string({ unit: fc.constantFrom('a', 'é', '🚀', '\n', '\r\n', '\0') })
  fc.assert(
    fc.property(text, fc.array(fc.nat(50)), (written, sizes) => {
      const bytes = Buffer.from(written)
      const chunks: Uint8Array[] = []
      let at = 0
      for (const size of sizes) chunks.push(bytes.subarray(at, (at += size)))
      chunks.push(bytes.subarray(at))
      expect(linesOf(...chunks)).toEqual(linesOf(bytes))
    }),
  )
})
