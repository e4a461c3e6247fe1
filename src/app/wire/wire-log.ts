import { Buffer } from 'node:buffer'
import type { TraceRecord, WireRecord } from '../../protocol/trace/trace-record.ts'
import type { WireProblem } from '../../protocol/wire/wire-problem.ts'
import { firstFrom, lastAtMost } from '../../lib/sequences.ts'
import { defaultWireBytes } from '../history/default-memory.ts'
import { toldTime, type AppEvent } from '../state/app-event.ts'
import type { AppState } from '../state/app-state.ts'
import type { App } from '../app.ts'
import type { WirePiece } from '../ports/transport.ts'
import { blockBytes, WireBlock, type LoggedMessage, type NewMessage } from './wire-block.ts'

/** Of a message that is larger than this share of the memory, only the beginning is kept. */
const largestShare = 1 / 4

/** Beside a large message there is room for those that differ from it: that of a block, or this share of its size if that is more. */
const shareBeside = 1 / 4

/**
 * The messages of a run in both directions, with the lines of stderr and the problems between them, in order. It is outside of the
 * app's state: nothing depends on it but what shows it. When the memory is used up, the oldest messages are dropped and counted.
 */
export class WireLog {
  readonly #maxBytes: number
  readonly #sharers: ReadonlySet<WireLog>
  #blocks: WireBlock[] = []
  /** Of all blocks but the last one. */
  #closedBytes = 0
  /** Where the last block collects its bytes; null before the first message. */
  #room: Buffer | null = null
  #end = 0
  #frames = 0
  #generation = 0
  #onChange: (() => void) | null = null

  /** `sharers`: the logs that have the memory together, this one among them; what is not among them any more gives its share to the others. */
  constructor(maxBytes: number = defaultWireBytes, sharers: Set<WireLog> = new Set()) {
    this.#maxBytes = maxBytes
    this.#sharers = sharers.add(this)
  }

  /** The number of the oldest message that is kept; all before it were dropped. */
  get first(): number {
    return this.#blocks[0]?.first ?? this.#end
  }

  /** The number that the next message will get. */
  get end(): number {
    return this.#end
  }

  get memory(): number {
    return this.#closedBytes + (this.#blocks.at(-1)?.memory ?? 0)
  }

  /** Counts how often it began anew: numbers from before have no meaning any more. */
  get generation(): number {
    return this.#generation
  }

  /** Calls `listener` after each message from now on, in place of the one before; null: nothing is called. */
  listen(listener: (() => void) | null): void {
    this.#onChange = listener
  }

  /** A piece of a running connection. Its bytes are copied. */
  readonly appendPiece = ({ direction, kind, bytes, sizeBytes, atMs }: WirePiece): void => {
    this.#add({ atMs, sort: direction, unit: kind, bytes, sizeBytes, frame: this.#frameOf(direction) })
  }

  /** A record of a recording or of an observed connection. Only messages and lines of stderr are kept. */
  append(record: TraceRecord): void {
    switch (record.type) {
      case 'frame':
        return this.#addRecord(record, Buffer.from(record.line))
      case 'bytes':
        return this.#addRecord(record, record.bytes)
      case 'overlong':
        return this.#addRecord(record, record.start, record.sizeBytes)
      case 'stderr':
        return this.appendStderr(record.line, record.t)
      case 'event':
      case 'mark':
      case 'size':
      case 'end':
      case 'unknown':
    }
  }

  appendStderr(line: string, atMs: number | null): void {
    this.#addWords('stderr', line, atMs)
  }

  /** A defect that was found in the message before. */
  appendProblem({ path, text, weight }: WireProblem, atMs: number | null): void {
    const where = path === undefined ? '' : `${path}: `
    this.#addWords('problem', `${weight}: ${where}${text}`, atMs)
  }

  /** Drops everything: the messages come anew. `frames`: those of the agent's before the first one; `dropped`: messages before it. */
  beginAnew({ frames, dropped } = { frames: 0, dropped: 0 }): void {
    this.#blocks = []
    this.#closedBytes = 0
    this.#end = dropped
    this.#frames = frames
    this.#generation++
    this.#onChange?.()
  }

  /** A message; null if it was dropped, or has not come. */
  at(number: number): LoggedMessage | null {
    const block = this.#blockOf(number)
    return block === null ? null : block.at(number - block.first)
  }

  /** When a message passed; null: nobody tells, or it is not kept. */
  timeAt(number: number): number | null {
    const block = this.#blockOf(number)
    return block === null ? null : block.timeAt(number - block.first)
  }

  /** The size of a message; 0 for one that is not kept. */
  sizeAt(number: number): number {
    const block = this.#blockOf(number)
    return block === null ? 0 : block.sizeAt(number - block.first)
  }

  /** The number of the agent's message that is this frame of the run; null if it is not kept. */
  ofFrame(frame: number): number | null {
    const from = firstFrom(this.first, this.#end, (number) => this.#frameAt(number) >= frame)
    const block = this.#blockOf(from)
    return this.#frameAt(from) === frame && block?.isFromAgent(from - block.first) === true ? from : null
  }

  #frameAt(number: number): number {
    const block = this.#blockOf(number)
    return block === null ? -1 : block.frameAt(number - block.first)
  }

  #frameOf(direction: 'from-agent' | 'to-agent'): number {
    if (direction === 'from-agent') this.#frames++
    return this.#frames
  }

  #addRecord(record: WireRecord, bytes: Buffer, sizeBytes: number = bytes.length): void {
    const { dir, t } = record
    const atMs = 'isUntimed' in record ? null : t
    this.#add({ atMs, sort: dir, unit: unitOf(record), bytes, sizeBytes, frame: this.#frameOf(dir) })
  }

  #addWords(sort: 'stderr' | 'problem', words: string, atMs: number | null): void {
    const bytes = Buffer.from(words)
    this.#add({ atMs, sort, unit: 'line', bytes, sizeBytes: bytes.length, frame: this.#frames })
  }

  #add(message: NewMessage): void {
    const most = Math.max(1, Math.floor(this.#maxBytes * largestShare))
    const kept =
      message.bytes.length > most ? { ...message, bytes: message.bytes.subarray(0, most) } : message
    const last = this.#blocks.at(-1)
    if (last?.add(kept) !== true) this.#addBlock(kept)
    this.#end++
    this.#onChange?.()
  }

  #addBlock(message: NewMessage): void {
    const last = this.#blocks.at(-1)
    last?.close()
    this.#closedBytes += last?.memory ?? 0
    const { length } = message.bytes
    this.#room ??= Buffer.allocUnsafeSlow(blockBytes)
    const beside = Math.max(blockBytes, Math.floor(length * shareBeside))
    const isLarge = length > blockBytes
    const block = new WireBlock(this.#end, isLarge ? Buffer.allocUnsafeSlow(length + beside) : this.#room)
    block.add(message)
    this.#blocks.push(block)
    while (this.#isOverLimit()) {
      const largest = this.#largest()
      if (largest === null) break
      largest.#dropOldest()
    }
  }

  #isOverLimit(): boolean {
    let memory = 0
    for (const log of this.#sharers) memory += log.memory
    return memory > this.#maxBytes
  }

  /** The one that has the most of what can be dropped: all but the message that has just come. null: there is nothing else. */
  #largest(): WireLog | null {
    let largest: WireLog | null = null
    for (const log of this.#sharers)
      if (log.#blocks.length > (log === this ? 1 : 0) && log.memory > (largest?.memory ?? 0)) largest = log
    return largest
  }

  #dropOldest(): void {
    const { memory = 0 } = this.#blocks.shift() ?? {}
    if (this.#blocks.length > 0) this.#closedBytes -= memory
    else this.#room = null
  }

  #blockOf(number: number): WireBlock | null {
    const blocks = this.#blocks
    const block = blocks[lastAtMost(number, blocks.length, (at) => blocks[at]?.first ?? 0)]
    return block !== undefined && number >= block.first && number < block.first + block.count ? block : null
  }
}

function unitOf(record: WireRecord): WirePiece['kind'] {
  if (record.isFramed !== true) return 'line'
  return record.type === 'bytes' && record.isBinary ? 'binary' : 'text'
}

/** Logs a problem in what the agent wrote, where an event reports one. */
export function logProblem(log: WireLog, event: AppEvent): void {
  if (event.type === 'problem-found') log.appendProblem(event.problem, toldTime(event))
}

/** Logs the problems of an app from now on; returns how to stop. */
export function logProblems(app: Pick<App, 'onEvent'>, log: WireLog): () => void {
  return app.onEvent((event) => logProblem(log, event))
}

/** Where the messages come from that the wire panel shows. */
export interface WireSource {
  /** The log of now; another one after a recording was wound back, or for a session of another source. `sessionId`: of the plan that is shown; null: none is. */
  log(sessionId: string | null): WireLog
  /** Where several sources are shown as one state, the part of it that the messages of `log` have made; null: that session is of none. Absent: all of it. */
  part?(sessionId: string | null): AppState | null
  /** More of what has passed is being read into the log. */
  isReading(): boolean
  /** Calls `onChange` after each message while the panel is shown; null: it is not shown, and nothing needs to be read. */
  watch(onChange: (() => void) | null): void
}

/** The messages of a log that something else feeds. */
export function sourceOfLog(log: WireLog): WireSource {
  return { log: () => log, isReading: () => false, watch: (onChange) => log.listen(onChange) }
}
