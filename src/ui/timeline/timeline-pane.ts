import { callsByStep, stepRef, type WorkCall } from '../../app/state/step-work.ts'
import type { Mark } from '../../app/history/plan-history.ts'
import { clockSpans, stepParts, timelineSpan, type ClockSpan } from '../../app/timeline/step-spans.ts'
import { clockTime, shortTime } from '../../lib/text/duration.ts'
import { safe, safeLine, type SafeText } from '../../lib/text/safe-text.ts'
import { padded, cutToWidth, displayWidth, cutLine } from '../../lib/text/width.ts'
import { wrapText } from '../../lib/text/wrap.ts'
import { emptyRow, row, type Row } from '../../lib/cells/row.ts'
import { stepTimeWords, stepWords } from '../../app/words/step.ts'
import type { Plan } from '../../plans/plan.ts'
import { stepFacts, activeTimeMs, isGivenUp, type TrackedEntry } from '../../plans/steps/tracked-entry.ts'
import type { UpdateTime, WorkClock } from '../../plans/steps/step-times.ts'
import { glyphs, statusLook } from '../paint/glyphs.ts'
import { paint } from '../paint/paint.ts'
import type { Role } from '../paint/theme.ts'
import { settleChecklist, stepsAt, whyNoSteps, type EntryItem } from '../plan-panes/items-pane.ts'
import { indentOf } from '../plan-panes/items-rows.ts'
import { withoutScrolling, type PaneAt, type SettledPane } from '../plan-panes/pane.ts'
import { stepSign } from '../plan-panes/items-lines.ts'
import {
  axisLabels,
  exactLabel,
  type AxisWindow,
  type Label,
  columnOf,
  timeAt,
  timeScale,
  type Span,
  type TimeScale,
} from '../../app/timeline/time-scale.ts'
import {
  asciiBar,
  barCells,
  unicodeBar,
  Line,
  callTicks,
  tickWords,
  placedMarks,
  type BarPart,
  type TimedMark,
} from './bar-cells.ts'
import type { TimelineState } from '../state/list-state.ts'

export interface TimelineAt extends PaneAt {
  readonly timeline: TimelineState
  readonly clockHistory: readonly WorkClock[]
  readonly marks: readonly Mark[]
  /** The time of day at the run's time 0, in milliseconds since the epoch. */
  readonly wallOffsetMs: number
}

/** The timeline of a plan: a bar a step, under an axis of the time of day, and the marks of the session below. */
export function settleTimeline(plan: Plan, at: TimelineAt): SettledPane {
  const { body } = plan
  if (body.type !== 'items') return noTimeline(noSteps, at)
  const now: UpdateTime = { atMs: plan.removedAtMs ?? at.nowMs, work: at.work }
  const span = timelineSpan(body.entries, at, now)
  if (span === null) {
    const why = body.entries.length === 0 ? whyNoSteps(plan, at) : plan.isFromPast ? notTold : notBegun
    const view = noTimeline(why, at)
    return { ...view, shown: { ...view.shown, layer: 'plan', steps: stepsAt(plan, body, at), lines: null } }
  }
  const chart = chartOf(plan.key, span, at, now)
  const marks = markRow(plan.key, chart)
  return settleChecklist(plan, body, at, {
    head: [axisRow(chart)],
    foot: at.rows >= 12 ? [emptyRow, marks] : [marks],
    entryRows: (entry: TrackedEntry, { isPicked }: EntryItem): readonly Row[] =>
      stepRows(entry, isPicked, chart),
  })
}

const noSteps = safe`A timeline needs steps with a status. The boxes of a text have no times: the agent sends the whole text, and does not say when it worked on what.`
const notTold = safe`Nobody tells when the steps of this plan were worked on: only the order of its revisions is known.`
const notBegun = safe`No step of this plan has been seen in progress or done since it came: there are no times to show.`

function noTimeline(words: SafeText, at: TimelineAt): SettledPane {
  const { theme, columns, rows } = at
  const lines = wrapText(words, Math.max(1, columns - 4)).map((line) =>
    row(indentOf(columns), paint(theme, 'dim', line)),
  )
  return withoutScrolling(() => [emptyRow, ...lines].slice(0, rows), at)
}

/** What all rows of the timeline share. */
interface Chart {
  readonly at: TimelineAt
  readonly now: UpdateTime
  readonly scale: TimeScale
  readonly seen: AxisWindow
  readonly spans: readonly ClockSpan[]
  readonly widths: Widths
  /** The calls that began in a step. */
  readonly callsOf: (step: TrackedEntry) => readonly WorkCall[] | undefined
}

/** The columns of the text and the time of a step, and of the bars. */
interface Widths {
  readonly text: number
  readonly time: number
  readonly bars: number
}

function chartOf(planKey: string, span: Span, at: TimelineAt, now: UpdateTime): Chart {
  const { columns, timeline, clockHistory, clock } = at
  const widths = widthsOf(columns)
  const spans = clockSpans(clockHistory, now.atMs)
  const scale = timeScale({
    ...span,
    idle: spans.filter(({ state }) => state === 'standing'),
    columns: widths.bars * 2 ** timeline.zoom,
    foldColumns: isWide(columns) ? 13 : 6,
    grows: clock !== 'standing',
  })
  const end = scale.columns - (timeline.fromEnd * widths.bars) / 2
  const fromColumn = Math.max(0, Math.round(end - widths.bars))
  const calls = at.evidence === null ? null : callsByStep(at.evidence.session.work.calls)
  const callsOf: Chart['callsOf'] = ({ key }) => calls?.get(stepRef(planKey, key))
  return { at, now, scale, spans, widths, callsOf, seen: { fromColumn, toColumn: fromColumn + widths.bars } }
}

function isWide(columns: number): boolean {
  return columns >= 60
}

function widthsOf(columns: number): Widths {
  const indent = indentOf(columns).length
  const [text, time] = isWide(columns)
    ? [Math.min(44, Math.max(16, Math.floor(columns * 0.28))), 8]
    : [Math.max(6, Math.floor(columns * 0.3)), 6]
  // Sign and blank before the text, and one blank before the bars and behind them.
  return { text, time, bars: Math.max(4, columns - indent - 2 - text - time - 2) }
}

/** The labels of the axis and of folded times; left of them how close the view is. */
function axisRow(chart: Chart): Row {
  const { at, widths, scale, seen } = chart
  const { theme, columns, timeline, wallOffsetMs } = at
  const line = new Line(widths.bars)
  for (const { column, text } of foldLabels(chart)) line.put(Math.round(column), text, 'dim')
  const times = axisLabels(scale, seen, wallOffsetMs).map((label) => inWindow(label, seen))
  const placed = times.filter(({ column, text }) => line.put(Math.round(column), text, 'dim'))
  if (placed.length === 0) line.put(0, exactLabel(timeAt(scale, seen.fromColumn), wallOffsetMs), 'dim')
  const folded = scale.pieces.filter(({ isFolded }) => isFolded)
  const idleMs = folded.reduce((sum, { fromMs, toMs }) => sum + toMs - fromMs, 0)
  const { dot } = glyphs(theme)
  const parts = [
    ...(timeline.zoom === 0
      ? []
      : [theme.ascii ? safe`x${2 ** timeline.zoom}` : safe`×${2 ** timeline.zoom}`]),
    ...(folded.length === 0
      ? []
      : [
          isWide(columns)
            ? safe`${shortTime(idleMs, 'rough')} idle folded`
            : safe`${shortTime(idleMs, 'rough')} idle`,
        ]),
  ]
  const left = cutToWidth(parts.join(safe` ${dot} `) as SafeText, leftWidth(widths) - 1)
  return row(
    indentOf(columns),
    paint(theme, 'dim', padded(left, leftWidth(widths))),
    safe` `,
    line.row(theme),
  )
}

/** The columns of sign, text and time. */
function leftWidth({ text, time }: Widths): number {
  return 2 + text + time
}

function inWindow({ column, text }: Label, { fromColumn }: AxisWindow): Label {
  return { column: column - fromColumn, text }
}

function foldLabels({ scale, seen, at: { theme } }: Chart): readonly Label[] {
  const edge = theme.ascii ? safe`:` : safe`┊`
  return scale.pieces
    .filter(
      ({ isFolded, toColumn, fromColumn }) =>
        isFolded && toColumn > seen.fromColumn && fromColumn < seen.toColumn,
    )
    .map((piece) => {
      const room = Math.floor(piece.toColumn - piece.fromColumn)
      const time = shortTime(piece.toMs - piece.fromMs, 'rough')
      const texts = [safe`${edge} ${time} idle ${edge}`, safe`${edge}${time}${edge}`]
      const text = texts.find((each) => each.length <= room) ?? edge
      return inWindow(
        { column: piece.fromColumn + Math.max(0, Math.floor((room - text.length) / 2)), text },
        seen,
      )
    })
}

function markRow(planKey: string, chart: Chart): Row {
  const { at, widths, scale, seen } = chart
  const { theme, columns } = at
  // Proposals and their answers belong to the session: a checklist is the work on them. Of other plans only the removal is left out.
  const own = at.marks.filter((mark) => mark.type !== 'removed' || mark.planKey === planKey)
  const { fromMs, toMs } = { fromMs: scale.pieces[0]?.fromMs ?? 0, toMs: scale.pieces.at(-1)?.toMs ?? 0 }
  const placed = placedMarks(
    own.filter((mark): mark is TimedMark => mark.atMs !== null && mark.atMs >= fromMs && mark.atMs <= toMs),
    {
      columns: widths.bars,
      isAscii: theme.ascii,
      columnAt: (atMs) => Math.min(scale.columns - 1, columnOf(scale, atMs)) - seen.fromColumn,
    },
  )
  const line = new Line(widths.bars)
  for (const { column, text, role } of placed) line.put(column, text, role)
  const margin = ' '.repeat(leftWidth(widths) + 1) as SafeText
  return row(indentOf(columns), margin, line.row(theme))
}

/** A step: sign, text, working time and bar; the selected one with all that is known of its time. */
function stepRows(entry: TrackedEntry, isPicked: boolean, chart: Chart): readonly Row[] {
  const { at, widths } = chart
  const { theme, columns, scroll, work } = at
  const isSelected = entry.key === scroll.selected
  const isAtWork = at.clock !== 'standing'
  const status = statusLook(theme, entry.status, isAtWork)
  const signs = glyphs(theme)
  const indent = indentOf(columns)
  const text = cutLine(stepWords(entry.content), widths.text, signs.ellipsis)
  const time = timeOf(activeTimeMs(entry, work), entry.times.running !== null && isAtWork, columns)
  const cursor = isSelected
    ? row(paint(theme, 'accent', signs.prompt), indent.slice(1) as SafeText)
    : row(indent)
  const first = row(
    cursor,
    paint(theme, status.role, status.glyph),
    stepSign(theme, {
      isPicked,
      asked: at.steps?.asked?.keys.has(entry.key) === true ? at.steps.asked.request : null,
    }),
    paint(theme, isSelected ? 'inverse' : status.textRole, text),
    ' '.repeat(widths.text - displayWidth(text)) as SafeText,
    paint(theme, 'dim', time.padStart(widths.time) as SafeText),
    safe` `,
    barOf(entry, chart).row(theme),
  )
  return isSelected ? [first, ...detailRows(entry, chart)] : [first]
}

function timeOf(timeMs: number | null, isRunning: boolean, columns: number): SafeText {
  if (timeMs === null) return safe``
  if (!isWide(columns) && timeMs >= 3_600_000) return shortTime(timeMs)
  return clockTime(timeMs, isRunning)
}

/** The text of a step that is too long for its column, and its times in words. */
function detailRows(entry: TrackedEntry, { at, now, callsOf }: Chart): readonly Row[] {
  const { theme, columns, wallOffsetMs } = at
  const margin = safe`${indentOf(columns)}  `
  const words = stepTimeWords(entry, {
    facts: stepFacts(entry, now),
    wallOffsetMs,
    isAtWork: at.clock !== 'standing',
  })
  const isCut = displayWidth(safeLine(entry.content.slice(0, 4000))) > widthsOf(columns).text
  const texts = [
    ...(isCut ? [safeLine(entry.content.slice(0, 4000))] : []),
    words,
    tickWords(callsOf(entry), theme),
  ].filter((text) => text !== '')
  return texts.flatMap((text) =>
    wrapText(text, Math.max(1, columns - margin.length - 1), detailLines).map((line) =>
      row(margin, paint(theme, 'dim', line)),
    ),
  )
}

const detailLines = 6

function barOf(entry: TrackedEntry, chart: Chart): Line {
  const { at, scale, seen, spans, now, widths, callsOf } = chart
  const { theme, clock, stalledKey } = at
  const signs = theme.ascii ? asciiBar : unicodeBar
  const { times } = entry
  const line = new Line(widths.bars)
  const parts = stepParts(times, spans, now).map(({ type, fromMs, toMs }) => ({
    type,
    fromColumn: columnOf(scale, fromMs),
    toColumn: columnOf(scale, toMs),
  }))
  if (parts.length === 0) return notSeen(entry, chart, line)
  const roles: Record<'worked' | 'waited', Role> = {
    worked: entry.key === stalledKey ? 'warning' : times.running === null ? barRole(entry) : 'accent',
    waited: 'dim',
  }
  const cells = barCells(parts, seen, signs)
  const { call, removed } = glyphs(theme)
  const ticks = callTicks(callsOf(entry), scale, seen)
  cells.forEach(({ part, sign }, at) => {
    const isFailed = ticks.get(at)
    if (isFailed !== undefined) line.put(at, isFailed ? removed : call, isFailed ? 'bad' : roles.worked)
    else if (part !== null) line.put(at, sign as SafeText, roles[part])
  })
  const end = cells.findLastIndex(({ part }) => part !== null) + 1
  if (end === 0) return outside(parts, chart, line)
  const isEndSeen = (parts.at(-1)?.toColumn ?? 0) <= seen.toColumn
  const isGrowing = times.running !== null && clock !== 'standing'
  if (isGrowing && isEndSeen)
    line.put(end, clock === 'working' ? glyphs(theme).after : glyphs(theme).waiting, 'accent')
  const { waitedMs } = stepFacts(entry, now)
  if (!isEndSeen || waitedMs < leastWaitToldMs) return line
  const words = safe`waited ${clockTime(waitedMs)}`
  const first = cells.findIndex(({ part }) => part !== null)
  if (end + 2 + words.length <= widths.bars) line.putRight(end + 2, words, 'dim')
  else line.put(first - 2 - words.length, words, 'dim')
  return line
}

/** Signs at the edges where the bar is outside of the window. */
function outside(parts: readonly BarPart[], { seen, widths, at: { theme } }: Chart, line: Line): Line {
  const [before, after] = theme.ascii ? [safe`<`, safe`>`] : [safe`‹`, safe`›`]
  if (parts.some(({ toColumn }) => toColumn <= seen.fromColumn)) line.put(0, before, 'dim')
  if (parts.some(({ fromColumn }) => fromColumn >= seen.toColumn)) line.put(widths.bars - 1, after, 'dim')
  return line
}

/** Shorter waits are seen, if at all, but not told. */
const leastWaitToldMs = 1000

function barRole({ status }: TrackedEntry): Role {
  return status === 'completed' ? 'good' : isGivenUp(status) ? 'dim' : 'normal'
}

/** A step that is done, but was never seen in progress: a thin mark where it ended, and the words. */
function notSeen({ times, status }: TrackedEntry, { at, scale, seen, widths }: Chart, line: Line): Line {
  if (status !== 'completed') return line
  const { theme } = at
  const words = safe`not seen`
  if (times.endedAtMs === null) {
    line.put(0, words, 'dim')
    return line
  }
  const column = Math.min(widths.bars - 1, Math.floor(columnOf(scale, times.endedAtMs)) - seen.fromColumn)
  if (column < 0) return line
  line.put(column, theme.ascii ? safe`|` : safe`▏`, 'good')
  if (column + 2 + words.length <= widths.bars) line.put(column + 2, words, 'dim')
  else line.put(column - 1 - words.length, words, 'dim')
  return line
}
