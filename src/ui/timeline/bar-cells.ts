import type { AxisWindow, Span } from './time-scale.ts'
import { row, type Row } from '../../lib/cells/row.ts'
import type { SafeText } from '../../lib/text/safe-text.ts'
import { displayWidth } from '../../lib/text/width.ts'
import { paint } from '../paint/paint.ts'
import type { Role, Theme } from '../paint/theme.ts'
import { stretchesAt, type StepTimes, type UpdateTime, type WorkClock } from '../../plans/steps/step-times.ts'

/** A part of a step's bar, in columns of the scale. */
export interface BarPart {
  readonly type: 'worked' | 'waited'
  readonly fromColumn: number
  readonly toColumn: number
}

/** One character of a bar. `part`: null where there is none. */
export interface BarCell {
  readonly part: BarPart['type'] | null
  readonly sign: string
}

export interface BarSigns {
  readonly full: string
  /** The left eighths of a character, from one to seven; ASCII has only the full sign. */
  readonly eighths: readonly string[]
  readonly rightHalf: string
  readonly waited: string
  /** For a part that is too short for a character. */
  readonly thin: string
}

export const unicodeBar: BarSigns = {
  full: '█',
  eighths: ['▏', '▎', '▍', '▌', '▋', '▊', '▉'],
  rightHalf: '▐',
  waited: '░',
  thin: '▏',
}

export const asciiBar: BarSigns = {
  full: '#',
  eighths: ['|', '#', '#', '#', '#', '#', '#'],
  rightHalf: '#',
  waited: ':',
  thin: '|',
}

const none: BarCell = { part: null, sign: ' ' }

/**
 * The characters of a bar in the window, one a column. Ends are as exact as the signs allow: at the left to a half, at the right
 * to an eighth. Work is never hidden by waiting in the same character, and a part of no length has a thin sign.
 */
export function barCells(parts: readonly BarPart[], seen: AxisWindow, signs: BarSigns): readonly BarCell[] {
  const columns = Math.max(0, Math.round(seen.toColumn - seen.fromColumn))
  const cells = Array.from({ length: columns }, () => none)
  for (const part of parts) {
    const from = part.fromColumn - seen.fromColumn
    const to = part.toColumn - seen.fromColumn
    if (to < 0 || from >= columns) continue
    const last = Math.min(columns - 1, lastCell(from, to))
    for (let at = Math.max(0, Math.floor(from)); at <= last; at++) {
      const sign = signIn(part.type, { from: from - at, to: to - at }, signs)
      const before = cells[at]
      if (sign !== null && (before === undefined || before.part !== 'worked'))
        cells[at] = { part: part.type, sign }
      else if (sign === signs.full && part.type === 'worked') cells[at] = { part: 'worked', sign }
    }
  }
  return cells
}

/** The last character of a part, which has at least one. */
function lastCell(from: number, to: number): number {
  return Math.max(Math.floor(from), Math.ceil(to) - 1)
}

/** The sign of a part in a character, from whose left edge it is measured in characters; null: it covers too little of it. */
function signIn(
  type: BarPart['type'],
  { from, to }: { readonly from: number; readonly to: number },
  signs: BarSigns,
): string | null {
  const start = Math.max(0, from)
  const eighths = Math.round((Math.min(1, to) - start) * 8)
  if (type === 'waited') return eighths >= 3 ? signs.waited : null
  const isWhole = from >= 0 && to <= 1
  if (eighths <= 0) return isWhole ? signs.thin : null
  if (eighths >= 8) return signs.full
  if (to <= 1) return start >= 0.4 ? signs.rightHalf : (signs.eighths[eighths - 1] ?? signs.full)
  return start < 0.4 ? signs.full : start < 0.75 ? signs.rightHalf : null
}

/** A row of a fixed width in which texts are put at columns, the first of two that overlap. */
export class Line {
  readonly #width: number
  readonly #pieces: { readonly from: number; readonly text: SafeText; readonly role: Role }[] = []

  constructor(width: number) {
    this.#width = width
  }

  /** Puts a text, if it is inside the row and hides no other one; whether it did. */
  put(from: number, text: SafeText, role: Role): boolean {
    const to = from + displayWidth(text)
    if (from < 0 || to > this.#width) return false
    const last = this.#pieces.at(-1)
    const isFree =
      last === undefined ||
      from >= last.from + displayWidth(last.text) ||
      this.#pieces.every((other) => to <= other.from || from >= other.from + displayWidth(other.text))
    if (isFree) this.#pieces.push({ from, text, role })
    return isFree
  }

  /** Puts a text at the right edge, if that is not before a column. */
  putRight(least: number, text: SafeText, role: Role): void {
    const from = this.#width - displayWidth(text)
    if (from >= least) this.put(from, text, role)
  }

  row(theme: Theme): Row {
    const pieces: (Row | SafeText)[] = []
    let at = 0
    for (const { from, text, role } of this.#pieces.toSorted((one, other) => one.from - other.from)) {
      pieces.push(' '.repeat(from - at) as SafeText, paint(theme, role, text))
      at = from + displayWidth(text)
    }
    return row(...pieces)
  }
}

/** A time in which a step was worked on, or waited for the user. */
interface StepPart extends Span {
  readonly type: 'worked' | 'waited'
}

/** A state of a session's clock, from when it entered it until it left it. */
export interface ClockSpan extends Span {
  readonly state: WorkClock['state']
}

/** The states of a session's clock until now. Times that go back, because a clock was set back, count as no time. */
export function clockSpans(history: readonly WorkClock[], nowMs: number): readonly ClockSpan[] {
  const spans: ClockSpan[] = []
  let atMs = Number.NEGATIVE_INFINITY
  history.forEach(({ state, sinceMs }, index) => {
    const fromMs = Math.max(atMs, sinceMs)
    const toMs = Math.max(fromMs, history[index + 1]?.sinceMs ?? Math.max(fromMs, nowMs))
    spans.push({ state, fromMs, toMs })
    atMs = toMs
  })
  return spans
}

/**
 * What was done in the stretches of a step: worked, waited, or nothing between turns. From before the known states of the clock
 * it counts as work. A stretch without any work is a moment.
 */
export function stepParts(
  times: StepTimes,
  spans: readonly ClockSpan[],
  now: UpdateTime,
): readonly StepPart[] {
  const parts: StepPart[] = []
  const knownSinceMs = spans[0]?.fromMs ?? Number.POSITIVE_INFINITY
  for (const { fromMs, toMs } of stretchesAt(times, now)) {
    const count = parts.length
    if (fromMs < knownSinceMs && toMs > fromMs)
      parts.push({ type: 'worked', fromMs, toMs: Math.min(toMs, knownSinceMs) })
    for (let at = firstAfter(spans, fromMs); at < spans.length; at++) {
      const span = spans[at]
      if (span === undefined || span.fromMs >= toMs) break
      if (span.state === 'standing') continue
      const type = span.state === 'working' ? 'worked' : 'waited'
      const part = { type, fromMs: Math.max(fromMs, span.fromMs), toMs: Math.min(toMs, span.toMs) } as const
      if (part.toMs > part.fromMs) parts.push(part)
    }
    if (parts.length === count) parts.push({ type: 'worked', fromMs, toMs: fromMs })
  }
  return parts
}

/** The index of the first span that ends after a time. */
function firstAfter(spans: readonly ClockSpan[], atMs: number): number {
  let low = 0
  let high = spans.length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((spans[middle]?.toMs ?? 0) <= atMs) low = middle + 1
    else high = middle
  }
  return low
}
