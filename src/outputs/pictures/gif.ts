import { Buffer } from 'node:buffer'
import { LzwPacker } from './lzw.ts'
import {
  type Picture,
  type PictureOptions,
  type WritePiece,
  type PictureTheme,
  colorsOf,
  lookOf,
  type PictureColors,
} from './picture.ts'
import {
  colorAt,
  together,
  type Canvas,
  type PixelArea,
  levelsBetween,
  windowInks,
  openCanvas,
} from './raster/canvas.ts'
import { bytesOf, plainStyle, type CellStyle } from '../../lib/cells/cell-style.ts'

/** In hundredths of a second: browsers extend shorter delays to ten. */
const leastDelay = 2
const longestDelay = 65_535

/**
 * An animated GIF, written frame by frame: each frame has only the rectangle in which it differs from the frame before, and in
 * it only the pixels that differ.
 * https://www.w3.org/Graphics/GIF/spec-gif89a.txt
 */
export function openGif(options: PictureOptions, write: WritePiece): Picture {
  const { canvas, book } = openCanvas(options, 1, gifLevels)
  const palette = gifPalette({
    theme: options.theme,
    styles: options.styles ?? [],
    others: [...windowInks(options, gifLevels), ...book.emojiColors()],
  })
  const nearest = new NearestColors(palette)
  const packer = new LzwPacker()
  /** The index of each pixel in the frames written so far. */
  const written = new Uint8Array(canvas.width * canvas.height).fill(unchangedIndex)
  const whole: PixelArea = { left: 0, top: 0, width: canvas.width, height: canvas.height }
  /** The changed areas that are not written yet, and the time (in hundredths) since they are shown. */
  let waiting: { readonly since: number; readonly areas: readonly PixelArea[] } = { since: 0, areas: [whole] }
  write(header(canvas, palette))
  if (options.loops !== false) write(loop)

  function show(until: number): void {
    let { since, areas } = waiting
    for (; until - since > longestDelay; since += longestDelay) {
      writeFrame(areas, longestDelay)
      areas = []
    }
    writeFrame(areas, until - since)
  }

  function writeFrame(areas: readonly PixelArea[], delay: number): void {
    const [first = onePixel, ...others] = areas
    const area = others.reduce(together, first)
    write(frameHead(area, delay))
    write(packer.blocks(changedIndexes(canvas, { area, areas, nearest, written })))
  }

  return {
    frame(atMs, frame) {
      const at = Math.max(waiting.since, Math.round(atMs / 10))
      // A frame that follows too soon replaces the one before.
      const isOwn = at - waiting.since >= leastDelay
      if (!canvas.differs(frame)) return
      if (isOwn) show(at)
      const areas = canvas.draw(frame)
      waiting = isOwn ? { since: at, areas } : { since: waiting.since, areas: [...waiting.areas, ...areas] }
    },
    mark() {},
    end(atMs) {
      show(Math.max(waiting.since + leastDelay, Math.round(atMs / 10)))
      write(Uint8Array.of(0x3b))
    },
  }
}

const onePixel: PixelArea = { left: 0, top: 0, width: 1, height: 1 }

function header({ width, height }: Canvas, palette: readonly number[]): Uint8Array {
  const bytes = new Uint8Array(13 + 3 * 256)
  const view = new DataView(bytes.buffer)
  bytes.set(Buffer.from('GIF89a'))
  view.setUint16(6, width, true)
  view.setUint16(8, height, true)
  // A palette for all frames, of 256 colours.
  bytes.set([0xf7, 0, 0], 10)
  for (const [index, color] of palette.entries())
    bytes.set([color >> 16, (color >> 8) & 255, color & 255], 13 + 3 * index)
  return bytes
}

/** The application extension for an endless loop. */
const loop = Uint8Array.from([0x21, 0xff, 11, ...Buffer.from('NETSCAPE2.0'), 3, 1, 0, 0, 0])

/** The delay and the rectangle of a frame; the pixels around it stay. */
function frameHead({ left, top, width, height }: PixelArea, delay: number): Uint8Array {
  const bytes = new Uint8Array(18)
  const view = new DataView(bytes.buffer)
  // Frames are left in place, and have a transparent colour.
  bytes.set([0x21, 0xf9, 4, (1 << 2) | 1])
  view.setUint16(4, delay, true)
  bytes.set([unchangedIndex, 0, 0x2c], 6)
  for (const [index, value] of [left, top, width, height].entries())
    view.setUint16(9 + 2 * index, value, true)
  return bytes
}

interface WrittenFrames {
  /** What is written of the frame. */
  readonly area: PixelArea
  /** Where pixels of it may differ; they may overlap. */
  readonly areas: readonly PixelArea[]
  readonly nearest: NearestColors
  /** Updated with the areas. */
  readonly written: Uint8Array
}

/** The indexes of an area's colours, where they differ from those that were written before. */
function changedIndexes(
  { pixels, width }: Canvas,
  { area, areas, nearest, written }: WrittenFrames,
): Uint8Array {
  const indexes = new Uint8Array(area.width * area.height).fill(unchangedIndex)
  let before = -1
  let index = 0
  for (const part of areas) {
    for (let y = part.top; y < part.top + part.height; y++) {
      const place = (y - area.top) * area.width - area.left
      for (let x = part.left; x < part.left + part.width; x++) {
        const at = y * width + x
        const color = colorAt(pixels, 3 * at)
        // Most pixels have the colour of the one before.
        if (color !== before) index = nearest.index(color)
        before = color
        if (written[at] === index) continue
        indexes[place + x] = index
        written[at] = index
      }
    }
  }
  return indexes
}

/** Levels between a text's colour and its background: few enough for all colours of a theme to fit into a palette. */
const gifLevels = 8

/** One index is left for pixels that stay as they are. */
const maxColors = 255
/** The index of no colour: what was drawn before remains visible. */
const unchangedIndex = 255

/** What the frames of a film may be coloured with. */
interface GifColors {
  readonly theme: PictureTheme
  /** Styles with colours that the theme does not have: their colours are never replaced by others. */
  readonly styles: readonly CellStyle[]
  /** Further colours, the most frequent first. */
  readonly others: readonly (readonly number[])[]
}

/**
 * The palette of all frames: the colours of `styles`, every colour of the theme, dim or not, each with its levels towards the
 * background, then as many of `others` as fit, in their order.
 */
export function gifPalette({ theme, styles, others }: GifColors): readonly number[] {
  const colors = colorsOf(theme)
  const palette = new Set([colorNumber(bytesOf(colors.bg))])
  for (const style of [...(styles.length === 0 ? [] : [plainStyle]), ...styles, ...themeStyles(colors)])
    for (const color of levelsOf(style, colors)) if (palette.size < maxColors) palette.add(color)
  for (const color of others) if (palette.size < maxColors) palette.add(colorNumber(color))
  // The colour table of a file is padded with black, so that black is available if there is room.
  if (palette.size < maxColors) palette.add(0)
  return [...palette]
}

/** Each colour of the theme's palette, then each dim one. Bright colours are never dim. */
function themeStyles({ palette }: PictureColors): readonly CellStyle[] {
  const fronts = [null, ...palette.keys()]
  return [
    ...fronts.map((fg) => ({ ...plainStyle, fg })),
    ...fronts.filter((fg) => fg === null || fg <= 7).map((fg) => ({ ...plainStyle, fg, dim: true })),
  ]
}

/** The colours of a text's edges, from nearly its background to its own, and a background of its own. */
function levelsOf(style: CellStyle, colors: PictureColors): readonly number[] {
  const look = lookOf(style, colors)
  const [ink, paper] = [bytesOf(look.fg), bytesOf(look.bg ?? colors.bg)]
  const levels = levelsBetween(ink, paper, gifLevels - 1).map(colorNumber)
  return look.bg === null ? levels : [colorNumber(paper), ...levels]
}

function colorNumber([red = 0, green = 0, blue = 0]: readonly number[]): number {
  return (red << 16) | (green << 8) | blue
}

/** Finds the nearest colour of a palette; each colour is searched once. */
class NearestColors {
  readonly #palette: readonly number[]
  readonly #found: Map<number, number>

  constructor(palette: readonly number[]) {
    this.#palette = palette
    this.#found = new Map(palette.map((color, index) => [color, index]))
  }

  index(color: number): number {
    const known = this.#found.get(color)
    if (known !== undefined) return known
    let nearest = 0
    let least = Number.POSITIVE_INFINITY
    for (const [index, other] of this.#palette.entries()) {
      const apart = distance(color, other)
      if (apart < least) [nearest, least] = [index, apart]
    }
    this.#found.set(color, nearest)
    return nearest
  }
}

/** Weighted by the eye's sensitivity to red, green and blue. */
function distance(one: number, other: number): number {
  const red = (one >> 16) - (other >> 16)
  const green = ((one >> 8) & 255) - ((other >> 8) & 255)
  const blue = (one & 255) - (other & 255)
  return 3 * red * red + 6 * green * green + 2 * blue * blue
}
