import type { Buffer } from 'node:buffer'
import { cutWords } from '../../lib/json/cut-depth.ts'
import { type JsonReading, splitValues } from '../../lib/json/read-json.ts'
import { isObject, type JsonObject } from '../wire/message.ts'
import { lineOf, numberIn, readRecordText, recordLevels, readHeader, readOwnRecord } from './read-record.ts'
import { findDialect, ForeignFrames, isCastEvent, type TraceDialect } from './trace-dialect.ts'
import { continued, isBetweenRecords, spreadFrom, type SpreadObject } from './spread-object.ts'
import { emptyTrace, faultOfStart, isCast, noTrace, type TraceFault } from './trace-fault.ts'
import { traceVersion, type TraceHeader, type TraceRecord } from './trace-record.ts'

/** A defect in a trace; the rest of it is read all the same. */
export interface TraceProblem {
  /** From 1. */
  readonly line: number
  readonly text: string
}

/** Problems kept; all are counted. */
const maxProblems = 50
/** Foreign lines allowed before the first line of the trace, such as banners of the logging program. */
const strangeLinesAllowed = 100
/** Three years, longer than any run: a replay would have to wait for later records, and draw their times. */
const latestMs = 1e11

/**
 * Reads a trace line by line, in any dialect: the first record that fits one decides. A record is a line, or an object over several
 * lines. Never throws; leaves out what it cannot read, and reports it. A trace that is still being written can be read as far as it goes.
 */
export class TraceReader {
  #problems: readonly TraceProblem[] = []
  #reported: ReadonlySet<string> = new Set()
  #foreign = new ForeignFrames()
  #problemCount = 0
  #line = 0
  /** The line in which the records that were read last begin. */
  #recordLine = 0
  /** null: no object is open. */
  #open: SpreadObject | null = null
  #header: TraceHeader | null = null
  #dialect: TraceDialect | null = null
  #fault: TraceFault | null = null
  #hasContent = false
  #lastMs = 0
  /** Added to the times: a second recording in one file begins where the first ended. */
  #offsetMs = 0

  /** The number of the line in which what was read last begins, from 1; 0 before the first. */
  get line(): number {
    return this.#recordLine
  }

  /** null before the first line, and for other dialects. */
  get header(): TraceHeader | null {
    return this.#header
  }

  /** null until a line has shown it. */
  get dialect(): TraceDialect | null {
    return this.#dialect
  }

  /** Set if this is not a trace; nothing more is read then. */
  get fault(): TraceFault | null {
    return this.#fault
  }

  get problems(): readonly TraceProblem[] {
    return this.#problems
  }

  /** Counts also those that are not kept. */
  get problemCount(): number {
    return this.#problemCount
  }

  /** False for traces without times: theirs are made up, at equal intervals. */
  get hasTimes(): boolean {
    return this.#dialect === 'own' || this.#foreign.hasTimes
  }

  /** When time 0 was, by the wall clock; null: the trace does not say. */
  get startedAtMs(): number | null {
    if (this.#dialect !== 'own') return this.#foreign.startedAtMs
    return headerStartedAtMs(this.#header)
  }

  /** An independent copy in the same state. */
  copy(): TraceReader {
    const copy = new TraceReader()
    copy.#problems = this.#problems
    copy.#reported = this.#reported
    copy.#foreign = this.#foreign.copy()
    copy.#problemCount = this.#problemCount
    copy.#line = this.#line
    copy.#recordLine = this.#recordLine
    copy.#open = this.#open
    copy.#header = this.#header
    copy.#dialect = this.#dialect
    copy.#fault = this.#fault
    copy.#hasContent = this.#hasContent
    copy.#lastMs = this.#lastMs
    copy.#offsetMs = this.#offsetMs
    return copy
  }

  /** A whole line, with or without its line feed. */
  push(line: string | Buffer): readonly TraceRecord[] {
    return this.#next(line, false)
  }

  /** A line that was too long to be passed. */
  pushOverlong(sizeBytes: number): readonly TraceRecord[] {
    this.#recordLine = ++this.#line
    this.#hasContent = true
    this.#problem(`a line of ${Math.round(sizeBytes / 1024 / 1024)} MB is left out`)
    return []
  }

  /** The end of the trace. `rest` has no line feed: a last line, or one that was cut off while it was written. */
  end(rest: string | Buffer = ''): readonly TraceRecord[] {
    const records = rest.length > 0 ? this.#next(rest, true) : []
    if (this.#dialect === null) this.#leaveOpen()
    if (this.#fault === null && this.#dialect === null) this.#fault = this.#hasContent ? noTrace : emptyTrace
    return records
  }

  #next(line: string | Buffer, mayBeTorn: boolean): readonly TraceRecord[] {
    this.#recordLine = ++this.#line
    if (this.#line === 1 && typeof line !== 'string') this.#fault = faultOfStart(line)
    return this.#fault === null ? this.#read(trimmed(line), mayBeTorn) : []
  }

  #read(text: string, mayBeTorn: boolean): readonly TraceRecord[] {
    if (text.trim() === '') return []
    this.#hasContent = true
    const open = this.#open
    if (open !== null) {
      const next = continued(open, text)
      if (next !== null) {
        this.#open = 'rest' in next ? null : next
        return 'rest' in next ? this.#readSpread(open.line, next) : []
      }
      this.#leaveOpen()
    }
    const read = readRecordText(text)
    if (read !== null) return this.#readWhole(read, text)
    if (isBetweenRecords(text)) return []
    this.#open = spreadFrom(text, this.#line)
    if (this.#open !== null) return []
    if (this.#dialect !== 'own') {
      const { objects, rest } = splitValues(text, recordLevels)
      const values = objects.map(({ value }) => value)
      if (this.#dialect === null ? values.some(isRecord) : values.length > 0)
        return this.#readAll(values, rest)
    }
    if (mayBeTorn && this.#dialect !== null) return []
    this.#strange('is no JSON, and left out')
    return []
  }

  /** An object over several lines, and what stands behind it in its last one. */
  #readSpread(
    line: number,
    { text, rest }: { readonly text: string; readonly rest: string },
  ): readonly TraceRecord[] {
    this.#recordLine = line
    const read = readRecordText(text)
    if (read === null) this.#strange('begins an object that is no JSON, and left out')
    const records = read === null ? [] : this.#readWhole(read, text)
    return isBetweenRecords(rest) ? records : [...records, ...this.#read(rest, false)]
  }

  /** An object over several lines has no end. */
  #leaveOpen(): void {
    if (this.#open === null) return
    const { line } = this.#open
    this.#open = null
    this.#recordLine = line
    this.#strange('begins an object that does not end, and is left out')
    this.#recordLine = this.#line
  }

  #readWhole({ value, cut }: JsonReading, text: string): readonly TraceRecord[] {
    const records = this.#readValue(value, text)
    // A message that is too deep is reported by the reader of messages.
    if (cut !== null && !records.every(({ type }) => type === 'frame')) this.#problem(cutWords(cut))
    return records
  }

  #readValue(value: unknown, text: string, beside = ''): readonly TraceRecord[] {
    if (Array.isArray(value) && this.#dialect !== 'own') {
      if (this.#dialect !== null || !isCastEvent(value)) return this.#readAll(value.filter(isObject), beside)
      this.#fault = isCast
    } else if (isObject(value)) {
      const listed =
        this.#dialect === null && !isRecord(value) ? Object.values(value).find(isRecordList) : undefined
      if (listed !== undefined) return this.#readAll(listed, beside)
      if (this.#dialect === null) this.#begin(value)
      if (this.#dialect === 'own') return this.#readOwn(value, text)
      if (this.#dialect !== null) return this.#readForeign(value, text, beside)
    } else this.#strange('is no record of a trace, and left out')
    return []
  }

  /** Several records on one line. */
  #readAll(values: readonly unknown[], beside: string): readonly TraceRecord[] {
    return values.flatMap((value) => {
      const text = lineOf(value)
      return text === null ? [] : this.#readValue(value, text, beside)
    })
  }

  #begin(value: JsonObject): void {
    const dialect = findDialect(value)
    if (dialect === 'cast') this.#fault = isCast
    else if (dialect === null) this.#strange('is no record of a trace, and left out')
    else this.#dialect = dialect
    if (dialect === 'own' && readHeader(value) === null)
      this.#problem('the beginning is missing: there is no header')
  }

  #readOwn(value: JsonObject, text: string): readonly TraceRecord[] {
    const header = readHeader(value)
    if (header !== null) {
      this.#readHeader(header)
      return []
    }
    const t = this.#time(value['t'])
    const read = readOwnRecord(value, t, text)
    if (read.ok) return [read.value]
    this.#problem(`${read.problem}: left out`)
    return []
  }

  #readHeader(header: TraceHeader): void {
    if (header.version !== traceVersion) {
      const known = `${traceVersion} is known here: it is read as far as it is understood`
      this.#problem(`written in version ${header.version} of the format; ${known}`)
    }
    if (this.#header !== null || this.#lastMs > 0) {
      this.#problem('another recording begins in the same file')
      this.#offsetMs = this.#lastMs
    }
    this.#header ??= header
  }

  #readForeign(value: JsonObject, text: string, beside: string): readonly TraceRecord[] {
    const frame = this.#foreign.read(value, text, beside)
    if (frame === null) {
      this.#once('other lines than those with messages are left out')
      return []
    }
    if (frame === 'elsewhere') {
      this.#once('only what passes at the agent’s end is read: the rest is left out')
      return []
    }
    const { atMs, isUntimed, dir, line } = frame
    const record = { t: this.#time(atMs), type: 'frame', dir, line } as const
    return [isUntimed === undefined ? record : { ...record, isUntimed }]
  }

  #time(told: unknown): number {
    const time = numberIn(told)
    if (typeof time !== 'number' || !Number.isFinite(time)) {
      this.#once('records without a time take that of the one before')
      return this.#lastMs
    }
    if (time > latestMs) {
      this.#once('a time is years after the start: such records take that of the one before')
      return this.#lastMs
    }
    const t = Math.max(0, time) + this.#offsetMs
    if (time < 0 || t < this.#lastMs)
      this.#once('times go back: such records take the time of the one before')
    this.#lastMs = Math.max(t, this.#lastMs)
    return this.#lastMs
  }

  /** Before the first record such a line may be a banner; with too many of them it is not a trace. */
  #strange(text: string): void {
    if (this.#dialect === null && this.#line > strangeLinesAllowed) this.#fault = noTrace
    else this.#problem(`the line ${text}`)
  }

  /** For defects that may be in every line. */
  #once(text: string): void {
    if (this.#reported.has(text)) this.#problemCount++
    else {
      this.#problem(text)
      this.#reported = new Set(this.#reported).add(text)
    }
  }

  #problem(text: string): void {
    this.#problemCount++
    if (this.#problems.length < maxProblems)
      this.#problems = [...this.#problems, { line: this.#recordLine, text }]
  }
}

function isRecord(value: unknown): boolean {
  return isObject(value) && findDialect(value) !== null
}

/** All of a trace in a field of one object. */
function isRecordList(value: unknown): value is readonly unknown[] {
  return Array.isArray(value) && value.some(isRecord)
}

/** Without byte-order mark and line end. */
function trimmed(line: string | Buffer): string {
  const text = typeof line === 'string' ? line : line.toString('utf8')
  const start = text.charCodeAt(0) === 0xfeff ? 1 : 0
  let end = text.length
  while (end > start && (text[end - 1] === '\n' || text[end - 1] === '\r')) end--
  return text.slice(start, end)
}

/** The start of the recorded run, in milliseconds since the epoch; null: not recorded. */
export function headerStartedAtMs(header: TraceHeader | null): number | null {
  const atMs = Date.parse(header?.startedAt ?? '')
  return Number.isNaN(atMs) ? null : atMs
}
