import { Buffer } from 'node:buffer'

const blockBytes = 64 * 1024
/** The most bytes of UTF-8 for one UTF-16 unit. */
const bytesOfUnit = 3
const lineEnd = Buffer.from('}\n')

/** Collects short lines in blocks of bytes, which are passed to `take` in order. Large ones are passed on without being copied. */
export class LineBlocks {
  readonly #take: (bytes: Buffer) => void
  #block = Buffer.alloc(0)
  /** The part of the block that is not passed on yet. */
  #from = 0
  #to = 0

  constructor(take: (bytes: Buffer) => void) {
    this.#take = take
  }

  addText(text: string): void {
    if (text.length * bytesOfUnit > blockBytes / 2) this.#addLarge(Buffer.from(text))
    else {
      const block = this.#withRoom(text.length * bytesOfUnit)
      this.#to += block.write(text, this.#to)
    }
  }

  /**
   * Adds a line of ASCII characters, bytes that must not change, and a closing brace. True if the bytes were passed on
   * without being copied.
   */
  addMessage(start: string, bytes: Buffer): boolean {
    if (bytes.length > blockBytes / 2) {
      this.addText(start)
      this.#addLarge(bytes)
      this.addText('}\n')
      return true
    }
    const block = this.#withRoom(start.length + bytes.length + lineEnd.length)
    this.#to += block.write(start, this.#to, 'latin1')
    this.#to += bytes.copy(block, this.#to)
    for (const byte of lineEnd) block[this.#to++] = byte
    return false
  }

  /** Passes on the current block. */
  flush(): void {
    if (this.#from < this.#to) this.#take(this.#block.subarray(this.#from, this.#to))
    this.#from = this.#to
  }

  #addLarge(bytes: Buffer): void {
    this.flush()
    this.#take(bytes)
  }

  #withRoom(bytes: number): Buffer {
    if (this.#to + bytes > this.#block.length) {
      this.flush()
      this.#block = Buffer.allocUnsafeSlow(blockBytes)
      this.#from = 0
      this.#to = 0
    }
    return this.#block
  }
}
