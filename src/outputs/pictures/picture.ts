import type { CellFrame } from '../../lib/cells/cell-frame.ts'

/** What pictures are made of; each has the colours of its own (`picture-colors.ts`). */
export type PictureTheme = 'dark' | 'light' | 'high-contrast'

export interface PictureOptions {
  readonly columns: number
  readonly rows: number
  readonly theme: PictureTheme
  /** Raw. */
  readonly title: string | null
  /** Of asciicast; 2 if it is not given. */
  readonly castVersion?: 2 | 3
  /** A frame as around a window, with the title in it; without if it is not given. For svg. */
  readonly hasWindow?: boolean
  /** Pixels of a cell, as many times 10 × 20: 1 to 4. Else 2 for png and 1 for gif. */
  readonly scale?: number
  /** It begins again at its end, which is so if it is not given. For svg and gif. */
  readonly loops?: boolean
  /** The last screen, which is so if it is not given, or each one under its time. For txt. */
  readonly screens?: 'last' | 'each'
}

/** Takes pieces of a file, in order. Bytes may be used again by the writer: what is kept must be copied. */
export type WritePiece = (piece: string | Uint8Array) => void

/**
 * A picture in the making. Times are milliseconds of the picture; one that is before the last one counts as the last one.
 * The same frames and options give the same bytes on every machine.
 */
export interface Picture {
  /** What is seen from `atMs` on. */
  frame(atMs: number, frame: CellFrame): void
  /** Names a moment, in formats that know such names. Raw. */
  mark(atMs: number, text: string): void
  /** The last frame is seen until `atMs`. Writes what is left to write; nothing may come after it. */
  end(atMs: number): void
}
