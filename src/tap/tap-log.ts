// Passing bytes on, and the copies of those that have passed: cut into numbered frames, kept up to a limit, and written for viewers.
import { isUtf8, type Buffer } from 'node:buffer'
import type { Readable, Writable } from 'node:stream'
import { StringDecoder } from 'node:string_decoder'
import { writeJson } from '../lib/json/write-json.ts'
import { LineCutter, lineLimitBytes, type CutLine } from '../protocol/wire/line-cutter.ts'

/** A line that has passed: `in` from the agent, `out` to it, `err` of its stderr; or how the tap ended. */
export type TapMessage = NumberedTime &
  (
    | {
        readonly kind: LineKind
        readonly bytes: Buffer
        /** The size of the whole line; more than that of `bytes` if it was too long to be kept. */
        readonly sizeBytes: number
      }
    | { readonly kind: 'end'; readonly status: number; readonly reason: string }
  )

interface NumberedTime {
  readonly n: number
  /** Milliseconds since the start of the tap. */
  readonly t: number
}

export type LineKind = 'in' | 'out' | 'err'

/** What a frame takes in memory beside its bytes. */
const messageCost = 160

/** An estimate of the memory that a frame takes in the log, in bytes. */
export function costOf(frame: TapMessage): number {
  return messageCost + (frame.kind === 'end' ? 0 : frame.bytes.length)
}

/** Lines up to this size are written at once; larger ones in pieces, so that no turn of the event loop takes long. */
const pieceBytes = 48 * 1024

/** A frame as a line of the stream to viewers, in pieces. */
export function* messagePieces(frame: TapMessage): Generator<string> {
  const { n, t } = frame
  if (frame.kind === 'end') {
    yield `${writeJson({ t, n, end: { status: frame.status, reason: frame.reason } })}\n`
    return
  }
  const { kind, bytes, sizeBytes } = frame
  const isText = sizeBytes === bytes.length && isUtf8(bytes)
  if (kind === 'err') yield `${writeJson({ t, n, err: bytes.toString('utf8') })}\n`
  else if (isText && bytes.length <= pieceBytes)
    yield `${writeJson({ t, n, [kind]: bytes.toString('utf8') })}\n`
  else if (isText) {
    yield `{"t":${t},"n":${n},"${kind}":"`
    yield* textPieces(bytes)
    yield '"}\n'
  } else {
    yield `{"t":${t},"n":${n},"${kind}64":"`
    for (let at = 0; at < bytes.length; at += pieceBytes) yield bytes.toString('base64', at, at + pieceBytes)
    yield sizeBytes > bytes.length ? `","of":${sizeBytes}}\n` : '"}\n'
  }
}

function* textPieces(bytes: Buffer): Generator<string> {
  const decoder = new StringDecoder('utf8')
  for (let at = 0; at < bytes.length; at += pieceBytes)
    yield writeJson(decoder.write(bytes.subarray(at, at + pieceBytes))).slice(1, -1)
}

/** What follows a number in the log: a frame, or the frames that were dropped; null: nothing yet. */
export type Following =
  | { readonly type: 'frame'; readonly frame: TapMessage }
  | { readonly type: 'dropped'; readonly from: number; readonly to: number }
  | null

/** The part of the limit that belongs to the first frames: a conversation is not understood without its beginning. */
const partOfBeginning = 1 / 16

/** The frames of a tap, numbered from 1. Keeps the first ones and the last ones, up to a limit. */
export class TapLog {
  readonly #limitBytes: number
  readonly #beginning: TapMessage[] = []
  #beginningBytes = 0
  #isBeginning = true
  #last: TapMessage[] = []
  /** The index of the oldest of the last frames that is kept. */
  #from = 0
  #lastBytes = 0
  #count = 0

  constructor(limitBytes: number) {
    this.#limitBytes = limitBytes
  }

  get nextNumber(): number {
    return this.#count + 1
  }

  add(frame: TapMessage): void {
    this.#count++
    const cost = costOf(frame)
    const ofBeginning = this.#limitBytes * partOfBeginning
    this.#isBeginning &&= this.#beginningBytes + cost <= ofBeginning
    if (this.#isBeginning) {
      this.#beginning.push(frame)
      this.#beginningBytes += cost
      return
    }
    this.#last.push(frame)
    this.#lastBytes += cost
    while (this.#lastBytes > this.#limitBytes - ofBeginning) this.#dropOldest()
  }

  /** What follows the frame before `number`. */
  at(number: number): Following {
    const inBeginning = this.#beginning[number - 1]
    if (inBeginning !== undefined) return { type: 'frame', frame: inBeginning }
    const oldest = this.#count - (this.#last.length - this.#from) + 1
    if (number < oldest) return { type: 'dropped', from: number, to: oldest - 1 }
    const frame = this.#last[this.#from + number - oldest]
    return frame === undefined ? null : { type: 'frame', frame }
  }

  #dropOldest(): void {
    const oldest = this.#last[this.#from]
    if (oldest === undefined) return
    this.#lastBytes -= costOf(oldest)
    this.#from++
    // Rarely, so that each frame is moved once on average.
    if (this.#from < 1024 || this.#from * 2 < this.#last.length) return
    this.#last = this.#last.slice(this.#from)
    this.#from = 0
  }
}

/** What is looked at in one turn of the event loop. */
const turnBytes = 256 * 1024
/** With more than this waiting, all of it is looked at: memory is bounded. */
const maxWaitingBytes = 16 * 1024 * 1024

/** Copies of bytes that have been passed on. Cuts them into lines in turns of the event loop after the one in which they passed. */
export class CopiedBytes {
  readonly #take: (frame: TapMessage) => void
  readonly #cutters: Readonly<Record<LineKind, LineCutter>> = {
    in: new LineCutter(lineLimitBytes),
    out: new LineCutter(lineLimitBytes),
    err: new LineCutter(stderrLimitBytes),
  }
  #waiting: { readonly kind: LineKind; readonly t: number; readonly chunk: Buffer }[] = []
  #waitingBytes = 0
  #isAwake = false
  #count = 0
  #lastMs = 0

  constructor(take: (frame: TapMessage) => void) {
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
  #next(t: number): NumberedTime {
    this.#lastMs = Math.max(this.#lastMs, Math.round(t * 1000) / 1000)
    return { n: ++this.#count, t: this.#lastMs }
  }
}

const stderrLimitBytes = 64 * 1024

/** Changes bytes on their way; `end` gives what was held back. */
export interface ByteChange {
  pass(chunk: Buffer): Buffer
  end(): Buffer
}

export interface Passing {
  readonly from: Readable
  readonly to: Writable
  /** Called with each piece after it was written: as it came, and as it went on. */
  readonly copied: (came: Buffer, went: Buffer) => void
  /** null: the bytes stay as they are. */
  readonly change: ByteChange | null
  /** The end is not passed on. */
  readonly staysOpen?: true
}

/**
 * Writes what is read from one stream to another, piece by piece as it comes: reading stops while the reader at the other end is behind,
 * the end is passed on, and where that reader is gone, reading ends.
 */
export function passBytes({ from, to, copied, change, staysOpen }: Passing): void {
  from.on('data', (came: Buffer) => {
    const went = change === null ? came : change.pass(came)
    if (went.length > 0 && !to.write(went)) from.pause()
    copied(came, went)
  })
  to.on('drain', () => from.resume())
  const end = (): void => {
    const rest = change?.end()
    if (rest !== undefined && rest.length > 0) {
      to.write(rest)
      copied(rest.subarray(0, 0), rest)
    }
    if (staysOpen !== true) to.end()
  }
  from.once('end', end)
  // Without an end, as when the other side has crashed.
  from.once('error', end)
  from.on('error', () => undefined)
  const stop = (): void => void from.destroy()
  to.on('error', stop)
  to.once('close', stop)
}
