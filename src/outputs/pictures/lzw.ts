/** The LZW dictionary: the code of each known string, by its prefix's code and its last colour. 0 if unknown. */
class CodeTable {
  // An array for 4096 codes and 256 colours: a Map is too slow for a lookup per pixel.
  readonly #codes = new Uint16Array(4096 * 256)
  readonly #used = new Uint32Array(4096)
  #count = 0

  get(key: number): number {
    return this.#codes[key] ?? 0
  }

  set(key: number, code: number): void {
    this.#codes[key] = code
    this.#used[this.#count++] = key
  }

  clear(): void {
    for (let index = 0; index < this.#count; index++) this.#codes[this.#used[index] ?? 0] = 0
    this.#count = 0
  }
}

/** The codes of the known strings of one colour only. Most pixels have the colour of the one before. */
class RunTable {
  /** Of each colour, by the length of the string. */
  readonly #codes = Array.from({ length: 256 }, (_, color) => [0, color])
  readonly #longest = new Uint16Array(256).fill(1)

  longest(color: number): number {
    return this.#longest[color] ?? 1
  }

  code(color: number, length: number): number {
    return this.#codes[color]?.[length] ?? 0
  }

  /** Adds the string that is longer by one than the longest. */
  add(color: number, code: number): void {
    const length = this.longest(color) + 1
    this.#longest[color] = length
    const codes = this.#codes[color]
    if (codes !== undefined) codes[length] = code
  }

  clear(): void {
    this.#longest.fill(1)
  }
}

const colorBits = 8
/** The codes after those of the colours: to empty the dictionary, and to end. */
const [clear, end] = [256, 257]

/**
 * The LZW compression of GIF: codes of increasing length in blocks of at most 255 bytes, after a byte with the initial code
 * size. https://www.w3.org/Graphics/GIF/spec-gif89a.txt (appendix F)
 */
export class LzwPacker {
  readonly #codes = new CodeTable()
  readonly #runs = new RunTable()

  /** For 256 colours. */
  blocks(indexes: Uint8Array): Uint8Array {
    const [codes, runs] = [this.#codes, this.#runs]
    codes.clear()
    runs.clear()
    const out = new BlockWriter(colorBits)
    let next = end + 1
    let size = colorBits + 1
    out.code(clear, size)
    let prefix = indexes[0] ?? 0
    /** The prefix has one colour only, and this length; 0: it has several. */
    let run = 1
    let runEnd = endOfRun(indexes, 0)
    for (let at = 1; at < indexes.length; at++) {
      const color = indexes[at] ?? 0
      if (run > 0 && at < runEnd) {
        // Each shorter string of this colour is known: the longest one is taken at once.
        const length = Math.min(runs.longest(color), run + runEnd - at)
        if (length > run) {
          at += length - run - 1
          run = length
          prefix = runs.code(color, length)
          continue
        }
      }
      const key = (prefix << 8) | color
      const known = codes.get(key)
      if (known !== 0) {
        prefix = known
        run = 0
        continue
      }
      out.code(prefix, size)
      if (next < 4096) {
        if (run > 0 && at < runEnd) runs.add(color, next)
        else codes.set(key, next)
        // A decoder adds each code one step later.
        if (next === 1 << size && size < 12) size++
        next++
      } else {
        out.code(clear, size)
        codes.clear()
        runs.clear()
        next = end + 1
        size = colorBits + 1
      }
      prefix = color
      run = 1
      if (at >= runEnd) runEnd = endOfRun(indexes, at)
    }
    out.code(prefix, size)
    if (next === 1 << size && size < 12) size++
    out.code(end, size)
    return out.finish()
  }
}

/** The index behind the pixels that have the colour of one. */
function endOfRun(indexes: Uint8Array, at: number): number {
  const color = indexes[at]
  let end = at + 1
  while (end < indexes.length && indexes[end] === color) end++
  return end
}

class BlockWriter {
  #bytes: Uint8Array = new Uint8Array(1024)
  #length = 2
  /** The index of the current block's length byte. */
  #block = 1
  #held = 0
  #bits = 0

  constructor(firstBits: number) {
    this.#bytes[0] = firstBits
  }

  code(code: number, size: number): void {
    this.#held |= code << this.#bits
    this.#bits += size
    for (; this.#bits >= 8; this.#bits -= 8) {
      this.#byte(this.#held & 255)
      this.#held >>>= 8
    }
  }

  finish(): Uint8Array {
    if (this.#bits > 0) this.#byte(this.#held & 255)
    const length = this.#length - this.#block - 1
    this.#bytes[this.#block] = length
    // An empty block is the terminator.
    if (length > 0) this.#put(0)
    return this.#bytes.slice(0, this.#length)
  }

  #byte(byte: number): void {
    this.#put(byte)
    if (this.#length - this.#block <= 255) return
    this.#bytes[this.#block] = 255
    this.#block = this.#length
    this.#put(0)
  }

  #put(byte: number): void {
    if (this.#length === this.#bytes.length) {
      const longer = new Uint8Array(this.#bytes.length * 2)
      longer.set(this.#bytes)
      this.#bytes = longer
    }
    this.#bytes[this.#length++] = byte
  }
}
