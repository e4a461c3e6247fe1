import { readFileSync } from 'node:fs'
import { brotliDecompressSync } from 'node:zlib'

/** A point on an outline (`isOn`), or a control point of a curve. In units of its face, y upwards from the baseline. */
export interface OutlinePoint {
  readonly x: number
  readonly y: number
  readonly isOn: boolean
}

export type Contour = readonly OutlinePoint[]

export interface Glyph {
  readonly face: FaceName
  /** Units per em. */
  readonly units: number
  readonly advance: number
  readonly contours: readonly Contour[]
}

/** The font face of a glyph; each has its own size and baseline. */
export type FaceName = 'mono' | 'bold' | 'signs' | 'ideographs' | 'hangul'

/** A picture in colours, `size` pixels wide and high: red, green, blue and alpha of each. */
export interface EmojiPicture {
  readonly size: number
  readonly rgba: Uint8Array
}

interface Face {
  readonly bytes: Uint8Array
  readonly name: FaceName
  readonly units: number
  /** The offset of each character's outline. */
  readonly places: ReadonlyMap<number, number>
}

// The faces of each file, in order.
const facesOf = {
  letters: ['mono', 'bold', 'signs'],
  ideographs: ['ideographs'],
  hangul: ['hangul'],
} as const

/** The glyphs of pictures. A file is read when a character in it is first needed. */
export class GlyphBook {
  readonly #read: (file: GlyphFile) => Uint8Array
  readonly #faces = new Map<GlyphFile, readonly Face[]>()
  #emoji: EmojiBook | null = null

  constructor(read: (file: GlyphFile) => Uint8Array) {
    this.#read = read
  }

  /** The outline of a character; null if there is none. Not every character has a bold outline. */
  glyph(code: number, isBold: boolean): Glyph | null {
    const letters = this.#facesIn('letters').filter(({ places }) => places.has(code))
    const letter =
      letters.find(({ name }) => (name === 'bold') === isBold) ?? letters.find(({ name }) => name !== 'bold')
    if (letter === undefined && !isEastAsian(code)) return null
    const face = letter ?? this.#facesIn(isHangul(code) ? 'hangul' : 'ideographs')[0]
    const place = face?.places.get(code)
    return face === undefined || place === undefined ? null : readGlyph(face, place)
  }

  emoji(code: number): EmojiPicture | null {
    return this.#emojiBook().picture(code)
  }

  /** A palette ([red, green, blue] each) that approximates the colours of all emoji. */
  emojiColors(): readonly (readonly number[])[] {
    return this.#emojiBook().colors
  }

  #facesIn(file: keyof typeof facesOf): readonly Face[] {
    const known = this.#faces.get(file)
    if (known !== undefined) return known
    const bytes = this.#read(file)
    const reader = new ByteReader(bytes, 0)
    const faces = facesOf[file].map((name) => readFace(name, bytes, reader))
    this.#faces.set(file, faces)
    return faces
  }

  #emojiBook(): EmojiBook {
    this.#emoji ??= new EmojiBook(this.#read('emoji'))
    return this.#emoji
  }
}

/** Ideographs, kana, Hangul and the blocks between them. */
export function isEastAsian(code: number): boolean {
  return code >= 0x2e80 && code < 0x1f000
}

function isHangul(code: number): boolean {
  return code >= 0xac00 && code <= 0xd7a3
}

class EmojiBook {
  readonly #bytes: Uint8Array
  readonly #size: number
  readonly #places = new Map<number, number>()
  readonly colors: readonly (readonly number[])[]

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes
    const reader = new ByteReader(bytes, 0)
    this.#size = reader.number()
    for (const code of readCodes(reader)) {
      this.#places.set(code, reader.at)
      reader.at += 1 + 3 * (bytes[reader.at] ?? 0) + this.#size ** 2
    }
    this.colors = Array.from({ length: reader.byte() }, () => [reader.byte(), reader.byte(), reader.byte()])
  }

  picture(code: number): EmojiPicture | null {
    const place = this.#places.get(code)
    if (place === undefined) return null
    const size = this.#size
    const colors = place + 1
    const pixels = colors + 3 * (this.#bytes[place] ?? 0)
    const rgba = new Uint8Array(size * size * 4)
    for (let index = 0; index < size * size; index++) {
      const value = this.#bytes[pixels + index] ?? 0
      if (value === 0) continue
      const color = colors + 3 * ((value >> 2) - 1)
      rgba.set(this.#bytes.subarray(color, color + 3), 4 * index)
      rgba[4 * index + 3] = 85 * ((value & 3) + 1)
    }
    return { size, rgba }
  }
}

function readGlyph({ bytes, name, units }: Face, place: number): Glyph {
  const reader = new ByteReader(bytes, place)
  const advance = reader.number()
  // The length of the outline in bytes.
  reader.number()
  let x = 0
  let y = 0
  const contours = Array.from({ length: reader.number() }, () => {
    const count = reader.number()
    const flags = Array.from({ length: Math.ceil(count / 8) }, () => reader.byte())
    return Array.from({ length: count }, (_, index): OutlinePoint => {
      x += reader.signed()
      y += reader.signed()
      return { x, y, isOn: (((flags[index >> 3] ?? 0) >> (index & 7)) & 1) === 1 }
    })
  })
  return { face: name, units, advance, contours }
}

function readFace(name: FaceName, bytes: Uint8Array, reader: ByteReader): Face {
  const units = reader.number()
  const places = new Map<number, number>()
  for (const code of readCodes(reader)) {
    places.set(code, reader.at)
    reader.number()
    const length = reader.number()
    reader.at += length
  }
  return { bytes, name, units, places }
}

function readCodes(reader: ByteReader): readonly number[] {
  let code = 0
  return Array.from({ length: reader.number() }, () => (code += reader.number()))
}

export type GlyphFile = 'letters' | 'ideographs' | 'hangul' | 'emoji'

/** Reads a file of `.tools/make-glyphs.mjs`. The files are next to the code, in the package too (`.tools/build.mjs`). */
export function readGlyphBytes(file: GlyphFile): Uint8Array {
  return brotliDecompressSync(readFileSync(new URL(`glyphs/${file}.bin`, import.meta.url)))
}

/** Reads the variable-length integers that `.tools/make-glyphs.mjs` writes: seven bits a byte, the lowest first. */
class ByteReader {
  readonly #bytes: Uint8Array
  at: number

  constructor(bytes: Uint8Array, at: number) {
    this.#bytes = bytes
    this.at = at
  }

  byte(): number {
    return this.#bytes[this.at++] ?? 0
  }

  number(): number {
    let value = 0
    let unit = 1
    for (;;) {
      const byte = this.byte()
      value += (byte & 127) * unit
      if (byte < 128) return value
      unit *= 128
    }
  }

  /** A number that may be negative. */
  signed(): number {
    const value = this.number()
    return value % 2 === 1 ? -(value + 1) / 2 : value / 2
  }
}
