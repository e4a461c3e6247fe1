import type { Socket } from 'node:net'
import { gapLine } from '../protocol/tap/tap-stream.ts'
import type { FrameLog } from './frame-log.ts'
import { framePieces } from './tap-frame.ts'

/** What is written in one turn of the event loop, in characters. */
const turnLength = 128 * 1024
/** What is given to the socket at once. */
const writeLength = 32 * 1024

/**
 * Somebody who watches a tap. It has a place in the log and takes frames from there as fast as it reads: what is dropped from the log before
 * it has read so far is a gap, of which it is told. Nothing waits for it.
 */
export class Viewer {
  readonly #socket: Socket
  readonly #log: FrameLog
  /** What was dropped before it came is no fault of its own. */
  readonly #cameAt: number
  #next = 1
  /** The rest of a frame that is being written. */
  #pieces: Iterator<string> | null = null
  #lastMs = 0
  #isWaiting = false

  constructor(socket: Socket, log: FrameLog) {
    this.#socket = socket
    this.#log = log
    this.#cameAt = log.nextNumber
    socket.on('drain', () => this.#write(turnLength))
    // A viewer has nothing to say; who writes is something else.
    socket.on('data', () => void socket.destroy())
  }

  /** There is something to write. */
  wake(): void {
    if (this.#isWaiting) return
    this.#isWaiting = true
    setImmediate(() => {
      this.#isWaiting = false
      this.#write(turnLength)
    })
  }

  /** Writes what the socket takes at once. */
  end(): void {
    this.#write(Infinity)
    this.#socket.end()
  }

  #write(budget: number): void {
    let written = 0
    while (!this.#socket.writableNeedDrain && !this.#socket.destroyed) {
      if (written >= budget) return this.wake()
      const text = this.#text()
      if (text === '') return
      this.#socket.write(text)
      written += text.length
    }
  }

  /** Some text of the following frames; '' if there are none. */
  #text(): string {
    let text = ''
    while (text.length < writeLength) {
      const piece = this.#piece()
      if (piece === null) break
      text += piece
    }
    return text
  }

  #piece(): string | null {
    for (;;) {
      const piece = this.#pieces?.next()
      if (piece !== undefined && piece.done !== true) return piece.value
      this.#pieces = null
      const following = this.#log.at(this.#next)
      if (following === null) return null
      if (following.type === 'dropped') {
        const { from, to } = following
        this.#next = to + 1
        return `${gapLine({ t: this.#lastMs, from, to, why: to < this.#cameAt ? 'past' : 'slow' })}\n`
      }
      this.#next++
      this.#lastMs = following.frame.t
      this.#pieces = framePieces(following.frame)
    }
  }
}
