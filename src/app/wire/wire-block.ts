import { Buffer } from 'node:buffer'
import type { WirePiece } from '../ports/transport.ts'
import {
  commonEnd,
  commonStart,
  hasSameEnd,
  hasSameStart,
  type ByteSpan,
  readPieces,
  writePieces,
} from './common-pieces.ts'

/** What passed, or was found in what passed. */
type LoggedSort = 'from-agent' | 'to-agent' | 'stderr' | 'problem'

const sorts: readonly LoggedSort[] = ['from-agent', 'to-agent', 'stderr', 'problem']

/** How a message was bounded when it passed: by the end of its line, or as a text or binary frame. */
type LoggedUnit = WirePiece['kind']

const units: readonly LoggedUnit[] = ['line', 'text', 'binary']

/** A line or frame, a line of stderr, or a problem in words, as the log keeps it. */
export interface LoggedMessage {
  /** Counts from 0 in the run. */
  readonly number: number
  /** null: nobody tells when it passed. */
  readonly atMs: number | null
  readonly sort: LoggedSort
  /** `line` also for stderr and problems. */
  readonly unit: LoggedUnit
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
const columnBytes = capacity * (8 + 8 + 4 + 4 + 4 + 4 + 2 + 1)
/** Whole messages of each direction that others are compared with. */
const maxBases = 3
/** A difference must save so many bytes. */
const leastSaved = 24
/** Messages from this size on can differ from others in several places. */
const piecedBytes = 4 * 1024
/** Marks a message that is kept in pieces, in place of the length of its common beginning. */
const inPieces = 0xffffffff
/** Where the sort and the unit of a message stand in one byte. */
const sortBits = 3
const unitShift = 2

/** A whole message of the block, and how much of its beginning and end the last similar message had. */
interface Base extends ByteSpan {
  readonly index: number
  start: number
  end: number
}

/**
 * Messages in a row that are read and dropped together. A message that resembles another one of its block is kept as its difference:
 * the length of the common beginning and end, and the bytes between; a longer message as all the pieces that they have in common.
 */
export class WireBlock {
  /** The number of its first message. */
  readonly first: number
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
  /** The sort of the message, and its unit above that. */
  readonly #sorts = new Uint8Array(capacity)
  #recent: Readonly<Record<LoggedSort, Base[]>> = {
    'from-agent': [],
    'to-agent': [],
    stderr: [],
    problem: [],
  }

  /** `room`: what the bytes are collected in until `close`. */
  constructor(first: number, room: Buffer) {
    this.first = first
    this.#data = room
  }

  /** Nothing more is added: the block takes only the memory that it needs, and leaves its room to the next one. */
  close(): void {
    const bytes = Buffer.allocUnsafeSlow(this.#used)
    this.#data.copy(bytes, 0, 0, this.#used)
    this.#data = bytes
    this.#recent = { 'from-agent': [], 'to-agent': [], stderr: [], problem: [] }
  }

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
    const bits = this.#sorts[index] ?? 0
    const sort = sorts[bits & sortBits] ?? 'from-agent'
    const unit = units[bits >> unitShift] ?? 'line'
    return {
      number: this.first + index,
      atMs: this.timeAt(index),
      sort,
      unit,
      bytes: this.#bytesAt(index),
      sizeBytes: this.#sizes[index] ?? 0,
      frame: this.#frames[index] ?? 0,
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
    return ((this.#sorts[index] ?? 0) & sortBits) === 0
  }

  #addDifference(message: NewMessage, base: Base): boolean {
    return message.bytes.length < piecedBytes
      ? this.#addBetween(message, base)
      : this.#addPieces(message, base)
  }

  /** Adds a message as the bytes between what its beginning and its end share with the base; false: that saves too little. */
  #addBetween(message: NewMessage, base: Base): boolean {
    const { bytes } = message
    const { start: lastStart, end: lastEnd } = base
    findSharedEnds(base, bytes)
    const { start, end } = base
    const length = bytes.length - start - end
    if (start + end < leastSaved || length > bytes.length / 2 || this.#used + length > this.#data.length) {
      base.start = lastStart
      base.end = lastEnd
      return false
    }
    bytes.copy(this.#data, this.#used, start, start + length)
    const index = this.count
    this.#bases[index] = base.index
    this.#commonStarts[index] = start
    this.#commonEnds[index] = end
    this.#complete(message, this.#used + length)
    return true
  }

  /** The same for a message that can differ in several places. */
  #addPieces(message: NewMessage, base: Base): boolean {
    const { bytes } = message
    const limit = Math.min(this.#data.length, this.#used + Math.floor(bytes.length / 2))
    const end = writePieces(base, bytes, this.#data, { from: this.#used, limit })
    if (end === null) return false
    const index = this.count
    this.#bases[index] = base.index
    this.#commonStarts[index] = inPieces
    this.#complete(message, end)
    return true
  }

  #addWhole(message: NewMessage, bases: Base[]): boolean {
    const { bytes } = message
    const from = this.#used
    const to = from + bytes.length
    if (to > this.#data.length) return false
    const index = this.count
    bytes.copy(this.#data, from)
    this.#bases[index] = index
    this.#complete(message, to)
    bases.unshift({ bytes: this.#data, from, to, index, start: 0, end: 0 })
    if (bases.length > maxBases) bases.pop()
    return true
  }

  /** The bytes of the message are written, and end at `end`. */
  #complete(message: NewMessage, end: number): void {
    const index = this.count++
    this.#used = end
    this.#atMs[index] = message.atMs ?? Number.NaN
    this.#sizes[index] = message.sizeBytes
    this.#frames[index] = message.frame
    this.#ends[index] = end
    this.#sorts[index] = sorts.indexOf(message.sort) | (units.indexOf(message.unit) << unitShift)
  }

  #bytesAt(index: number): Buffer {
    const own = this.#ownBytes(index)
    const base = this.#bases[index] ?? index
    if (base === index) return Buffer.from(own)
    const whole = this.#ownBytes(base)
    const start = this.#commonStarts[index] ?? 0
    if (start === inPieces) return readPieces(whole, own)
    const end = this.#commonEnds[index] ?? 0
    return Buffer.concat([whole.subarray(0, start), own, whole.subarray(whole.length - end)])
  }

  #ownBytes(index: number): Buffer {
    return this.#data.subarray(index === 0 ? 0 : this.#ends[index - 1], this.#ends[index])
  }
}

/** So few bytes between the ends that it is not worth looking for longer ends. */
const fewBytes = 64

/**
 * Sets how much of the beginning and the end of both is the same, without overlapping; at most `fewBytes` less than that. What the last
 * message had is tried first.
 */
function findSharedEnds(base: Base, bytes: Buffer): void {
  const { start, end } = base
  const whole: ByteSpan = { bytes, from: 0, to: bytes.length }
  const limit = Math.min(base.to - base.from, whole.to)
  // Nearly all messages of a stream: the last one had the same ends.
  const isEnough = start + end <= limit && whole.to - start - end <= fewBytes
  if (isEnough && hasSameStart(base, whole, start) && hasSameEnd(base, whole, end)) return
  base.start = commonStart(base, whole, limit, start)
  base.end = commonEnd(base, whole, limit - base.start, end)
}
