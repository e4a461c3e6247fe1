import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  emptyCellRow,
  isSameFrame,
  cellRow,
  columnsOfRow,
  cellRowText,
} from '../../../src/lib/cells/cell-row.ts'
import { plainStyle, styledBy } from '../../../src/lib/cells/cell-style.ts'
import { safeLine } from '../../../src/lib/text/safe-text.ts'
import { displayWidth } from '../../../src/lib/text/width.ts'
import { rowOf } from '../../support/ansi-text.ts'

function seen(line: string, columns = 40): readonly (readonly [number, number, string, string])[] {
  return cellRow(rowOf(line), columns).runs.map(({ column, width, text, style }) => [
    column,
    width,
    text,
    style.sgr,
  ])
}

describe('a line as cells', () => {
  test('runs begin at their column, and invisible blanks are no part of them', () => {
    expect(seen('  ab c   \u001b[1;36m d \u001b[0m  ')).toEqual([
      [2, 4, 'ab c', ''],
      [10, 1, 'd', '1;36'],
    ])
    expect(seen('   ')).toEqual([])
    expect(cellRow(rowOf('\u001b[2m  \u001b[0m'), 9)).toBe(emptyCellRow)
  })

  test('visible blanks are kept', () => {
    expect(seen('a\u001b[7m  \u001b[0mb')).toEqual([
      [0, 1, 'a', ''],
      [1, 2, '  ', '7'],
      [3, 1, 'b', ''],
    ])
    expect(seen('\u001b[4m a \u001b[0m')).toEqual([[0, 3, ' a ', '4']])
  })

  test('wide characters take two columns, and marks none', () => {
    expect(seen('日本 e\u0301x🚀')).toEqual([[0, 9, '日本 e\u0301x🚀', '']])
    const { texts } = columnsOfRow(cellRow(rowOf('日e\u0301🚀'), 40))
    expect(texts).toEqual(['日', '', 'e\u0301', '🚀', ''])
  })

  test('text beyond the last column is cut', () => {
    expect(seen('abcdef', 4)).toEqual([[0, 4, 'abcd', '']])
    expect(seen('abc日', 4)).toEqual([[0, 3, 'abc', '']])
  })

  test('links are their text', () => {
    expect(seen('\u001b]8;;https://a.b\u001b\\\u001b[4;34mhere\u001b[0m\u001b]8;;\u001b\\!')).toEqual([
      [0, 4, 'here', '4;34'],
      [4, 1, '!', ''],
    ])
  })

  test('rows that look the same have the same key', () => {
    const keyOf = (line: string): string => cellRow(rowOf(line), 20).key
    expect(keyOf('\u001b[1m\u001b[36mab\u001b[0m')).toBe(
      keyOf('\u001b[36;1ma\u001b[0m\u001b[1;36mb\u001b[0m  '),
    )
    expect(keyOf('a b')).toBe(keyOf('a\u001b[2m \u001b[0mb'))
    expect(keyOf('ab')).not.toBe(keyOf(' ab'))
    expect(keyOf('ab')).not.toBe(keyOf('\u001b[1mab\u001b[0m'))
    const frame = { columns: 20, rows: [cellRow(rowOf('a'), 20)] }
    expect(isSameFrame(frame, { columns: 20, rows: [cellRow(rowOf('a '), 20)] })).toBe(true)
    expect(isSameFrame(frame, { columns: 20, rows: [cellRow(rowOf('b'), 20)] })).toBe(false)
    expect(isSameFrame(frame, { columns: 20, rows: [] })).toBe(false)
  })
})

describe('styles', () => {
  const after = (...sequences: readonly string[]): string => sequences.reduce(styledBy, plainStyle).sgr

  test('codes accumulate, and each has a code that ends it', () => {
    expect(after('1;36', '7')).toBe('1;7;36')
    expect(after('1;2;3;4;9', '22')).toBe('3;4;9')
    expect(after('3;4;7;9;31;42', '23;24;27;29;39;49')).toBe('')
    expect(after('1;31', '')).toBe('')
    expect(after('94;103')).toBe('94;103')
  })

  test('colours beyond the sixteen, by number or as RGB', () => {
    expect(after('38;5;200')).toBe('38;5;200')
    expect(after('38;5;4')).toBe('34')
    expect(after('48;2;1;2;255')).toBe('48;2;1;2;255')
    expect(after('38;5;999', '38;2;1', '38;7', '1')).toBe('1')
  })
})

const anyLine = fc
  .array(
    fc.oneof(
      fc.constantFrom(' ', '   ', 'a', '─│', '日本', '🚀', '🇩🇪', '👨‍👩‍👧', 'e\u0301', '\u0301', 'क्षि', '한'),
      fc.constantFrom('\u001b[1m', '\u001b[7m', '\u001b[0m', '\u001b[2;36m', '\u001b[4m', '\u001b[39m'),
      fc.string({ maxLength: 4, unit: 'grapheme' }).map(safeLine),
    ),
    { maxLength: 12 },
  )
  .map((parts) => parts.join(''))

test('columns, runs and text of any row agree', () => {
  fc.assert(
    fc.property(anyLine, fc.integer({ min: 1, max: 30 }), (line, columns) => {
      const row = cellRow(rowOf(line), columns)
      const { texts, styles } = columnsOfRow(row)
      expect(texts).toHaveLength(styles.length)
      expect(texts.length).toBeLessThanOrEqual(columns)
      let end = 0
      for (const run of row.runs) {
        expect(run.column).toBeGreaterThanOrEqual(end)
        expect(displayWidth(run.text)).toBe(run.width)
        end = run.column + run.width
      }
      expect(texts).toHaveLength(end)
      expect(texts.join('')).toBe(cellRowText(row))
    }),
  )
})
