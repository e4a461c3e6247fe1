import {
  emptyCellRow,
  type CellFrame,
  type CellRow,
  columnsOfRow,
  type RowColumns,
  cellRow,
} from '../../../lib/cells/cell-row.ts'
import { bytesOf, type CellStyle, makeStyle } from '../../../lib/cells/cell-style.ts'
import {
  titleBar,
  lookOf,
  type CellLook,
  type PictureColors,
  type PictureOptions,
  colorsOf,
  barTitle,
  windowColors,
} from '../picture.ts'
import { cellSize, CellPainter, type CellImage } from './cell-painter.ts'
import { displayWidth } from '../../../lib/text/width.ts'
import { GlyphBook, readGlyphBytes } from './glyph-book.ts'

export interface PixelArea {
  readonly left: number
  readonly top: number
  readonly width: number
  readonly height: number
}

/** A style with its colours as bytes. */
interface InkedLook extends CellLook {
  readonly ink: readonly number[]
  readonly paper: readonly number[]
  /** Red, green and blue of each level from the paper to the ink. */
  readonly shades: Uint8Array
}

/** Around the cells, at the scale 1. */
const presetPadding = 10

/** The size of a canvas in cells, and what is around them. */
export type CanvasSize = Pick<PictureOptions, 'columns' | 'rows' | 'hasWindow' | 'padding'>

/** Draws frames as pixels: only the cells that changed. */
export class Canvas {
  readonly width: number
  readonly height: number
  /** Pixels of the canvas for each at the scale 1. */
  readonly scale: number
  /** Red, green and blue of each pixel. */
  readonly pixels: Uint8Array
  readonly #painter: CellPainter
  readonly #colors: PictureColors
  readonly #looks = new Map<string, InkedLook>()
  readonly #columns: number
  /** Where the cells begin, at the scale 1. */
  readonly #left: number
  readonly #top: number
  readonly #rows: CellRow[]

  constructor(size: CanvasSize, painter: CellPainter, colors: PictureColors) {
    const { scale } = painter
    this.#painter = painter
    this.scale = scale
    this.#colors = colors
    this.#columns = size.columns
    this.#rows = new Array<CellRow>(size.rows).fill(emptyCellRow)
    const padding = size.padding ?? presetPadding
    this.#left = padding
    this.#top = size.hasWindow === true ? titleBar.height : padding
    this.width = (size.columns * cellSize.width + 2 * padding) * scale
    this.height = (size.rows * cellSize.height + this.#top + padding) * scale
    this.pixels = new Uint8Array(this.width * this.height * 3)
    this.fillArea({ left: 0, top: 0, width: this.width, height: this.height }, bytesOf(colors.bg))
  }

  differs(frame: CellFrame): boolean {
    return this.#rows.some(({ key }, index) => key !== (frame.rows[index] ?? emptyCellRow).key)
  }

  /** Draws a frame over the last one. Returns the changed area of each changed row. */
  draw(frame: CellFrame): readonly PixelArea[] {
    const areas: PixelArea[] = []
    for (const [index, before] of this.#rows.entries()) {
      const row = frame.rows[index] ?? emptyCellRow
      if (row.key === before.key) continue
      this.#rows[index] = row
      const changed = this.#drawRow(index, before, row)
      if (changed.width > 0) areas.push(changed)
    }
    return areas
  }

  #drawRow(index: number, before: CellRow, after: CellRow): PixelArea {
    const [old, columns] = [columnsOfRow(before), columnsOfRow(after)]
    const [from, to] = changedColumns(old, columns, this.#columns)
    const { scale } = this.#painter
    const area: PixelArea = {
      left: (this.#left + from * cellSize.width) * scale,
      top: (this.#top + index * cellSize.height) * scale,
      width: (to - from) * cellSize.width * scale,
      height: cellSize.height * scale,
    }
    this.fillArea(area, bytesOf(this.#colors.bg))
    this.#drawColumns(columns, [from, to], { ...area, left: this.#left * scale })
    return area
  }

  /** Draws a row outside the screen, such as a title, with its top left corner at a place at the scale 1. */
  drawLine(row: CellRow, { left, top }: { readonly left: number; readonly top: number }): void {
    const columns = columnsOfRow(row)
    const { scale } = this.#painter
    const place = { left: left * scale, top: top * scale, width: 0, height: cellSize.height * scale }
    this.#drawColumns(columns, [0, columns.texts.length], place)
  }

  /** `row`: where the column 0 begins. */
  #drawColumns(columns: RowColumns, [from, to]: readonly [number, number], row: PixelArea): void {
    const { scale } = this.#painter
    for (let column = from; column < Math.min(to, columns.texts.length); column++) {
      const [text, style] = [columns.texts[column] ?? '', columns.styles[column]]
      // The second half of a wide character is drawn with its first half.
      if (text === '' || style === undefined) continue
      const width = columns.texts[column + 1] === '' ? 2 : 1
      this.#drawCell({ text, width, style }, { ...row, left: row.left + column * cellSize.width * scale })
    }
  }

  #drawCell({ text, width, style }: { text: string; width: number; style: CellStyle }, row: PixelArea): void {
    const look = this.#look(style)
    const { scale } = this.#painter
    const place: PixelArea = { ...row, width: width * cellSize.width * scale }
    if (look.bg !== null) this.fillArea(place, look.paper)
    if (text.trim() !== '')
      this.#put(this.#painter.image({ text, width, isBold: look.bold, isItalic: look.italic }), {
        place,
        look,
      })
    const line = (top: number): PixelArea => ({ ...place, top: place.top + top * scale, height: scale })
    if (look.underline) this.fillArea(line(cellSize.baseline + 2), look.ink)
    if (look.struck) this.fillArea(line(cellSize.baseline - 5), look.ink)
  }

  #look(style: CellStyle): InkedLook {
    const known = this.#looks.get(style.sgr)
    if (known !== undefined) return known
    const look = lookOf(style, this.#colors)
    const [ink, paper] = [bytesOf(look.fg), bytesOf(look.bg ?? this.#colors.bg)]
    const inked = { ...look, ink, paper, shades: shadesOf(ink, paper, this.#painter.levels) }
    this.#looks.set(style.sgr, inked)
    return inked
  }

  fillArea({ left, top, width, height }: PixelArea, [red = 0, green = 0, blue = 0]: readonly number[]): void {
    if (width === 0) return
    const start = 3 * (top * this.width + left)
    for (let at = start; at < start + 3 * width;) {
      this.pixels[at++] = red
      this.pixels[at++] = green
      this.pixels[at++] = blue
    }
    for (let y = 1; y < height; y++)
      this.pixels.copyWithin(start + 3 * y * this.width, start, start + 3 * width)
  }

  #put(image: CellImage, { place, look }: { readonly place: PixelArea; readonly look: InkedLook }): void {
    const { pixels } = this
    for (let y = 0; y < place.height; y++) {
      let from = y * image.width
      let at = 3 * ((place.top + y) * this.width + place.left)
      for (const end = from + image.width; from < end; from++, at += 3) {
        if (image.type === 'picture') this.#cover(at, image.rgba, 4 * from)
        else {
          const shade = 3 * (image.levels[from] ?? 0)
          if (shade === 0) continue
          pixels[at] = look.shades[shade] ?? 0
          pixels[at + 1] = look.shades[shade + 1] ?? 0
          pixels[at + 2] = look.shades[shade + 2] ?? 0
        }
      }
    }
  }

  #cover(at: number, rgba: Uint8Array, from: number): void {
    const share = { level: rgba[from + 3] ?? 0, most: 255 }
    if (share.level === 0) return
    for (let channel = 0; channel < 3; channel++)
      this.pixels[at + channel] = blended(rgba[from + channel] ?? 0, this.pixels[at + channel] ?? 0, share)
  }
}

/** Red, green and blue of each level from `paper` to `ink`. */
function shadesOf(ink: readonly number[], paper: readonly number[], levels: number): Uint8Array {
  return Uint8Array.from({ length: 3 * levels }, (_, at) =>
    blended(ink[at % 3] ?? 0, paper[at % 3] ?? 0, { level: Math.floor(at / 3), most: levels - 1 }),
  )
}

/** The colour of the pixel whose bytes begin at an index, as one number. */
export function colorAt(pixels: Uint8Array, at: number): number {
  return ((pixels[at] ?? 0) << 16) | ((pixels[at + 1] ?? 0) << 8) | (pixels[at + 2] ?? 0)
}

/** Mixes two bytes: `level` of `most` parts of `one`, and the rest of `other`. */
function blended(
  one: number,
  other: number,
  { level, most }: { readonly level: number; readonly most: number },
): number {
  return Math.floor((2 * (one * level + other * (most - level)) + most) / (2 * most))
}

/** The colours between two, in `most` steps: from nearly `paper` to `ink` itself. */
export function levelsBetween(
  ink: readonly number[],
  paper: readonly number[],
  most: number,
): readonly (readonly number[])[] {
  return Array.from({ length: most }, (_, step) =>
    ink.map((byte, at) => blended(byte, paper[at] ?? 0, { level: step + 1, most })),
  )
}

/** The range of columns that differ, end exclusive; it never splits a wide character. */
function changedColumns(before: RowColumns, after: RowColumns, columns: number): readonly [number, number] {
  const differs = (column: number): boolean =>
    (before.texts[column] ?? ' ') !== (after.texts[column] ?? ' ') ||
    (before.styles[column]?.sgr ?? '') !== (after.styles[column]?.sgr ?? '')
  let from = 0
  let to = columns
  while (from < to && !differs(from)) from++
  while (to > from && !differs(to - 1)) to--
  while (from > 0 && (before.texts[from] === '' || after.texts[from] === '')) from--
  while (to < columns && (before.texts[to] === '' || after.texts[to] === '')) to++
  return [from, to]
}

export function together(one: PixelArea, other: PixelArea): PixelArea {
  const [left, top] = [Math.min(one.left, other.left), Math.min(one.top, other.top)]
  const right = Math.max(one.left + one.width, other.left + other.width)
  const bottom = Math.max(one.top + one.height, other.top + other.height)
  return { left, top, width: right - left, height: bottom - top }
}

/** Paints a border and a title bar with three circles and the title around the cells of a canvas. */
function paintWindow(canvas: Canvas, { columns, theme, title }: PictureOptions): void {
  const { width, height, scale } = canvas
  const colors = colorsOf(theme)
  const inks = windowColors(colors)
  const edge = bytesOf(inks.edge)
  canvas.fillArea({ left: 0, top: 0, width, height: scale }, edge)
  canvas.fillArea({ left: 0, top: height - scale, width, height: scale }, edge)
  canvas.fillArea({ left: 0, top: 0, width: scale, height }, edge)
  canvas.fillArea({ left: width - scale, top: 0, width: scale, height }, edge)
  for (const circle of titleBar.circles) paintCircle(canvas, circle, bytesOf(colors.bg))
  if (title === null) return
  const text = barTitle(title, { width: width / scale, cellWidth: cellSize.width })
  const left = Math.floor((width / scale - displayWidth(text) * cellSize.width) / 2)
  const row = cellRow([{ text, style: makeStyle({ fg: inks.title }), link: null }], columns)
  canvas.drawLine(row, { left, top: (titleBar.height - cellSize.height) / 2 })
}

/** Each pixel is sampled at 16 points, with whole numbers only: the same on every machine. */
const samplesPerSide = 4

/** The shades of a circle's edge; few, so that they fit into the palette of a GIF. */
const edgeLevels = 4

type Circle = (typeof titleBar.circles)[number]

function paintCircle(canvas: Canvas, { x, y, fill }: Circle, paper: readonly number[]): void {
  const { scale } = canvas
  const levels = levelsBetween(bytesOf(fill), paper, edgeLevels)
  const reach = titleBar.radius * scale
  for (let down = -reach; down < reach; down++) {
    for (let right = -reach; right < reach; right++) {
      const level = Math.round((coverage(right, down, reach) * edgeLevels) / samplesPerSide ** 2)
      const color = levels[level - 1]
      if (color !== undefined)
        canvas.fillArea({ left: x * scale + right, top: y * scale + down, width: 1, height: 1 }, color)
    }
  }
}

/** How many sample points of a pixel are in the circle around 0, 0. */
function coverage(right: number, down: number, radius: number): number {
  const perPixel = 2 * samplesPerSide
  let count = 0
  for (let row = 0; row < samplesPerSide; row++)
    for (let column = 0; column < samplesPerSide; column++) {
      const [across, along] = [right * perPixel + 2 * column + 1, down * perPixel + 2 * row + 1]
      if (across ** 2 + along ** 2 <= (radius * perPixel) ** 2) count++
    }
  return count
}

/** The colours of a window frame, for a palette; none without a frame. `titleLevels`: the levels of a text. */
export function windowInks(
  { hasWindow, theme }: PictureOptions,
  titleLevels: number,
): readonly (readonly number[])[] {
  if (hasWindow !== true) return []
  const colors = colorsOf(theme)
  const { edge, title } = windowColors(colors)
  const paper = bytesOf(colors.bg)
  const circles = titleBar.circles.flatMap(({ fill }) => levelsBetween(bytesOf(fill), paper, edgeLevels))
  return [bytesOf(edge), ...circles, ...levelsBetween(bytesOf(title), paper, titleLevels - 1)]
}

/** A canvas with a picture's colours, and its glyphs. `scale` is the default scale. */
export function openCanvas(
  options: PictureOptions,
  scale: number,
  levels: number,
): { readonly canvas: Canvas; readonly book: GlyphBook } {
  const book = new GlyphBook(readGlyphBytes)
  const painter = new CellPainter({ book, scale: options.scale ?? scale, levels })
  const canvas = new Canvas(options, painter, colorsOf(options.theme))
  if (options.hasWindow === true) paintWindow(canvas, options)
  return { canvas, book }
}
