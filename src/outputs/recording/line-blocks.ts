import { Buffer } from 'node:buffer'

const blockBytes = 64 * 1024
/** The most bytes of UTF-8 for one UTF-16 unit. */
const bytesOfUnit = 3
const lineEnd = Buffer.from('}\n')
/** Blocks kept for reuse: new memory costs more than writing into it. */
const blocksKept = 8

/** Receives blocks in order, and calls `release` when the bytes are not needed any more. */
export type TakeBytes = (bytes: Buffer, release: () => void) => void

interface Block {
  readonly bytes: Buffer
  /** Parts of it that are not released yet. */
  used: number
}

/** Collects short lines in blocks of bytes. Large ones are passed on without being copied. */
export class LineBlocks {
  readonly #take: TakeBytes
  readonly #free: Block[] = []
  #block: Block | null = null
  #from = 0
  #to = 0

  constructor(take: TakeBytes) {
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
    const block = this.#block
    if (block === null || this.#from === this.#to) return
    block.used++
    this.#take(block.bytes.subarray(this.#from, this.#to), () => this.#released(block))
    this.#from = this.#to
  }

  #addLarge(bytes: Buffer): void {
    this.flush()
    this.#take(bytes, () => undefined)
  }

  #withRoom(bytes: number): Buffer {
    if (this.#block !== null && this.#to + bytes <= blockBytes) return this.#block.bytes
    this.flush()
    const last = this.#block
    this.#block = this.#free.pop() ?? { bytes: Buffer.allocUnsafeSlow(blockBytes), used: 0 }
    this.#from = 0
    this.#to = 0
    if (last !== null) this.#keep(last)
    return this.#block.bytes
  }

  #released(block: Block): void {
    block.used--
    if (block !== this.#block) this.#keep(block)
  }

  #keep(block: Block): void {
    if (block.used === 0 && this.#free.length < blocksKept) this.#free.push(block)
  }
}
