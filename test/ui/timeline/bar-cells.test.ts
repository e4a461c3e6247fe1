import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { asciiBar, barCells, unicodeBar, type BarPart } from '../../../src/ui/timeline/bar-cells.ts'

const worked = (fromColumn: number, toColumn: number): BarPart => ({ type: 'worked', fromColumn, toColumn })
const waited = (fromColumn: number, toColumn: number): BarPart => ({ type: 'waited', fromColumn, toColumn })

function bar(parts: readonly BarPart[], signs = unicodeBar, fromColumn = 0): string {
  return barCells(parts, { fromColumn, toColumn: fromColumn + 8 }, signs)
    .map(({ sign }) => sign)
    .join('')
}

describe('a bar', () => {
  test.each<[string, readonly BarPart[], string, string]>([
    ['whole characters', [worked(1, 4)], ' ███    ', ' ###    '],
    ['its end is exact to an eighth', [worked(0, 2.625)], '██▋     ', '###     '],
    ['its beginning to a half', [worked(1.5, 4)], ' ▐██    ', ' ###    '],
    ['a little less is a whole character', [worked(1.25, 4)], ' ███    ', ' ###    '],
    ['waiting is hatched', [worked(0, 2), waited(2, 5), worked(5, 6)], '██░░░█  ', '##:::#  '],
    ['work hides the waiting of its character', [worked(0, 2.5), waited(2.5, 4)], '██▌░    ', '###:    '],
    ['no time is a thin sign', [worked(3, 3)], '   ▏    ', '   |    '],
    ['short work in one character', [worked(3.5, 3.9)], '   ▐    ', '   #    '],
    ['a sliver beside a longer part is left out', [worked(1.9, 4.04)], '  ██    ', '  ##    '],
    ['what is outside is cut off', [worked(-5, 2), worked(6, 99)], '██    ██', '##    ##'],
    ['what is only outside is not there', [worked(-5, -2), worked(9, 12)], '        ', '        '],
  ])('%s', (_, parts, unicode, ascii) => {
    expect([bar(parts), bar(parts, asciiBar)]).toEqual([unicode, ascii])
  })

  test('in a window begins at the window', () => {
    expect(bar([worked(10, 13)], unicodeBar, 10)).toBe('███     ')
  })

  test('has as many characters as the window, wherever its parts are', () => {
    const column = fc.double({ min: -20, max: 20, noNaN: true })
    fc.assert(
      fc.property(fc.array(fc.tuple(column, column, fc.boolean())), (spans) => {
        const parts = spans.map(([one, other, isWork]) =>
          (isWork ? worked : waited)(Math.min(one, other), Math.max(one, other)),
        )
        expect(bar(parts)).toHaveLength(8)
      }),
    )
  })
})
