import { cellRow } from '../../../lib/cells/cell-row.ts'
import { bytesOf, makeStyle } from '../../../lib/cells/cell-style.ts'
import { displayWidth } from '../../../lib/text/width.ts'
import { type PictureOptions, colorsOf, barTitle, titleBar, windowColors } from '../picture.ts'
import { Canvas, levelsBetween } from './canvas.ts'
import { cellSize, CellPainter } from './cell-painter.ts'
import { GlyphBook, readGlyphBytes } from './glyph-book.ts'

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

/** A canvas with a picture's colours, and its glyphs. */
interface OpenCanvas {
  readonly canvas: Canvas
  readonly book: GlyphBook
}

/** `scale` is the default scale. */
export function openCanvas(options: PictureOptions, scale: number, levels: number): OpenCanvas {
  const book = new GlyphBook(readGlyphBytes)
  const painter = new CellPainter({ book, scale: options.scale ?? scale, levels })
  const canvas = new Canvas(options, painter, colorsOf(options.theme))
  if (options.hasWindow === true) paintWindow(canvas, options)
  return { canvas, book }
}
