import fc from 'fast-check'
import { safeLine, type SafeText } from '../../../src/lib/text/safe-text.ts'
import { cutToWidth } from '../../../src/lib/text/width.ts'
import { emptyRow, row, spread, type Row } from '../../../src/lib/cells/row.ts'
import { link, paint } from '../../../src/ui/paint/paint.ts'
import { makeTheme, themeNames, type Role, type Theme } from '../../../src/ui/paint/theme.ts'

export const allThemes: readonly Theme[] = themeNames.flatMap((name) =>
  [true, false].map((color) => makeTheme({ name, color, ascii: false, hyperlinks: true })),
)
export const dark: Theme = makeTheme({ name: 'dark', color: true, ascii: false, hyperlinks: true })
export const plain: Theme = makeTheme({ name: 'dark', color: false, ascii: true, hyperlinks: false })

export const roles = Object.keys(dark.styles) as readonly Role[]

export const anyTheme: fc.Arbitrary<Theme> = fc.constantFrom(...allThemes)

const pieces = [
  'a',
  'step',
  ' ',
  '   ',
  '─────',
  '│',
  '▰▰▱▱',
  '✓ done',
  'über',
  'é',
  '日本語',
  '한국어',
  '🚀',
  '👨‍👩‍👧',
  '🇩🇪',
  '❤️',
  'क्षि',
  'x'.repeat(30),
  '→',
  'İ',
  'ﬁ',
  '\u001b[2J',
]

/** Text as agents write it: ASCII, box drawing, ideographs, emoji, marks, and some of it hostile. */
export const anyText: fc.Arbitrary<SafeText> = fc
  .array(fc.oneof(fc.constantFrom(...pieces), fc.string({ maxLength: 6, unit: 'grapheme' })), {
    maxLength: 8,
  })
  .map((parts) => safeLine(parts.join('')))

interface Piece {
  readonly text: SafeText
  readonly role: Role
  readonly target: string | null
}

const anyPiece: fc.Arbitrary<Piece> = fc.record({
  text: anyText,
  role: fc.constantFrom(...roles),
  target: fc.option(fc.constantFrom('https://example.org/a', 'javascript:alert(1)'), { freq: 8 }),
})

function pieceRow(theme: Theme, piece: Piece, columns: number): Row {
  const text = cutToWidth(piece.text, columns)
  return piece.target === null ? paint(theme, piece.role, text) : link(theme, text, piece.target)
}

/** A row of styled pieces that fits `columns`. */
export function anyRow(theme: Theme, columns: number): fc.Arbitrary<Row> {
  const half = Math.floor((columns - 1) / 2)
  return fc.oneof(
    { weight: 1, arbitrary: fc.constant(emptyRow) },
    { weight: 2, arbitrary: anyPiece.map((piece) => pieceRow(theme, piece, columns)) },
    {
      weight: 3,
      arbitrary: fc
        .tuple(anyPiece, anyPiece, anyPiece)
        .map((three) => row(...three.map((piece) => pieceRow(theme, piece, Math.floor(columns / 3))))),
    },
    {
      weight: 2,
      arbitrary: fc
        .tuple(anyPiece, anyPiece)
        .map(([left, right]) => spread(pieceRow(theme, left, half), pieceRow(theme, right, half), columns)),
    },
    // As wide as the terminal.
    {
      weight: 1,
      arbitrary: fc
        .tuple(anyPiece, fc.constantFrom(...roles))
        .map(([piece, role]) =>
          paint(theme, role, cutToWidth(safeLine(`${piece.text}${'─'.repeat(columns)}`), columns)),
        ),
    },
  )
}
