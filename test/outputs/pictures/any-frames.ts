import fc from 'fast-check'
import { type CellFrame, cellRow } from '../../../src/lib/cells/cell-row.ts'
import type { Picture } from '../../../src/outputs/pictures/picture.ts'
import { makeTheme } from '../../../src/ui/paint/theme.ts'
import { anyRow } from '../../ui/paint/any-rows.ts'
import { rowOf } from '../../support/ansi-text.ts'

const theme = makeTheme({ name: 'dark', color: true, ascii: false, hyperlinks: false })

export interface TimedFrame {
  readonly atMs: number
  readonly frame: CellFrame
}

/** A frame from lines with SGR sequences. */
export function frameOf(columns: number, ...lines: readonly string[]): CellFrame {
  return { columns, rows: lines.map((line) => cellRow(rowOf(line), columns)) }
}

/** Frames of one size, one after the other: rows change, scroll and stay. */
export const anyFilm: fc.Arbitrary<{
  readonly columns: number
  readonly rows: number
  readonly frames: readonly TimedFrame[]
}> = fc
  .record({ columns: fc.integer({ min: 8, max: 40 }), rows: fc.integer({ min: 1, max: 8 }) })
  .chain(({ columns, rows }) =>
    fc
      .record({
        lines: fc.array(anyRow(theme, columns), { minLength: 3, maxLength: 6 }),
        picks: fc.array(
          fc.record({
            afterMs: fc.oneof(fc.integer({ min: 0, max: 3000 }), fc.constantFrom(0, 16.7, 1000)),
            places: fc.array(fc.nat({ max: 5 }), { minLength: rows, maxLength: rows }),
          }),
          { minLength: 1, maxLength: 6 },
        ),
      })
      .map(({ lines, picks }) => {
        let atMs = 0
        const frames = picks.map(({ afterMs, places }, index): TimedFrame => {
          atMs += index === 0 ? 0 : afterMs
          return {
            atMs,
            frame: {
              columns,
              rows: places.map((place) => cellRow(lines[place % lines.length] ?? [], columns)),
            },
          }
        })
        return { columns, rows, frames }
      }),
  )

/** Feeds a picture; it ends so long after its last frame. */
export function film(picture: Picture, frames: readonly TimedFrame[], holdMs = 0): void {
  for (const { atMs, frame } of frames) picture.frame(atMs, frame)
  picture.end((frames.at(-1)?.atMs ?? 0) + holdMs)
}

/** The whole output, as text. */
export function writtenText(fill: (write: (piece: string | Uint8Array) => void) => void): string {
  return Buffer.concat(writtenPieces(fill)).toString('utf8')
}

export function writtenBytes(fill: (write: (piece: string | Uint8Array) => void) => void): Buffer {
  return Buffer.concat(writtenPieces(fill))
}

function writtenPieces(fill: (write: (piece: string | Uint8Array) => void) => void): readonly Buffer[] {
  const pieces: Buffer[] = []
  // Copied: the writer may reuse its buffer.
  fill((piece) => void pieces.push(Buffer.from(piece)))
  return pieces
}
