/** Reads the variable-length integers that `.tools/make-glyphs.mjs` writes: seven bits a byte, the lowest first. */
export class ByteReader {
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
