import { passedRecord, type WireRecord } from '../../protocol/trace/trace-record.ts'
import {
  groupsOf,
  type FindingGroup,
  findingWords,
  countWords,
  problemAdvice,
  type TimeBase,
} from '../../app/lint/describe-findings.ts'
import type { Finding, Severity } from '../../app/lint/finding.ts'
import { type LintRule, effectOf } from '../../app/lint/lint-rule.ts'
import { Linter } from '../../app/lint/linter.ts'
import type { LoggedMessage } from '../../app/wire/wire-block.ts'
import type { WireLog, WireSource } from '../../app/wire/wire-log.ts'
import { emptyRow, type Row } from '../../lib/cells/row.ts'
import { safe, safeText, type SafeText } from '../../lib/text/safe-text.ts'
import { counted, listedWords } from '../../lib/text/wording.ts'
import { panelNote } from '../panels/panel.ts'
import type { LogState } from '../state/panel-state.ts'
import type { LogItem, LogRows } from '../state/shown.ts'
import { entryAt, hasReasons, noRows } from './problem-rows.ts'
import type { Look } from '../paint/look.ts'

export interface LogLintOptions {
  readonly source: WireSource
  /** For the time that a frame may take; a constant: there is no limit. */
  readonly now: () => number
}

/** How long messages are checked for one frame. */
const sliceMs = 6
/** Findings of a rule that are shown; the rest is counted. */
const shownOfRule = 3

/** Checks the messages of a log as far as they go, in slices. The log may drop old messages, and begin anew. */
export class LogLint {
  readonly #options: LogLintOptions
  #linter = new Linter()
  #log: WireLog | null = null
  #generation = 0
  #next = 0
  #hasGap = false
  #isEnded = false
  #drawn: (Look & { readonly key: string; readonly found: LogRows }) | null = null

  constructor(options: LogLintOptions) {
    this.#options = options
  }

  /** Checks what has come since; true: all of it. `isOver`: the connection has ended, and nothing more is to come. `sessionId`: see `WireSource.log`. */
  read(isOver: boolean, sessionId: string | null): boolean {
    const { source, now } = this.#options
    const log = source.log(sessionId)
    const isAnew = log !== this.#log || log.generation !== this.#generation
    if (isAnew || (this.#isEnded && log.end > this.#next)) this.#begin(log)
    const beganMs = now()
    while (this.#next < log.end) {
      this.#readNext(log)
      if (this.#next < log.end && now() - beganMs > sliceMs) return false
    }
    if (isOver && !this.#isEnded && !source.isReading()) {
      this.#isEnded = true
      this.#linter.end()
    }
    return !source.isReading()
  }

  /** What was found, rule by rule; no rows for nothing. */
  rows({ theme, columns, log }: LintLook, base: TimeBase): LogRows {
    const { counts } = this.#linter.findings
    const all = counts.error + counts.warning + counts.note
    if (all === 0) return noRows
    const { selected, wanted } = log
    const key = [all, this.#linter.frames, this.#hasGap, base, selected, wanted?.number].join(' ')
    const drawn = this.#drawn
    if (drawn?.key === key && drawn.theme === theme && drawn.columns === columns) return drawn.found
    const found = this.#draw({ theme, columns, log }, base)
    this.#drawn = { key, theme, columns, found }
    return found
  }

  /** What to say of a problem that is listed. */
  readonly advice = problemAdvice

  #begin(log: WireLog): void {
    this.#linter = new Linter()
    this.#log = log
    this.#generation = log.generation
    this.#next = log.first
    this.#hasGap = log.first > 0
    this.#isEnded = false
  }

  #readNext(log: WireLog): void {
    if (this.#next < log.first) {
      this.#next = log.first
      this.#hasGap = true
    }
    const number = this.#next++
    const message = log.at(number)
    const record = message === null ? null : recordOf(message)
    if (message === null || record === null) return
    this.#linter.read(record, number, message.sort === 'from-agent' ? message.frame - 1 : message.frame)
  }

  #draw(look: LintLook, base: TimeBase): LogRows {
    const { findings, frames } = this.#linter
    const rows: Row[] = []
    const places: LogItem[] = []
    // The panel opens at its end: the severest are there, and the summary.
    for (const group of groupsOf(findings).toReversed()) {
      const drawn = groupRows(group, look, base)
      for (const place of drawn.places) places.push({ ...place, row: rows.length + place.row })
      for (const each of drawn.rows) rows.push(each)
    }
    const gap = this.#hasGap ? safe` (earlier ones are not kept)` : safe``
    rows.push(...panelNote(safe`Lint: ${countWords(findings)} in ${counted(frames, 'message')}${gap}`, look))
    return { rows, places }
  }
}

/** The panel, and which of its problems is selected or looked for. */
export interface LintLook extends Look {
  readonly log: Pick<LogState, 'selected' | 'wanted'>
}

/** null: it did not pass, but was written or found beside. */
function recordOf({ sort: dir, unit: kind, bytes, sizeBytes, atMs }: LoggedMessage): WireRecord | null {
  if (dir === 'stderr' || dir === 'problem') return null
  const record = passedRecord({ dir, kind, bytes, sizeBytes }, atMs ?? 0)
  return atMs === null && record.type === 'frame' ? { ...record, isUntimed: true } : record
}

const signs: Readonly<
  Record<Severity, { readonly word: SafeText; readonly role: 'bad' | 'warning' | 'dim' }>
> = {
  error: { word: safe`error   `, role: 'bad' },
  warning: { word: safe`warning `, role: 'warning' },
  note: { word: safe`note    `, role: 'dim' },
}
/** The rule, what was seen and where, and what to do. Each finding that is listed with its message begins a row. */
function groupRows(
  { rule, severity, findings, count, says, mend, pages }: FindingGroup,
  { log, ...look }: LintLook,
  base: TimeBase,
): LogRows {
  const who = findings[0]?.place.dir === 'to-agent' ? 'the client' : 'the agent'
  const { head, lines } = entryAt(look, {
    ...signs[severity],
    text: safeText(`${who}: ${rule.title} (${rule.id})`),
    count: count > 1 ? safe`${count} times` : safe``,
  })
  const rows = [
    ...head,
    ...lines(safeText(`Effect: ${effectOf(rule, severity)}`)),
    ...lines(safeText(`Mend: ${mend}`)),
  ]
  const places: LogItem[] = []
  if (findings.every(({ isProblem }) => isProblem)) rows.push(...lines(framesLine(findings, count)))
  else {
    const shown = shownFindings(rule, findings, log)
    for (const { finding, key } of shown) {
      const { line: number } = finding.place
      if (number !== null) places.push({ row: rows.length, key, message: { by: 'number', number } })
      rows.push(...lines(findingWords(finding, base)))
    }
    if (count > shown.length) rows.push(...lines(safe`… ${count - shown.length} more`, 'dim'))
  }
  if (hasReasons(look))
    rows.push(
      ...lines(safeText(`Why: ${says}`), 'dim'),
      ...pages.flatMap((page) => lines(safeText(page), 'dim')),
    )
  return { rows: [...rows, emptyRow], places }
}

interface ShownFinding {
  readonly finding: Finding
  readonly key: string
}

/** The first ones, and the one that is selected or looked for. */
function shownFindings(
  { id }: LintRule,
  findings: readonly Finding[],
  { selected, wanted }: LintLook['log'],
): readonly ShownFinding[] {
  return findings
    .map((finding, index) => ({ finding, key: `${id} ${index}` }))
    .filter(
      ({ finding, key }, index) =>
        index < shownOfRule || key === selected || (wanted !== null && finding.place.line === wanted.number),
    )
}

/** Frames that are named. */
const maxFrames = 20

/** `frames 3, 7 and 12`, for findings whose texts the panel lists anyway. */
function framesLine(findings: readonly Finding[], count: number): SafeText {
  const frames = [...new Set(findings.flatMap(({ place }) => place.frame ?? []))]
  const named = frames.slice(0, maxFrames).map(String)
  const isCut = frames.length > named.length || count > findings.length
  const list = isCut ? `${named.join(', ')} …` : listedWords(named, 'and')
  return safeText(`${frames.length === 1 ? 'frame' : 'frames'} ${list}, listed below`)
}
