import { describe, expect, test } from 'vitest'
import { CellPainter, type CellImage } from '../../../../src/outputs/pictures/raster/cell-painter.ts'
import {
  GlyphBook,
  type GlyphFile,
  readGlyphBytes,
} from '../../../../src/outputs/pictures/raster/glyph-book.ts'
import { glyphs } from '../../../../src/ui/paint/glyphs.ts'
import { makeTheme } from '../../../../src/ui/paint/theme.ts'

const read: GlyphFile[] = []
const book = new GlyphBook((file) => {
  read.push(file)
  return readGlyphBytes(file)
})
const painter = new CellPainter({ book, scale: 1, levels: 4 })

function image(
  text: string,
  options: { width?: number; isBold?: boolean; isItalic?: boolean } = {},
): CellImage {
  return painter.image({ text, width: 1, isBold: false, isItalic: false, ...options })
}

/** The image of a character as text. */
function looks(text: string, options: Parameters<typeof image>[1] = {}): string {
  const drawn = image(text, options)
  if (drawn.type === 'picture') return 'a picture'
  return Array.from({ length: 20 }, (_, y) =>
    Array.from(drawn.levels.slice(y * drawn.width, (y + 1) * drawn.width), (level) => ' .+#'[level])
      .join('')
      .trimEnd(),
  ).join('\n')
}

/** The rows of all characters, each in 20 columns. */
function sideBySide(characters: readonly string[]): string {
  const rows = characters.map((character) => character.split('\n'))
  return Array.from({ length: 20 }, (_, y) => rows.map((row) => (row[y] ?? '').padEnd(20)).join('|')).join(
    '\n',
  )
}

describe('characters in cells', () => {
  test('are on the baseline, centred in their columns', async () => {
    const shown = sideBySide([
      looks('A'),
      looks('g', { isBold: true }),
      looks('é', { isItalic: true }),
      looks('日', { width: 2 }),
      looks('한', { width: 2, isBold: true }),
      looks('✓'),
      looks('◐'),
      looks('\u{10ffff}'),
    ])
    await expect(shown).toMatchFileSnapshot('../golden/characters.txt')
  })

  test('a letter with a combining mark looks the same composed and decomposed', () => {
    expect(looks('e\u0301')).toBe(looks('é'))
    expect(looks('q\u0301')).not.toBe(looks('q'))
  })

  test('letters of Vietnamese, Greek, Cyrillic and Hebrew have glyphs, and so have all of them when bold', () => {
    const unknown = looks('\u{10ffff}')
    for (const letter of 'ảấếữỵἄώЖїשםץ') {
      expect(looks(letter), letter).not.toBe(unknown)
      expect(looks(letter, { isBold: true }), letter).not.toBe(looks('\u{10ffff}', { isBold: true }))
    }
  })

  test('emoji are wide characters or have the variation selector; of a ZWJ sequence the first part is drawn', () => {
    for (const text of ['🚀', '✅', '⚠\ufe0f', '👩\u200d💻', '👍\u{1f3ff}'])
      expect(image(text, { width: 2 }).type).toBe('picture')
    expect(image('👩\u200d💻', { width: 2 })).toEqual(image('👩', { width: 2 }))
    expect(image('👍\u{1f3ff}', { width: 2 })).toEqual(image('👍', { width: 2 }))
    for (const text of ['⚠', '✓', '☎', '✔']) expect(image(text).type).toBe('levels')
    expect(image('日', { width: 2 }).type).toBe('levels')
    // It has no glyph, only an emoji.
    expect(image('🚀').type).toBe('picture')
  })

  test('a bold character as wide as its column is not cut off', () => {
    const large = new CellPainter({ book, scale: 2, levels: 4 })
    const drawn = large.image({ text: '◐', width: 1, isBold: true, isItalic: false })
    if (drawn.type === 'picture') throw new Error('a picture')
    const inkOf = (column: number): number =>
      drawn.levels.filter((_, index) => index % drawn.width === column).reduce((sum, level) => sum + level, 0)
    expect(Math.abs(inkOf(0) - inkOf(drawn.width - 1))).toBeLessThanOrEqual(2)
  })

  test('flags are drawn as the letters of their countries', () => {
    const flag = looks('🇩🇪', { width: 2 }).split('\n')
    const [d, e] = [looks('D', { isBold: true }), looks('E', { isBold: true })].map((text) =>
      text.split('\n'),
    )
    expect(flag).toEqual(flag.map((_, y) => `${(d?.[y] ?? '').padEnd(10)}${e?.[y]}`.trimEnd()))
  })

  test('all characters of the screen have glyphs, and those that agents use', () => {
    const unknown = looks('\u{10ffff}')
    const { working, ...others } = glyphs(
      makeTheme({ name: 'dark', color: true, ascii: false, hyperlinks: true }),
    )
    const signs: readonly string[] = [...working, ...Object.values(others)]
    for (const sign of [...signs, ...Array.from('azÄßłşđΩωЖяñø“”‘’–—…€→⇒≤∞√☐☑☒✗★•◆▪│▌')])
      expect(looks(sign), sign).not.toBe(unknown)
    const unknownWide = looks('\u{10ffff}', { width: 2 })
    for (const sign of '設計日本語ひらがなカタカナ简体繁體한국어「」、。！')
      expect(looks(sign, { width: 2 }), sign).not.toBe(unknownWide)
  })

  test('a picture of letters loads only the letters', () => {
    const asked: GlyphFile[] = []
    const fresh = new GlyphBook((file) => {
      asked.push(file)
      return readGlyphBytes(file)
    })
    const plain = new CellPainter({ book: fresh, scale: 2, levels: 16 })
    for (const text of 'Plan ✓ » ─ é') plain.image({ text, width: 1, isBold: true, isItalic: false })
    expect(asked).toEqual(['letters'])
    plain.image({ text: '한', width: 2, isBold: true, isItalic: false })
    expect(asked).toEqual(['letters', 'hangul'])
  })
})
