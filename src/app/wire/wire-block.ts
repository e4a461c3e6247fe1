import { Buffer } from 'node:buffer'
import type { WirePiece } from '../ports/transport.ts'

/** What passed, or was found in what passed. */
type LoggedSort = 'from-agent' | 'to-agent' | 'stderr' | 'problem'

const sorts: readonly LoggedSort[] = ['from-agent', 'to-agent', 'stderr', 'problem']
const units: readonly WirePiece['kind'][] = ['line', 'text', 'binary']

/** A line or frame, a line of stderr, or a problem in words, as the log keeps it. */
export interface LoggedMessage {
  /** Counts from 0 in the run. */
  readonly number: number
  /** null: nobody tells when it passed. */
  readonly atMs: number | null
  readonly sort: LoggedSort
  /** How it was bounded when it passed: by the end of its line, also for stderr and problems, or as a text or binary frame. */
  readonly unit: WirePiece['kind']
  /** Smaller than `sizeBytes` if only the beginning was kept. */
  readonly bytes: Buffer
  readonly sizeBytes: number
  /** How many frames of the agent's had come, with this one. */
  readonly frame: number
}

export type NewMessage = Omit<LoggedMessage, 'number'>

/** The room for the bytes of a block. One that begins with a larger message has a room of its own. */
export const blockBytes = 64 * 1024
const capacity = 1024
/** The memory of the columns of a block. */
const columnBytes = capacity * (8 + 8 + 4 + 4 + 4 + 4 + 2 + 1 + 1)
/** Whole messages of each direction that others are compared with. */
const maxBases = 3
/** A difference must save so many bytes. */
const leastSaved = 24
/** So few bytes between the common ends that it is not worth looking for longer ends. */
const fewBytes = 64
/** Fewer bytes than this are compared one by one. */
const loopBytes = 32

/** Whether both are the same between two distances from the beginning, or from the end. */
type IsSame = (at: number, until: number) => boolean

/** A whole message of the block, and how much of its beginning and end the last similar message had. */
interface Base {
  readonly index: number
  readonly from: number
  readonly to: number
  start: number
  end: number
}

/**
 * Messages in a row that are read and dropped together. A message that resembles another one of its block is kept as its difference:
 * the length of the common beginning and end, and the bytes between.
 */
export class WireBlock {
  /** The number of its first message. */
  readonly first: number
  /** How many messages it has. */
  count = 0
  #data: Buffer
  #used = 0
  /** NaN: nobody tells. */
  readonly #atMs = new Float64Array(capacity)
  readonly #sizes = new Float64Array(capacity)
  readonly #frames = new Uint32Array(capacity)
  /** Where the bytes of the message end; they begin where those of the one before end. */
  readonly #ends = new Uint32Array(capacity)
  readonly #commonStarts = new Uint32Array(capacity)
  readonly #commonEnds = new Uint32Array(capacity)
  /** The message that it is the difference from; its own index: it is whole. */
  readonly #bases = new Uint16Array(capacity)
  readonly #sorts = new Uint8Array(capacity)
  readonly #units = new Uint8Array(capacity)
  #recent: Readonly<Record<LoggedSort, Base[]>> = noBases()

  /** `room`: what the bytes are collected in until `close`. */
  constructor(first: number, room: Buffer) {
    this.first = first
    this.#data = room
  }

  /** Nothing more is added: the block takes only the memory that it needs, and leaves its room to the next one, unless it is its own. */
  close(): void {
    this.#recent = noBases()
    if (this.#data.length > blockBytes) return
    const bytes = Buffer.allocUnsafeSlow(this.#used)
    this.#data.copy(bytes, 0, 0, this.#used)
    this.#data = bytes
  }

  /** The memory that it takes. */
  get memory(): number {
    return this.#data.length + columnBytes
  }

  /** False: there is no room for the message, which is not added. The bytes are copied. */
  add(message: NewMessage): boolean {
    if (this.count === capacity) return false
    const bases = this.#recent[message.sort]
    // No iterators: nearly all messages of a run come before this is compiled.
    for (let at = 0; at < bases.length; at++) {
      const base = bases[at]
      if (base !== undefined && this.#addDifference(message, base)) return true
    }
    return this.#addWhole(message, bases)
  }

  /** The message at an index. Its bytes are a copy. */
  at(index: number): LoggedMessage {
    return {
      number: this.first + index,
      atMs: this.timeAt(index),
      sort: sorts[this.#sorts[index] ?? 0] ?? 'from-agent',
      unit: units[this.#units[index] ?? 0] ?? 'line',
      bytes: this.#bytesAt(index),
      sizeBytes: this.sizeAt(index),
      frame: this.frameAt(index),
    }
  }

  timeAt(index: number): number | null {
    const atMs = this.#atMs[index] ?? Number.NaN
    return Number.isNaN(atMs) ? null : atMs
  }

  sizeAt(index: number): number {
    return this.#sizes[index] ?? 0
  }

  frameAt(index: number): number {
    return this.#frames[index] ?? 0
  }

  isFromAgent(index: number): boolean {
    return this.#sorts[index] === 0
  }

  /** Adds a message as the bytes between what its beginning and its end share with the base; false: that saves too little. */
  #addDifference(message: NewMessage, base: Base): boolean {
    const { bytes } = message
    const { start: lastStart, end: lastEnd } = base
    this.#findSharedEnds(base, bytes)
    const { start, end } = base
    const length = bytes.length - start - end
    if (start + end < leastSaved || length > bytes.length / 2 || this.#used + length > this.#data.length) {
      base.start = lastStart
      base.end = lastEnd
      return false
    }
    bytes.copy(this.#data, this.#used, start, start + length)
    this.#commonStarts[this.count] = start
    this.#commonEnds[this.count] = end
    this.#complete(message, base.index, length)
    return true
  }

  /**
   * Sets how much of the beginning and the end of both is the same, without overlapping; at most `fewBytes` less than that. What the
   * last message had is tried first.
   */
  #findSharedEnds(base: Base, bytes: Buffer): void {
    const { from, to, start, end } = base
    const data = this.#data
    const { length } = bytes
    const limit = Math.min(to - from, length)
    const isStart: IsSame = (at, until) => data.compare(bytes, at, until, from + at, from + until) === 0
    const isEnd: IsSame = (at, until) =>
      data.compare(bytes, length - until, length - at, to - until, to - at) === 0
    // Nearly all messages of a stream: the last one had the same ends.
    const isEnough = start + end <= limit && length - start - end <= fewBytes
    if (isEnough && isStart(0, start) && isEnd(0, end)) return
    base.start = commonLength(limit, isStart, (at) => data[from + at] === bytes[at])
    base.end = commonLength(limit - base.start, isEnd, (at) => data[to - at - 1] === bytes[length - at - 1])
  }

  #addWhole(message: NewMessage, bases: Base[]): boolean {
    const { bytes } = message
    const [index, from] = [this.count, this.#used]
    const to = from + bytes.length
    if (to > this.#data.length) return false
    bytes.copy(this.#data, from)
    this.#complete(message, index, bytes.length)
    bases.unshift({ index, from, to, start: 0, end: 0 })
    if (bases.length > maxBases) bases.pop()
    return true
  }

  /** So many bytes of the message are written. */
  #complete(message: NewMessage, base: number, length: number): void {
    const index = this.count++
    this.#used += length
    this.#bases[index] = base
    this.#atMs[index] = message.atMs ?? Number.NaN
    this.#sizes[index] = message.sizeBytes
    this.#frames[index] = message.frame
    this.#ends[index] = this.#used
    this.#sorts[index] = sorts.indexOf(message.sort)
    this.#units[index] = units.indexOf(message.unit)
  }

  #bytesAt(index: number): Buffer {
    const own = this.#ownBytes(index)
    const base = this.#bases[index] ?? index
    if (base === index) return Buffer.from(own)
    const whole = this.#ownBytes(base)
    const end = whole.length - (this.#commonEnds[index] ?? 0)
    return Buffer.concat([whole.subarray(0, this.#commonStarts[index]), own, whole.subarray(end)])
  }

  #ownBytes(index: number): Buffer {
    return this.#data.subarray(index === 0 ? 0 : this.#ends[index - 1], this.#ends[index])
  }
}

function noBases(): Readonly<Record<LoggedSort, Base[]>> {
  return { 'from-agent': [], 'to-agent': [], stderr: [], problem: [] }
}

/**
 * How far both are the same, at most `limit`. Long runs are compared natively, in steps that grow and then by halving; a few bytes are
 * compared faster one by one.
 */
function commonLength(limit: number, isRun: IsSame, isByte: (at: number) => boolean): number {
  let known = 0
  let step = loopBytes
  for (; known + step <= limit && isRun(known, known + step); step *= 2) known += step
  for (; step > loopBytes; step /= 2) if (known + step <= limit && isRun(known, known + step)) known += step
  while (known < limit && isByte(known)) known++
  return known
}
