import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { safe, safeLine, type SafeText } from '../../../src/lib/text/safe-text.ts'
import { displayWidth } from '../../../src/lib/text/width.ts'
import { emptyRow, rowWidth, rowText, row, spread } from '../../../src/lib/cells/row.ts'
import { link, highlightMatches, paint } from '../../../src/ui/paint/paint.ts'
import { makeTheme } from '../../../src/ui/paint/theme.ts'
import { allThemes, anyRow, anyText, anyTheme, dark, plain, roles } from './any-rows.ts'
import { ansiText } from '../../support/ansi-text.ts'

const anyThemedRow = anyTheme.chain((theme) => anyRow(theme, 40).map((styled) => ({ theme, styled })))

describe('paint', () => {
  test('styles a text by its role and closes the style', () => {
    expect(ansiText(paint(dark, 'accent', safe`now`))).toBe('\u001b[1;36mnow\u001b[0m')
    expect(ansiText(paint(dark, 'normal', safe`now`))).toBe('now')
    expect(ansiText(paint(dark, 'accent', safe``))).toBe('')
  })

  test('without colour a role keeps its weight, and no colour is written', () => {
    for (const theme of allThemes.filter(({ color }) => !color)) {
      for (const role of roles)
        expect(ansiText(paint(theme, role, safe`x`))).not.toMatch(/\u001b\[[\d;]*[349]\d/)
      expect(ansiText(paint(theme, 'accent', safe`x`))).toMatch(/^\u001b\[1(?:;7)?mx/)
    }
  })

  test('in an ASCII terminal signs are replaced by ASCII ones of the same width', () => {
    const text = safeLine('“quoted” — it’s … 1–2 · a → b ← c ↑↓ • ⏎')
    const styled = paint(plain, 'normal', text)
    expect(ansiText(styled)).toBe(`"quoted" - it's ~ 1-2 - a > b < c ^v * /`)
    expect(rowWidth(styled)).toBe(displayWidth(text))
    expect(ansiText(paint(dark, 'normal', text))).toBe(text)
  })
})

test('a link: only addresses with an allowed scheme become links, and only if the terminal supports links', () => {
  const text = safe`here`
  const styled = '\u001b[4;36mhere\u001b[0m'
  const opened = `\u001b]8;;https://example.org/\u001b\\${styled}\u001b]8;;\u001b\\`
  expect(ansiText(link(dark, text, 'https://example.org/'))).toBe(opened)
  expect(ansiText(link(dark, text, 'javascript:alert(1)'))).toBe(styled)
  expect(ansiText(link(dark, text, 'https://example.org/\u001b]0;x'))).toBe(styled)
  expect(ansiText(link({ ...dark, hyperlinks: false }, text, 'https://example.org/'))).toBe(styled)
})

test('the text of a row is the text without styles, and has its width', () => {
  fc.assert(
    fc.property(anyTheme, fc.constantFrom(...roles), anyText, (theme, role, text) => {
      const styled = row(paint(theme, role, text), link(theme, text, 'https://example.org/'))
      expect(rowText(styled)).toBe(text + text)
      expect(rowWidth(styled)).toBe(displayWidth(text + text))
    }),
  )
})

describe('spread', () => {
  test.each([
    { left: 'left', right: 'right', columns: 12, expected: 'left   right' },
    { left: 'left', right: 'right', columns: 10, expected: 'left right' },
    { left: 'left', right: 'right', columns: 9, expected: 'left' },
    { left: 'left', right: '', columns: 12, expected: 'left' },
    { left: '', right: 'right', columns: 12, expected: '       right' },
    { left: '日本', right: '語', columns: 8, expected: '日本  語' },
  ])('$left and $right in $columns columns', ({ left, right, columns, expected }) => {
    expect(ansiText(spread(row(safeLine(left)), row(safeLine(right)), columns))).toBe(expected)
  })

  test('is exactly as wide as given, or the left part alone', () => {
    fc.assert(
      fc.property(
        fc.record({
          theme: anyTheme,
          one: anyText,
          other: anyText,
          columns: fc.integer({ min: 1, max: 80 }),
        }),
        ({ theme, one, other, columns }) => {
          const left = paint(theme, 'strong', one)
          const both = spread(left, paint(theme, 'dim', other), columns)
          if (both !== left) expect(rowWidth(both)).toBe(columns)
        },
      ),
    )
  })
})

describe('matches', () => {
  const on = '\u001b[7m'
  const off = '\u001b[0m'
  test.each([
    {
      in: 'a plain text',
      styled: row(safe`one two one`),
      query: 'one',
      marked: `${on}one${off} two ${on}one${off}`,
    },
    { in: 'capital letters', styled: row(safe`One`), query: 'one', marked: `${on}One${off}` },
    { in: 'a text without any', styled: row(safe`one`), query: 'two', marked: 'one' },
    { in: 'one another', styled: row(safe`aaa`), query: 'aa', marked: `${on}aa${off}a` },
    {
      in: 'the whole of a style',
      styled: row(safe`a `, paint(dark, 'good', safe`b`)),
      query: 'b',
      marked: `a \u001b[7;32mb${off}`,
    },
    {
      in: 'a text of two styles',
      styled: row(paint(dark, 'good', safe`a`), safe`b`),
      query: 'ab',
      marked: `\u001b[7;32ma${off}${on}b${off}`,
    },
    { in: 'ideographs', styled: row(safeLine('日本語')), query: '本', marked: `日${on}本${off}語` },
    { in: 'emoji', styled: row(safeLine('a🚀b')), query: '🚀', marked: `a${on}🚀${off}b` },
    { in: 'letters that change their length', styled: row(safeLine('İx')), query: 'x', marked: 'İx' },
  ])('in $in', ({ styled, query, marked }) => {
    expect(ansiText(highlightMatches(styled, query))).toBe(marked)
  })

  test('are not found in escape sequences', () => {
    const styled = paint(dark, 'dim', safe`two`)
    expect(highlightMatches(styled, '2')).toBe(styled)
  })

  test('in inverse text are not inverse', () => {
    expect(ansiText(highlightMatches(paint(dark, 'inverse', safe`one two`), 'two'))).toBe(
      '\u001b[7mone \u001b[0mtwo',
    )
    const contrast = makeTheme({ ...dark, name: 'high-contrast' })
    expect(ansiText(highlightMatches(paint(contrast, 'accent', safe`one`), 'one'))).toBe(
      '\u001b[1mone\u001b[0m',
    )
  })

  test('never change the text', () => {
    fc.assert(
      fc.property(
        anyThemedRow,
        fc.constantFrom('a', 'st', 'x', '日', '🚀', ' ', '─', 'é'),
        ({ styled }, query) => {
          const marked = highlightMatches(styled, query)
          expect(rowText(marked)).toBe(rowText(styled))
        },
      ),
    )
  })

  test('leave an empty row empty', () => {
    expect(highlightMatches(emptyRow, 'a')).toEqual([])
    expect(rowWidth(emptyRow)).toBe(0)
    expect(rowText(emptyRow)).toBe('' as SafeText)
  })
})
