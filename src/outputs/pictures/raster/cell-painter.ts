import { boxShape } from '../box-shapes.ts'
import { OutlineFiller, type Placement } from './fill-outline.ts'
import { isEastAsian, type EmojiPicture, type FaceName, type Glyph, type GlyphBook } from './glyph-book.ts'

/** In pixels at scale 1: the size of a cell, its baseline, the height of capital letters, and the thickness of thin lines. */
export const cellSize = { width: 10, height: 20, baseline: 15, capital: 12, line: 1 } as const

/** The image of a character: levels of the text's colour, or an emoji with its own colours. */
export type CellImage = LevelImage | PictureImage

export interface LevelImage {
  readonly type: 'levels'
  readonly width: number
  /** Of each pixel, from 0 to the number of levels minus one. */
  readonly levels: Uint8Array
}

export interface PictureImage {
  readonly type: 'picture'
  readonly width: number
  readonly rgba: Uint8Array
}

export interface CellText {
  /** One user-perceived character. */
  readonly text: string
  /** In cells: 1 or 2. */
  readonly width: number
  readonly isBold: boolean
  readonly isItalic: boolean
}

export interface CellPainterOptions {
  readonly book: GlyphBook
  /** Factor of `cellSize`. */
  readonly scale: number
  /** Number of levels from none to all of a colour, inclusive. */
  readonly levels: number
}

const maxCachedImages = 4000

/** Draws characters into cells, with a cache. */
export class CellPainter {
  readonly scale: number
  readonly levels: number
  readonly #book: GlyphBook
  readonly #images = new Map<string, CellImage>()

  constructor({ book, scale, levels }: CellPainterOptions) {
    this.#book = book
    this.scale = scale
    this.levels = levels
  }

  image(cell: CellText): CellImage {
    const key = `${cell.width}${cell.isBold ? 'b' : ''}${cell.isItalic ? 'i' : ''}${cell.text}`
    const known = this.#images.get(key)
    if (known !== undefined) return known
    const image = this.#draw(cell)
    if (this.#images.size >= maxCachedImages) this.#images.clear()
    this.#images.set(key, image)
    return image
  }

  #draw(cell: CellText): CellImage {
    const box = cell.width === 1 ? this.#box(cell.text) : null
    if (box !== null) return box
    const codes = codesOf(cell.text)
    const [first = 0] = codes
    if (isRegional(first)) return this.#letters(codes.map(letterOf), cell)
    const picture = this.#pictureOf(first, cell)
    if (picture !== null) return this.#picture(picture, cell.width)
    return this.#book.glyph(first, false) === null ? this.#unknown(cell.width) : this.#glyphs(codes, cell)
  }

  /** An emoji: with the emoji variation selector, or two columns wide and not East Asian, or without any other glyph. */
  #pictureOf(code: number, { text, width }: CellText): EmojiPicture | null {
    if (code < firstEmoji) return null
    const isWanted = text.includes('\ufe0f') || (width === 2 && !isEastAsian(code))
    if (!isWanted && this.#book.glyph(code, false) !== null) return null
    return this.#book.emoji(code)
  }

  #filler(cells: number): OutlineFiller {
    return new OutlineFiller(cells * cellSize.width * this.scale, cellSize.height * this.scale)
  }

  #levelsOf(filler: OutlineFiller, share: number): LevelImage {
    const most = this.levels - 1
    const levels = Uint8Array.from(filler.shares(), (covered) =>
      Math.floor((covered * share * most) / 100 + 0.5),
    )
    return { type: 'levels', width: filler.width, levels }
  }

  #box(text: string): LevelImage | null {
    const { scale } = this
    const { width, height, line } = cellSize
    const shape = boxShape(text, { width: width * scale, height: height * scale, line: line * scale })
    if (shape === null) return null
    const filler = this.#filler(1)
    for (const outline of shape.outlines) filler.addPolygon(outline)
    return this.#levelsOf(filler, shape.share)
  }

  /** A letter with its combining marks. */
  #glyphs(codes: readonly number[], cell: CellText): LevelImage {
    const filler = this.#filler(cell.width)
    for (const code of codes) {
      const glyph = this.#book.glyph(code, cell.isBold)
      if (glyph !== null) this.#add(filler, glyph, { ...cell, left: 0 })
    }
    return this.#levelsOf(filler, 100)
  }

  /** The two letters of a flag, side by side. */
  #letters(codes: readonly number[], cell: CellText): LevelImage {
    const filler = this.#filler(cell.width)
    for (const [index, code] of codes.slice(0, cell.width).entries()) {
      const glyph = this.#book.glyph(code, true)
      if (glyph !== null) this.#add(filler, glyph, { ...cell, width: 1, left: index * cellSize.width })
    }
    return this.#levelsOf(filler, 100)
  }

  #add(filler: OutlineFiller, glyph: Glyph, cell: PlacedCell): void {
    // Faces without bold letters are drawn twice with an offset.
    const apart = cell.isBold && glyph.face !== 'bold' ? boldShift : 0
    const place = placementOf(glyph, { ...cell, apart }, this.scale)
    for (const contour of glyph.contours) {
      filler.addContour(contour, place)
      if (apart > 0) filler.addContour(contour, { ...place, left: place.left + apart * this.scale })
    }
  }

  /** A box in place of a character without a glyph. */
  #unknown(cells: number): LevelImage {
    const filler = this.#filler(cells)
    const [left, right] = [1.5 * this.scale, (cells * cellSize.width - 1.5) * this.scale]
    const [top, bottom] = [4 * this.scale, 16 * this.scale]
    const line = this.scale
    filler.addPolygon([left, top, right, top, right, bottom, left, bottom])
    const [inLeft, inTop, inRight, inBottom] = [left + line, top + line, right - line, bottom - line]
    // The opposite direction makes it a hole.
    filler.addPolygon([inLeft, inTop, inLeft, inBottom, inRight, inBottom, inRight, inTop])
    return this.#levelsOf(filler, 100)
  }

  #picture(picture: EmojiPicture, cells: number): PictureImage {
    const width = cells * cellSize.width * this.scale
    const height = cellSize.height * this.scale
    const side = cells === 2 ? 16 * this.scale : cellSize.width * this.scale
    const [left, top] = [(width - side) / 2, (height - side) / 2]
    const rgba = new Uint8Array(width * height * 4)
    const scaled = scaledPicture(picture, side)
    for (let y = 0; y < side; y++)
      rgba.set(scaled.subarray(4 * y * side, 4 * (y + 1) * side), 4 * ((top + y) * width + left))
    return { type: 'picture', width, rgba }
  }
}

/** The code points of a grapheme that are drawn: of a ZWJ sequence only the first part. */
function codesOf(text: string): readonly number[] {
  const [first = ''] = text.normalize('NFC').split('\u200d')
  const drawn = first.replace(/[\ufe00-\ufe0f\u20e3]|[\u{1f3fb}-\u{1f3ff}](?<=.[\u{1f3fb}-\u{1f3ff}])/gu, '')
  return Array.from(drawn, (character) => character.codePointAt(0) ?? 0)
}

const firstEmoji = 0xa9

function isRegional(code: number): boolean {
  return code >= 0x1f1e6 && code <= 0x1f1ff
}

function letterOf(code: number): number {
  return isRegional(code) ? code - 0x1f1e6 + 0x41 : code
}

interface PlacedCell extends CellText {
  /** The left edge of its first cell, in pixels at scale 1. */
  readonly left: number
}

/** The size of an em and the baseline, in pixels at scale 1. Capital letters are whole pixels high. */
const faces: Readonly<Record<FaceName, { readonly em: number; readonly baseline: number }>> = {
  mono: { em: (cellSize.capital * 2048) / 1493, baseline: cellSize.baseline },
  bold: { em: (cellSize.capital * 2048) / 1493, baseline: cellSize.baseline },
  signs: { em: (cellSize.capital * 2048) / 1493, baseline: cellSize.baseline },
  ideographs: { em: 18, baseline: 15.5 },
  hangul: { em: 17, baseline: 15 },
}

const italicSlant = 0.2

/** The offset of the second drawing of a bold letter, in pixels at scale 1. */
const boldShift = 0.7

interface DrawnCell extends PlacedCell {
  /** The offset of the second drawing, in pixels at scale 1; 0 if there is none. */
  readonly apart: number
}

/** Centred in its cells, and shrunk if it is wider than they are. */
function placementOf({ face, units, advance }: Glyph, cell: DrawnCell, scale: number): Placement {
  const { em, baseline } = faces[face]
  const width = cell.width * cellSize.width
  const natural = (advance * em) / units
  const room = natural + cell.apart > width ? width - cell.apart : width
  // A shrunk glyph stays vertically centred.
  const shrunk = natural > room ? room / natural : 1
  const slant = cell.isItalic ? italicSlant : 0
  return {
    scale: (em * shrunk * scale) / units,
    left: (cell.left + (room - natural * shrunk) / 2 - (slant * cellSize.capital) / 2) * scale,
    baseline: (baseline - (1 - shrunk) * (cellSize.capital / 2)) * scale,
    slant,
  }
}

/** Downscaled: each pixel is the weighted mean of the pixels that it covers. */
function scaledPicture({ size, rgba }: EmojiPicture, side: number): Uint8Array {
  if (side === size) return rgba
  const scaled = new Uint8Array(side * side * 4)
  const step = size / side
  for (let y = 0; y < side; y++) {
    for (let x = 0; x < side; x++) {
      const sums = [0, 0, 0, 0]
      for (let fromY = Math.floor(y * step); fromY < (y + 1) * step; fromY++) {
        for (let fromX = Math.floor(x * step); fromX < (x + 1) * step; fromX++) {
          const at = 4 * (fromY * size + fromX)
          const high = Math.min(fromY + 1, (y + 1) * step) - Math.max(fromY, y * step)
          const wide = Math.min(fromX + 1, (x + 1) * step) - Math.max(fromX, x * step)
          const weight = high * wide * (rgba[at + 3] ?? 0)
          for (let channel = 0; channel < 3; channel++)
            sums[channel] = (sums[channel] ?? 0) + (rgba[at + channel] ?? 0) * weight
          sums[3] = (sums[3] ?? 0) + weight
        }
      }
      const [red = 0, green = 0, blue = 0, weight = 0] = sums
      if (weight === 0) continue
      const pixel = [red / weight, green / weight, blue / weight, weight / step ** 2]
      scaled.set(
        pixel.map((value) => Math.floor(value + 0.5)),
        4 * (y * side + x),
      )
    }
  }
  return scaled
}
