import type { Buffer } from 'node:buffer'
import { LineCutter, lineLimitBytes, type CutLine } from '../protocol/wire/line-cutter.ts'
import type { LineKind, TapFrame } from './frame-log.ts'

/** What is looked at in one turn of the event loop. */
const turnBytes = 256 * 1024
/** With more than this waiting, all of it is looked at: memory is bounded. */
const maxWaitingBytes = 16 * 1024 * 1024

interface Copy {
  readonly kind: LineKind
  readonly t: number
  readonly chunk: Buffer
}

/** Copies of bytes that have been passed on. Cuts them into lines in turns of the event loop after the one in which they passed. */
export class CopiedBytes {
  readonly #take: (frame: TapFrame) => void
  readonly #cutters: Readonly<Record<LineKind, LineCutter>> = {
    in: new LineCutter(lineLimitBytes),
    out: new LineCutter(lineLimitBytes),
    err: new LineCutter(stderrLimitBytes),
  }
  #waiting: Copy[] = []
  #waitingBytes = 0
  #isAwake = false
  #count = 0
  #lastMs = 0

  constructor(take: (frame: TapFrame) => void) {
    this.#take = take
  }

  add(kind: LineKind, chunk: Buffer, t: number): void {
    this.#waiting.push({ kind, chunk, t })
    this.#waitingBytes += chunk.length
    this.#wake()
  }

  /** Takes what waits, and unfinished lines too. */
  end(t: number): void {
    this.#look(Infinity)
    for (const kind of ['out', 'in', 'err'] as const)
      for (const line of this.#cutters[kind].end()) this.#takeLine(kind, line, t)
  }

  /** The last frame: how the tap has ended. */
  ended(status: number, reason: string, t: number): void {
    this.#take({ ...this.#next(t), kind: 'end', status, reason })
  }

  /** A line of the tap's own, among those of the agent's stderr. */
  say(bytes: Buffer, t: number): void {
    this.#take({ ...this.#next(t), kind: 'err', bytes, sizeBytes: bytes.length })
  }

  #wake(): void {
    if (this.#isAwake) return
    this.#isAwake = true
    setImmediate(() => {
      this.#isAwake = false
      this.#look(this.#waitingBytes > maxWaitingBytes ? Infinity : turnBytes)
      if (this.#waiting.length > 0) this.#wake()
    })
  }

  #look(budget: number): void {
    let seen = 0
    let bytes = 0
    for (const { kind, chunk, t } of this.#waiting) {
      if (bytes >= budget) break
      seen++
      bytes += chunk.length
      for (const line of this.#cutters[kind].push(chunk)) this.#takeLine(kind, line, t)
    }
    this.#waiting = seen === this.#waiting.length ? [] : this.#waiting.slice(seen)
    this.#waitingBytes -= bytes
  }

  #takeLine(kind: LineKind, line: CutLine, t: number): void {
    const bytes = line.type === 'line' ? line.bytes : line.start
    const sizeBytes = line.type === 'line' ? bytes.length : line.sizeBytes
    this.#take({ ...this.#next(t), kind, bytes, sizeBytes })
  }

  /** In whole microseconds, and never before the time of the frame before. */
  #next(t: number): { readonly n: number; readonly t: number } {
    this.#lastMs = Math.max(this.#lastMs, Math.round(t * 1000) / 1000)
    return { n: ++this.#count, t: this.#lastMs }
  }
}

const stderrLimitBytes = 64 * 1024
