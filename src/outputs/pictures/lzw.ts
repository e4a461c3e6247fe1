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

const colorBits = 8
/** The codes after those of the colours: to empty the dictionary, and to end. */
const [clear, end] = [256, 257]

/**
 * The LZW compression of GIF: codes of increasing length in blocks of at most 255 bytes, after a byte with the initial code
 * size. https://www.w3.org/Graphics/GIF/spec-gif89a.txt (appendix F)
 */
export class LzwPacker {
  readonly #codes = new CodeTable()

  /** For 256 colours. */
  blocks(indexes: Uint8Array): Uint8Array {
    const codes = this.#codes
    codes.clear()
    const out = new BlockWriter(colorBits)
    let next = end + 1
    let size = colorBits + 1
    out.code(clear, size)
    let prefix = indexes[0] ?? 0
    for (let at = 1; at < indexes.length; at++) {
      const color = indexes[at] ?? 0
      const key = (prefix << 8) | color
      const known = codes.get(key)
      if (known !== 0) {
        prefix = known
        continue
      }
      out.code(prefix, size)
      if (next < 4096) {
        codes.set(key, next)
        // A decoder adds each code one step later.
        if (next === 1 << size && size < 12) size++
        next++
      } else {
        out.code(clear, size)
        codes.clear()
        next = end + 1
        size = colorBits + 1
      }
      prefix = color
    }
    out.code(prefix, size)
    if (next === 1 << size && size < 12) size++
    out.code(end, size)
    return out.finish()
  }
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
