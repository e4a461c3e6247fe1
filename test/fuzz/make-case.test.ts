import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { textOf, traceBytes } from './agent-script.ts'
import { targetNames, type FuzzCase } from './fuzz-case.ts'
import { makeCase } from './make-case.ts'
import { readRecordings } from './recordings.ts'
import { shrink } from './shrink.ts'

const recordings = readRecordings(fileURLToPath(new URL('../recordings', import.meta.url)))
const cases = Array.from({ length: 80 }, (_, run) => makeCase({ seed: 8, run, recordings, only: [] }))

test('a seed and a number make a case, always the same, and others make others', () => {
  const again = cases.map((_, run) => makeCase({ seed: 8, run, recordings, only: [] }))
  expect(again).toEqual(cases)
  expect(makeCase({ seed: 9, run: 0, recordings, only: [] })).not.toEqual(cases[0])
  expect(new Set(cases.map(({ target }) => target))).toEqual(new Set(targetNames))
})

test('a case is kept in JSON and read again as it was', () => {
  for (const fuzzed of cases) expect(JSON.parse(JSON.stringify(fuzzed))).toEqual(fuzzed)
})

test('a case is made as small as it can be while it fails', async () => {
  const [fuzzed] = cases.filter(({ lines, inputs }) => lines.length > 20 && inputs.length > 5)
  if (fuzzed === undefined) throw new Error('no case is large enough')
  const lines = fuzzed.lines.with(13, { text: 'BAD' })
  const inputs = [...fuzzed.inputs, { afterLine: 3, keys: 'BAD' }]
  const fails = async (smaller: FuzzCase): Promise<boolean> => {
    const hasKeys = smaller.inputs.some((input) => 'keys' in input && input.keys === 'BAD')
    return await Promise.resolve(hasKeys && traceBytes(smaller.lines).includes('BAD'))
  }
  const smallest = await shrink({ ...fuzzed, lines, inputs }, fails)
  expect([smallest.lines, smallest.inputs]).toEqual([[{ text: 'BAD' }], [{ afterLine: 3, keys: 'BAD' }]])
})

test('a line that fails has nothing in it that does not matter', async () => {
  const [fuzzed] = cases
  if (fuzzed === undefined) throw new Error('there is no case')
  const lines = [
    { text: JSON.stringify({ t: 1, frame: { id: 7, list: [1, { BAD: 'x'.repeat(100) }, 3] }, more: {} }) },
    { base64: Buffer.from(`${'y'.repeat(100)}BAD\n`).toString('base64') },
  ]
  const fails = async ({ lines: [one, other] }: FuzzCase): Promise<boolean> =>
    await Promise.resolve(
      one !== undefined && other !== undefined && [one, other].every((line) => textOf(line).includes('BAD')),
    )
  const smallest = await shrink({ ...fuzzed, lines, inputs: [] }, fails)
  expect(smallest.lines.map(textOf)).toEqual([
    '{"frame":{"list":[{"BAD":"xxxxxxxxxxxx"}]}}',
    'yyyyyyyyyBAD\n',
  ])
})
