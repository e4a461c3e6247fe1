import type { CellFrame } from '../../lib/cells/cell-row.ts'
import { bytesOf, type CellStyle, type CellColor } from '../../lib/cells/cell-style.ts'
import { type SafeText, safeLine } from '../../lib/text/safe-text.ts'
import { cutToWidth } from '../../lib/text/width.ts'

/** Each theme has its own colours. */
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

/** The colours of a terminal, each `#rrggbb`. */
export interface PictureColors {
  readonly fg: string
  readonly bg: string
  /** The sixteen ANSI colours: black, red, green, yellow, blue, magenta, cyan, white, and the bright ones. */
  readonly palette: readonly string[]
  /** The share of its own colour in a dim text, in percent; the rest is the background. */
  readonly dimShare: number
}

function sixteen(normal: string, bright: string): readonly string[] {
  return `${normal} ${bright}`.split(' ')
}

const dark: PictureColors = {
  fg: '#d6dae2',
  bg: '#16181d',
  palette: sixteen(
    '#2b2f38 #f2777a #8fcf87 #e8c06c #77aaf0 #c79bf2 #5fcfd6 #d6dae2',
    '#6b7280 #ff9a9c #b0e6a8 #ffd98a #9cc4ff #dcb8ff #8ae6ec #ffffff',
  ),
  dimShare: 58,
}

const light: PictureColors = {
  fg: '#24292f',
  bg: '#ffffff',
  palette: sixteen(
    '#24292f #c4302b #1a7f37 #8a5a00 #0b5fc4 #8a3fc0 #0f7285 #6e7781',
    '#57606a #d1453f #2a9148 #a06a00 #2f75d6 #a45ade #1b8093 #8c959f',
  ),
  dimShare: 65,
}

const highContrast: PictureColors = {
  fg: '#ffffff',
  bg: '#000000',
  palette: sixteen(
    '#000000 #ff7b72 #5fe35f #ffe55c #8ab8ff #e8a6ff #5ff0f0 #ffffff',
    '#a0a0a0 #ff8f87 #7dff7d #fff07a #a8ccff #f0c2ff #8affff #ffffff',
  ),
  dimShare: 65,
}

const themes: Readonly<Record<PictureTheme, PictureColors>> = {
  dark,
  light,
  'high-contrast': highContrast,
}

export function colorsOf(theme: PictureTheme): PictureColors {
  return themes[theme]
}

export interface CellLook {
  readonly fg: string
  /** null: the background of the picture. */
  readonly bg: string | null
  readonly bold: boolean
  readonly italic: boolean
  readonly underline: boolean
  readonly struck: boolean
}

export function lookOf(style: CellStyle, colors: PictureColors): CellLook {
  const { bold, italic, underline, struck } = style
  const front = style.fg === null ? colors.fg : colorOf(style.fg, colors)
  const back = style.bg === null ? colors.bg : colorOf(style.bg, colors)
  const [own, behind] = style.inverse ? [back, front] : [front, back]
  return {
    fg: style.dim ? mixed(own, behind, colors.dimShare) : own,
    bg: behind === colors.bg ? null : behind,
    bold,
    italic,
    underline,
    struck,
  }
}

const cubeSteps = [0, 95, 135, 175, 215, 255] as const

/** `#rrggbb` of any colour; those above 15 are fixed: https://en.wikipedia.org/wiki/ANSI_escape_code#8-bit */
function colorOf(color: CellColor, colors: PictureColors): string {
  if (typeof color === 'string') return color
  if (color < 16) return colors.palette[color] ?? colors.fg
  if (color >= 232) return hexOf([0, 0, 0].map(() => 8 + (color - 232) * 10))
  const place = color - 16
  return hexOf([Math.floor(place / 36), Math.floor(place / 6) % 6, place % 6].map((at) => cubeSteps[at] ?? 0))
}

/** `share` percent of one colour, and the rest of the other. */
function mixed(one: string, other: string, share: number): string {
  const others = bytesOf(other)
  return hexOf(
    bytesOf(one).map((byte, at) => Math.round((byte * share + (others[at] ?? 0) * (100 - share)) / 100)),
  )
}

function hexOf(bytes: readonly number[]): string {
  return `#${bytes.map((byte) => byte.toString(16).padStart(2, '0')).join('')}`
}

/** The title bar of a window frame, in pixels at scale 1: its height, and the circles at its left. */
export const titleBar = {
  height: 36,
  circles: [
    { x: 20, y: 18, fill: '#ff5f57' },
    { x: 40, y: 18, fill: '#febc2e' },
    { x: 60, y: 18, fill: '#28c840' },
  ],
  radius: 6,
} as const

/** What the title leaves free at each side of the title bar. */
const titleMargin = 80

/** The title, cut to the columns that a title bar of this width has room for. */
export function barTitle(raw: string, bar: { readonly width: number; readonly cellWidth: number }): SafeText {
  const columns = Math.floor((bar.width - 2 * titleMargin) / bar.cellWidth)
  return cutToWidth(safeLine(raw), Math.max(1, columns))
}

/** The colours of a window frame's border and of its title. */
export function windowColors({ fg, bg }: PictureColors): { readonly edge: string; readonly title: string } {
  return { edge: mixed(fg, bg, 22), title: mixed(fg, bg, 70) }
}
