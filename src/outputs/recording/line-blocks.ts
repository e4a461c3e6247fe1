import { Buffer } from 'node:buffer'

const blockBytes = 64 * 1024
/** UTF-8 takes no more for one of a text's units. */
const bytesOfUnit = 3
const lineEnd = Buffer.from('}\n')
/** Blocks kept for the next lines: memory that was never used costs more than what is written into it. */
const blocksKept = 8

/** Where blocks go, in order; `release` is to be called when the bytes are not needed any more. */
export type TakeBytes = (bytes: Buffer, release: () => void) => void

interface Block {
  readonly bytes: Buffer
  /** Parts of it that were given away and not released. */
  used: number
}

/** Collects many short lines in few blocks of bytes. What is large goes on as it is, without being copied. */
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
   * A line of a few ASCII characters, bytes that stay as they are from now on, and a closing brace. True when they went on
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

  /** Nothing is left here afterwards. */
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
