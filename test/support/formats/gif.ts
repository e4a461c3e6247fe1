// Reads GIF files, frame by frame.

/** A frame of a GIF, as it looks with all before it. */
export interface GifFrame {
  /** In hundredths of a second. */
  readonly delay: number
  readonly left: number
  readonly top: number
  readonly width: number
  readonly height: number
  /** How many pixels of its rectangle it draws; the others are transparent. */
  readonly drawn: number
  /** The whole picture: a colour (0xrrggbb) for each pixel. */
  readonly pixels: Int32Array
}

export interface Gif {
  readonly width: number
  readonly height: number
  readonly palette: readonly number[]
  readonly loops: boolean
  readonly frames: readonly GifFrame[]
}

/** Reads a GIF of one palette whose frames stay, as strictly as it is written. Throws where anything is off. */
export function readGif(bytes: Uint8Array): Gif {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const text = (at: number, length: number): string => String.fromCharCode(...bytes.subarray(at, at + length))
  const expectByte = (at: number, wanted: number): void => {
    if (bytes[at] !== wanted) throw new Error(`byte ${at} is ${bytes[at]} and not ${wanted}`)
  }
  if (text(0, 6) !== 'GIF89a') throw new Error('no GIF')
  const [width, height] = [view.getUint16(6, true), view.getUint16(8, true)]
  expectByte(10, 0xf7)
  const palette = Array.from({ length: 256 }, (_, index) => {
    const at = 13 + 3 * index
    return ((bytes[at] ?? 0) << 16) | ((bytes[at + 1] ?? 0) << 8) | (bytes[at + 2] ?? 0)
  })
  let at = 13 + 3 * 256
  let loops = false
  if (bytes[at + 1] === 0xff) {
    if (text(at + 3, 11) !== 'NETSCAPE2.0' || view.getUint16(at + 16, true) !== 0) throw new Error('no loop')
    loops = true
    at += 19
  }
  const frames: GifFrame[] = []
  let pixels: Int32Array = new Int32Array(width * height).fill(-1)
  while (bytes[at] !== 0x3b) {
    for (const [index, wanted] of [0x21, 0xf9, 4, 5].entries()) expectByte(at + index, wanted)
    const delay = view.getUint16(at + 4, true)
    const transparent = bytes[at + 6]
    expectByte(at + 7, 0)
    expectByte(at + 8, 0x2c)
    const [left = 0, top = 0, wide = 0, high = 0] = [9, 11, 13, 15].map((offset) =>
      view.getUint16(at + offset, true),
    )
    if (wide === 0 || high === 0 || left + wide > width || top + high > height)
      throw new Error('a frame outside')
    expectByte(at + 17, 0)
    const blocks = readBlocks(bytes, at + 19)
    const indexes = unpacked(blocks.data, bytes[at + 18] ?? 0)
    if (indexes.length !== wide * high) throw new Error(`${indexes.length} pixels for ${wide}×${high}`)
    pixels = pixels.slice()
    for (const [index, color] of indexes.entries()) {
      if (color === transparent) continue
      pixels[(top + Math.floor(index / wide)) * width + left + (index % wide)] = palette[color] ?? 0
    }
    const drawn = indexes.filter((color) => color !== transparent).length
    frames.push({ delay, left, top, width: wide, height: high, drawn, pixels })
    at = blocks.end
  }
  if (at + 1 !== bytes.length) throw new Error('something after the end')
  return { width, height, palette, loops, frames }
}

function readBlocks(bytes: Uint8Array, start: number): { data: Uint8Array; end: number } {
  const data: number[] = []
  let at = start
  for (let length = bytes[at] ?? 0; length > 0; length = bytes[at] ?? 0) {
    data.push(...bytes.subarray(at + 1, at + 1 + length))
    at += length + 1
  }
  return { data: Uint8Array.from(data), end: at + 1 }
}

/** What `LzwPacker` packed, without its blocks. */
export function unpacked(data: Uint8Array, bits: number): readonly number[] {
  const [clear, end] = [1 << bits, (1 << bits) + 1]
  const out: number[] = []
  let strings: (readonly number[])[] = []
  let size = bits + 1
  let before: readonly number[] | null = null
  let [held, count] = [0, 0]
  for (const byte of data) {
    held |= byte << count
    count += 8
    while (count >= size) {
      const code = held & ((1 << size) - 1)
      held >>>= size
      count -= size
      if (code === end) return out
      if (code === clear) {
        strings = Array.from({ length: end + 1 }, (_, index) => (index < clear ? [index] : []))
        size = bits + 1
        before = null
        continue
      }
      const known = strings[code]
      if (known === undefined && (before === null || code !== strings.length)) throw new Error(`code ${code}`)
      const string: readonly number[] = known ?? [...(before ?? []), before?.[0] ?? 0]
      out.push(...string)
      if (before !== null && strings.length < 4096) strings.push([...before, string[0] ?? 0])
      if (strings.length === 1 << size && size < 12) size++
      before = string
    }
  }
  throw new Error('no end')
}
