import type { CellFrame } from '../../lib/cells/cell-row.ts'
import type { CellStyle } from '../../lib/cells/cell-style.ts'

/** Each theme has its own colours (`picture-colors.ts`). */
export type PictureTheme = 'dark' | 'light' | 'high-contrast'

export interface PictureOptions {
  readonly columns: number
  readonly rows: number
  readonly theme: PictureTheme
  /** Styles that the frames use, with colours that the theme does not have; default none. For gif, which has few colours. */
  readonly styles?: readonly CellStyle[]
  /** Has the colours of the theme `light` too, for readers who prefer a light page; default false. For svg. */
  readonly followsReader?: boolean
  /** Raw. */
  readonly title: string | null
  /** The version of asciicast; default 2. */
  readonly castVersion?: 2 | 3
  /** Draws a window frame with a title bar; default false. For svg, png and gif. */
  readonly hasWindow?: boolean
  /** Pixels at scale 1 between the edge and the cells; default 14 for svg, 10 for png and gif. */
  readonly padding?: number | null
  /** Factor of the size, 1 to 4; default 2 for png, 1 for svg and gif. */
  readonly scale?: number | null
  /** Repeats the animation; default true. For svg and gif. */
  readonly loops?: boolean
  /** The last screen, or each one below its time; default `last`. For txt. */
  readonly screens?: 'last' | 'each'
}

/** Receives the pieces of a file in order. The caller may reuse its buffer: copy bytes that are kept. */
export type WritePiece = (piece: string | Uint8Array) => void

/**
 * An encoder. Times are milliseconds of the picture; a time before the last one counts as the last one.
 * The same frames and options give the same bytes on every machine.
 */
export interface Picture {
  /** Shows a frame from `atMs` on. */
  frame(atMs: number, frame: CellFrame): void
  /** Adds a marker, in formats that have them. Raw. */
  mark(atMs: number, text: string): void
  /** Shows the last frame until `atMs`, and writes the rest. No call may follow. */
  end(atMs: number): void
}
