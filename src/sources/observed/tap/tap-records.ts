import type { Buffer } from 'node:buffer'
import { readJson } from '../../../lib/json/read-json.ts'
import {
  frameNumber,
  gapWords,
  readGap,
  readGreeting,
  tapVersion,
  type TapGreeting,
} from '../../../protocol/tap/tap-stream.ts'
import { readOwnRecord, recordLevels } from '../../../protocol/trace/read-record.ts'
import type { TraceRecord } from '../../../protocol/trace/trace-record.ts'
import { isObject } from '../../../protocol/wire/message.ts'

/** What a line of a tap's stream says. */
export type TapLine =
  | { readonly type: 'greeting'; readonly greeting: TapGreeting }
  | { readonly type: 'record'; readonly record: TraceRecord }
  /** It takes no more viewers. */
  | { readonly type: 'refused'; readonly why: string }
  | { readonly type: 'not-understood'; readonly why: string }

/** Reads the stream that a tap writes to its viewers, line by line. Never throws. */
export class TapRecords {
  #isGreeted = false
  #lastMs = 0
  #lastNumber = 0

  /** Whether the greeting has come, which shows that a tap is at the other end. */
  get isGreeted(): boolean {
    return this.#isGreeted
  }

  read(line: Buffer): readonly TapLine[] {
    const text = line.toString('utf8')
    const value = readJson(text, recordLevels)?.value
    if (!isObject(value)) return [{ type: 'not-understood', why: 'it is no record of a tap' }]
    if (!this.#isGreeted) return this.#greeted(value)
    const gap = readGap(value)
    if (gap !== null) {
      this.#lastNumber = Math.max(this.#lastNumber, gap.to)
      return [this.#said(this.#time(gap.t), `acp-plan-tui tap: ${gapWords(gap)}`)]
    }
    const t = this.#time(value['t'])
    const read = readOwnRecord(value, t, text)
    const record: readonly TapLine[] = read.ok
      ? [{ type: 'record', record: read.value }]
      : [{ type: 'not-understood', why: read.problem }]
    return [...this.#missing(frameNumber(value), t), ...record]
  }

  #greeted(value: Readonly<Record<string, unknown>>): readonly TapLine[] {
    const greeting = readGreeting(value)
    if (typeof value['refused'] === 'string')
      return [{ type: 'refused', why: value['refused'].slice(0, 200) }]
    if (greeting === null) return [{ type: 'not-understood', why: 'what answers is no tap' }]
    this.#isGreeted = true
    const lines: TapLine[] = [{ type: 'greeting', greeting }]
    if (greeting.version !== tapVersion) {
      const known = `${tapVersion} is known here: it is read as far as it is understood`
      lines.push({ type: 'not-understood', why: `the tap is of version ${greeting.version}; ${known}` })
    }
    return lines
  }

  /** Frames that are not there, and that the tap has not told of. */
  #missing(number: number | null, t: number): readonly TapLine[] {
    if (number === null) return []
    const from = this.#lastNumber + 1
    this.#lastNumber = number
    if (number <= from) return []
    return [this.#said(t, `acp-plan-tui tap: ${gapWords({ t, from, to: number - 1, why: 'past' })}`)]
  }

  #said(t: number, line: string): TapLine {
    return { type: 'record', record: { t, type: 'stderr', line } }
  }

  #time(time: unknown): number {
    if (typeof time === 'number' && Number.isFinite(time) && time < latestMs)
      this.#lastMs = Math.max(time, this.#lastMs)
    return this.#lastMs
  }
}

/** Three years, as in recordings. */
const latestMs = 1e11
