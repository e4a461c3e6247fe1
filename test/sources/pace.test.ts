import { Buffer } from 'node:buffer'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { Pace } from '../../src/sources/flow-control.ts'

interface Stage {
  readonly pace: Pace
  readonly isPaused: () => boolean
}

function stage(): Stage {
  let isPaused = false
  const source = { pause: () => (isPaused = true), resume: () => (isPaused = false) }
  return { pace: new Pace(source), isPaused: () => isPaused }
}

async function nextTurn(): Promise<void> {
  await new Promise<void>((resolve) => setImmediate(resolve))
}

const linesOf = (text: string): number => text.split('\n').length - 1
/** In one turn; each takes some 30 µs. */
const mostLines = 520

describe('a burst', () => {
  test('of bytes pauses its source until the next turn', async () => {
    const { pace, isPaused } = stage()
    const handed: number[] = []
    const read = (bytes: number): void =>
      pace.lines(Buffer.alloc(bytes, 'a'), (piece) => handed.push(piece.length))
    read(100_000)
    expect(isPaused()).toBe(false)
    read(100_000)
    expect([isPaused(), handed]).toEqual([true, [100_000, 100_000]])
    await nextTurn()
    expect(isPaused()).toBe(false)
  })

  test.each(['\n', 'x\n', '{}\n', '{"jsonrpc":"2.0","method":"x"}\n'])(
    'of short lines (%j) is passed on in slices, one in each turn of the event loop',
    async (line) => {
      const { pace, isPaused } = stage()
      const slices: string[] = []
      pace.lines(Buffer.from(line.repeat(10_000)), (piece) => slices.push(piece.toString()))
      while (isPaused()) await nextTurn()
      expect(slices.join('')).toBe(line.repeat(10_000))
      expect(Math.max(...slices.map(linesOf))).toBeLessThan(mostLines)
      expect(slices.every((slice) => slice.endsWith('\n'))).toBe(true)
    },
  )

  test('of short messages is passed on in slices', async () => {
    const { pace, isPaused } = stage()
    let count = 0
    for (let index = 0; index < 10_000; index++) pace.message(2, () => count++)
    let turns = 1
    let before = 0
    for (; isPaused(); turns++) {
      expect(count - before).toBeLessThan(mostLines)
      before = count
      await nextTurn()
    }
    expect(count).toBe(10_000)
    expect(turns).toBeGreaterThan(10_000 / mostLines)
  })

  test('that is read one by one pauses the reader', async () => {
    const { pace, isPaused } = stage()
    let count = 0
    for (; !isPaused(); count++) pace.spent(0)
    expect(count).toBeLessThan(mostLines)
    await nextTurn()
    expect(isPaused()).toBe(false)
  })

  test('is complete before the end is reported', async () => {
    const { pace } = stage()
    let text = ''
    pace.lines(Buffer.from('x\n'.repeat(2000)), (piece) => (text += piece.toString()))
    pace.lines(Buffer.from('half'), (piece) => (text += piece.toString()))
    await new Promise<void>((resolve) => pace.last(resolve))
    expect(text).toBe(`${'x\n'.repeat(2000)}half`)
    expect(pace.isBehind).toBe(false)
  })
})

test('all chunks arrive complete and in order, and the source is paused while some wait', async () => {
  const piece = fc.oneof(
    fc.record({ kind: fc.constant('lines' as const), count: fc.nat(2000), end: fc.constantFrom('', 'ab') }),
    fc.record({ kind: fc.constant('message' as const), bytes: fc.nat(200_000) }),
    fc.record({ kind: fc.constant('turn' as const) }),
  )
  await fc.assert(
    fc.asyncProperty(fc.array(piece, { maxLength: 12 }), async (pieces) => {
      const { pace, isPaused } = stage()
      const wanted: string[] = []
      const handed: string[] = []
      for (const [index, one] of pieces.entries()) {
        if (one.kind === 'turn') await nextTurn()
        else if (one.kind === 'lines') {
          const text = `${index}\n`.repeat(one.count) + one.end
          wanted.push(text)
          pace.lines(Buffer.from(text), (part) => handed.push(part.toString()))
        } else {
          wanted.push(`message ${index}`)
          pace.message(one.bytes, () => handed.push(`message ${index}`))
        }
        expect(pace.isBehind && !isPaused()).toBe(false)
      }
      await new Promise<void>((resolve) => pace.last(resolve))
      expect(handed.join('')).toBe(wanted.join(''))
      await nextTurn()
      await nextTurn()
      expect(isPaused()).toBe(false)
    }),
    { numRuns: 100 },
  )
})
