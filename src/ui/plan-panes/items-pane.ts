import { counted } from '../../lib/text/wording.ts'
import { stepRef } from '../../app/state/step-work.ts'
import { doubtCount } from '../../app/work/doubts.ts'
import { doubtWords } from '../../app/words/work.ts'
import { statusWord, stillRunsWords } from '../../app/words/step.ts'
import { safe, safeLine, type SafeText } from '../../lib/text/safe-text.ts'
import { cutToWidth } from '../../lib/text/width.ts'
import type { ItemsBody } from '../../plans/kinds/items.ts'
import { planTime, type Plan, heldSteps, isHeld, planProgress } from '../../plans/plan.ts'
import { activeTimeMs, isGivenUp, isOver, type TrackedEntry } from '../../plans/steps/tracked-entry.ts'
import { emptyRow, row, type Row } from '../../lib/cells/row.ts'
import { glyphs } from '../paint/glyphs.ts'
import { highlightMatches, paint } from '../paint/paint.ts'
import type { PointerTarget } from '../rows/row-form.ts'
import type { SelectedPosition, ShownRows, ShownSteps } from '../state/shown.ts'
import { selectedKeys } from '../state/step-selection.ts'
import { earliest, freshMs, untilSecond } from '../state/timing.ts'
import { changeWords, marksOf, noWords } from './change-bars.ts'
import {
  droppedRow,
  entryRow,
  foldedRow,
  groupRow,
  indentOf,
  unfoldedRows,
  type EntryLook,
} from './items-rows.ts'
import { childRows, commentRows, type ChildRows, type RowsBelow } from './rows-below.ts'
import { itemLines, type ItemLines } from './items-lines.ts'
import { settleList, type ListLines } from '../rows/settle.ts'
import type { PaneAt, PaneKind, SettledPane } from './pane.ts'
import { progressBar } from '../rows/progress-bar.ts'
import { noStepsWords } from '../../app/words/plan.ts'
import { keyWords } from '../keys/key-map.ts'

/** A checklist: the progress bar stays, and the entries scroll below it. */
export const items: PaneKind<ItemsBody> = {
  settle(plan, body, at) {
    const held = heldSteps(plan)
    const entryRows: ChecklistView['entryRows'] = (entry, place) =>
      drawEntry(entry, place, { at, held, planKey: plan.key })
    return settleChecklist(plan, body, at, { head: drawHead(plan, body, at), foot: [], entryRows })
  },
  isChecklist: true,
}

/** What a view of a checklist shows: rows that stay above and below the entries, and the rows of an entry. */
export interface ChecklistView {
  readonly head: readonly Row[]
  readonly foot: readonly Row[]
  readonly entryRows: (entry: TrackedEntry, place: EntryItem) => readonly Row[]
}

/** An entry of the list: its index, and whether it is one of the selected steps. */
export interface EntryItem {
  readonly index: number
  readonly isPicked: boolean
}

/** A checklist with its lines, and its frame. */
interface Checklist {
  readonly plan: Plan
  readonly body: ItemsBody
  readonly lines: ItemLines
  readonly picked: ReadonlySet<number>
  /** Rows below entries and at the end: what was begun in them, and comments. null: there are none. */
  readonly comments: RowsBelow | null
  readonly children: ChildRows | null
  readonly at: PaneAt
  readonly entryRows: ChecklistView['entryRows']
}

const noKeys: ReadonlySet<number> = new Set()

/** A checklist in any view: its entries are selected, searched, folded and scrolled in the same way. */
export function settleChecklist(
  plan: Plan,
  body: ItemsBody,
  at: PaneAt,
  { head, foot, entryRows }: ChecklistView,
): SettledPane {
  const visible = Math.max(1, at.rows - head.length - foot.length)
  const lines = linesAt(plan, body, at)
  const { steps, scroll } = at
  const picked = steps === null ? noKeys : selectedKeys(steps.selection, steps.lines, scroll.selected)
  const written = steps === null ? null : commentRows(steps, at.theme, at.columns)
  const children =
    at.children === undefined || plan.removedAtMs !== null ? null : childRows(plan, at.children, at)
  const below = children === null ? written : withChildren(children, written)
  const comments = withPlanDoubts(below, at)
  const list: Checklist = { plan, body, lines, picked, comments, children, at, entryRows }
  const listed = listLines(list)
  const { state, shown } = settleList(scroll, listed, visible)
  const { top } = shown
  const stepRange = stepsIn(list, listed, { top, visible })
  return {
    scroll: state,
    shown: {
      ...shown,
      layer: 'plan',
      matches: at.query === '' ? [] : matchingLines(list),
      place: placeIn(list),
      ...(stepRange === null ? {} : { stepRange }),
      steps: stepsOf(body, lines, at),
      lines: body,
    },
    nextAtMs: nextChange(plan, body, at),
    targetIn: (row) =>
      row < head.length || row >= head.length + visible ? null : stepIn(list, top, row - head.length),
    draw: () => [...head, ...drawLines(list, top, visible), ...foot],
  }
}

function linesAt(plan: Plan, body: ItemsBody, { scroll, hasMarks, nowMs }: PaneAt): ItemLines {
  return itemLines(body, {
    isCollapsed: scroll.isCollapsed,
    droppedSinceMs: hasMarks ? nowMs - freshMs : Number.POSITIVE_INFINITY,
    held: heldSteps(plan),
  })
}

/** The lines of a checklist whose rows are not shown, for what keys say about its steps. */
export function stepsAt(plan: Plan, body: ItemsBody, at: PaneAt): ShownSteps {
  return stepsOf(body, linesAt(plan, body, at), at)
}

function stepsOf({ currentIndex, counts }: ItemsBody, lines: ItemLines, { evidence }: PaneAt): ShownSteps {
  return {
    length: lines.length,
    keyAt: (line) => lines.at(line)?.key ?? -1,
    lineOf: (key) => lines.find((line) => line.key === key),
    get currentLine() {
      return currentIndex < 0 ? -1 : lines.find((line) => line.index === currentIndex)
    },
    done: counts.completed,
    doubts: evidence?.doubts ?? null,
  }
}

/** The rows of what was begun in the steps, each above the comments at the same place. */
function withChildren(children: ChildRows, comments: RowsBelow | null): RowsBelow {
  if (comments === null) return children
  const below = new Map(comments.below)
  for (const [key, rows] of children.below) below.set(key, [...rows, ...(below.get(key) ?? [])])
  return { below, atEnd: [...children.atEnd, ...comments.atEnd] }
}

/** What there is to doubt of the whole plan stands at its end. */
function withPlanDoubts(below: RowsBelow | null, { evidence, theme, columns }: PaneAt): RowsBelow | null {
  const doubts = evidence?.doubts.plan ?? []
  if (doubts.length === 0) return below
  const indent = indentOf(columns)
  const rows = doubts.map((doubt) => {
    const words = cutToWidth(doubtWords(doubt), columns - indent.length - 1, glyphs(theme).ellipsis)
    return row(indent, paint(theme, 'dim', words))
  })
  return { below: below?.below ?? new Map(), atEnd: [...(below?.atEnd ?? []), emptyRow, ...rows] }
}

/** Which steps are in these rows; null: none is. */
function stepsIn(
  { lines, body }: Checklist,
  { heightOf }: ListLines,
  { top, visible }: { readonly top: number; readonly visible: number },
): ShownRows | null {
  let [first, last] = [-1, -1]
  for (let at = top, rows = 0; at < lines.length && rows < visible; at++) {
    const line = lines.at(at)
    rows += heightOf?.(at) ?? 1
    if (line?.type !== 'entry') continue
    if (first < 0) first = line.index
    last = line.index
  }
  return first < 0 ? null : { top: first, visible: last - first + 1, total: body.entries.length }
}

function placeIn({ body, lines, at }: Checklist): SelectedPosition | null {
  const { selected } = at.scroll
  const line = selected === null ? undefined : lines.at(lines.find(({ key }) => key === selected))
  return line?.type === 'entry' ? { at: line.index, total: body.entries.length } : null
}

/** The step in a visible row, which counts from the one of the line `top`; of a sub-agent's row, the tab of its plan. */
function stepIn(list: Checklist, top: number, row: number): PointerTarget | null {
  let end = 0
  for (let at = top; at < list.lines.length; at++) {
    const drawn = drawLine(list, at)
    end += drawn.length
    if (row >= end) continue
    const line = list.lines.at(at)
    return line?.type === 'entry'
      ? (tabIn(list, drawn[row - end + drawn.length]) ?? { type: 'step', key: line.key })
      : null
  }
  return tabIn(list, list.comments?.atEnd[row - end])
}

function tabIn({ children }: Checklist, drawn: Row | undefined): PointerTarget | null {
  const id = drawn === undefined ? undefined : children?.tabs.get(drawn)
  return id === undefined ? null : { type: 'tab', id }
}

function drawHead(plan: Plan, body: ItemsBody, at: PaneAt): readonly Row[] {
  const progress = planProgress(plan)
  const isRoomy = at.rows >= 12
  if (progress === null) {
    const shown = cutToWidth(whyNoSteps(plan, at), at.columns - 2)
    const line = row(indentOf(at.columns), paint(at.theme, 'dim', shown))
    return isRoomy ? [emptyRow, line] : [line]
  }
  const { cancelled } = body.counts
  const givenUp = cancelled === 0 ? [] : body.entries.map(({ status }) => status).filter(isGivenUp)
  const doubts = at.evidence === null ? 0 : doubtCount(at.evidence.doubts)
  const notes = [
    ...(isHeld(plan) ? [safeLine(stillRunsWords(plan.running))] : []),
    // They are not in the total.
    ...Array.from(
      new Set(givenUp),
      (status) => safe`${givenUp.filter((each) => each === status).length} ${statusWord(status)}`,
    ),
    ...(doubts === 0 ? [] : [counted(doubts, 'doubt')]),
  ]
  const bar = progressBar({ ...progress, time: planTime(plan, at.work), clock: at.clock, notes }, at)
  return isRoomy ? [bar, emptyRow] : [bar]
}

export function whyNoSteps(plan: Plan, { evidence, keys }: PaneAt): SafeText {
  return noStepsWords(plan, evidence?.isUnread === true ? `${keyWords(keys, 'problems')} shows why` : null)
}

/** The index of the step in progress, else of the first one that is not over, which the view follows; -1: none. */
function workIndex(plan: Plan, body: ItemsBody): number {
  if (body.currentIndex >= 0) return body.currentIndex
  const held = heldSteps(plan)
  return body.entries.findIndex(({ key, status }) => !isOver(status) || held.has(key))
}

/** How the lines lie in rows, and which of them is to be visible: the one with the cursor, else the current step if it is followed. */
function listLines(list: Checklist): ListLines {
  const { plan, body, lines, comments, at } = list
  const { selected, follows } = at.scroll
  const cursor = selected === null ? -1 : lines.find(({ key }) => key === selected)
  const index = cursor < 0 && follows === 'current' ? workIndex(plan, body) : -1
  const held = index < 0 ? cursor : lines.find((line) => line.index === index)
  const unfolded = cursor < 0 ? 0 : drawLine(list, cursor).length
  const below = comments?.below
  const isPlain = unfolded <= 1 && (below === undefined || below.size === 0)
  return {
    total: lines.length,
    held: held < 0 ? null : { first: held, last: held },
    atEnd: comments?.atEnd.length ?? 0,
    ...(isPlain
      ? {}
      : {
          heightOf: (line) =>
            line === cursor ? unfolded : 1 + (below?.get(lines.at(line)?.key ?? -1)?.length ?? 0),
        }),
  }
}

function drawLines(list: Checklist, top: number, visible: number): readonly Row[] {
  const { lines, comments } = list
  const { query } = list.at
  const rows: Row[] = []
  for (let at = top; at < lines.length && rows.length < visible; at++) {
    for (const each of drawLine(list, at)) {
      if (rows.length < visible) rows.push(query === '' ? each : highlightMatches(each, query))
    }
  }
  return [...rows, ...(comments?.atEnd ?? [])].slice(0, visible)
}

function drawLine(list: Checklist, index: number): readonly Row[] {
  const { body, lines, picked, comments, at, entryRows } = list
  const line = lines.at(index)
  switch (line?.type) {
    case 'done':
      return [foldedRow(line.count, at)]
    case 'group':
      return [groupRow(line.name, at.theme, at.columns)]
    case 'dropped':
      return [droppedRow(line.dropped.entry, at.theme, at.columns)]
    case 'entry': {
      const entry = body.entries[line.index]
      if (entry === undefined) return []
      const rows = entryRows(entry, { index: line.index, isPicked: picked.has(entry.key) })
      const below = comments?.below.get(entry.key)
      return below === undefined ? rows : [...rows, ...below]
    }
    case undefined:
      return []
  }
}

const noEvidence = { doubt: safe``, done: null }

/** What there is to doubt of a step, and what was done in it. */
function evidenceOf(
  { key }: TrackedEntry,
  { evidence }: PaneAt,
  planKey: string,
): Pick<EntryLook, 'doubt' | 'done'> {
  if (evidence === null) return noEvidence
  const doubts = evidence.doubts.steps.get(key)
  const done = evidence.session.work.steps.get(stepRef(planKey, key)) ?? null
  return doubts === undefined && done === null
    ? noEvidence
    : { doubt: (doubts ?? []).map(doubtWords).join(', ') as SafeText, done }
}

/** `held`: the keys of the steps that are reported as over while something runs that was begun in them. */
function drawEntry(
  entry: TrackedEntry,
  { index, isPicked }: EntryItem,
  {
    at,
    held,
    planKey,
  }: { readonly at: PaneAt; readonly held: ReadonlySet<number>; readonly planKey: string },
): readonly Row[] {
  const comparison = at.comparison?.unit === 'step' ? at.comparison : null
  const changes = comparison === null ? 0 : (marksOf(comparison).changes[index] ?? 0)
  const isMarked = at.hasMarks && entry.change !== null && at.nowMs - entry.change.atMs < freshMs
  const look: EntryLook = {
    theme: at.theme,
    columns: at.columns,
    work: at.work,
    isAtWork: at.clock !== 'standing',
    isPicked,
    asked: at.steps?.asked?.keys.has(entry.key) === true ? at.steps.asked.request : null,
    isStalled: entry.key === at.stalledKey,
    isHeld: held.has(entry.key),
    mark: isMarked ? (entry.change?.type ?? null) : null,
    changes,
    ...evidenceOf(entry, at, planKey),
    words:
      comparison === null || changes === 0
        ? noWords
        : changeWords(comparison, { changes, line: index }, at.keys),
  }
  return entry.key === at.scroll.selected ? unfoldedRows(entry, look) : [entryRow(entry, look)]
}

function matchingLines({ body, lines, at: { query } }: Checklist): readonly number[] {
  const found: number[] = []
  for (let index = 0; index < lines.length; index++) {
    const line = lines.at(index)
    const entry = line?.type === 'entry' ? body.entries[line.index] : undefined
    if (entry?.content.toLowerCase().includes(query) === true) found.push(index)
  }
  return found
}

function nextChange(plan: Plan, body: ItemsBody, at: PaneAt): number | null {
  return earliest([nextTick(plan, body, at), at.hasMarks ? nextMarkEnd(body, at.nowMs) : null])
}

/** When the next visible time changes by a second. */
function nextTick(plan: Plan, body: ItemsBody, { clock, work, nowMs }: PaneAt): number | null {
  const current = body.entries[body.currentIndex]
  if (current === undefined) return null
  const inStep = activeTimeMs(current, work)
  switch (clock) {
    case 'standing':
      return null
    case 'working':
      return inStep === null ? null : nowMs + untilSecond(inStep)
    case 'waiting':
      return nowMs + untilSecond(planTime(plan, work)?.waitedMs ?? 0)
  }
}

function nextMarkEnd(body: ItemsBody, nowMs: number): number | null {
  let first: number | null = null
  const look = (atMs: number): void => {
    const end = atMs + freshMs
    if (end > nowMs && (first === null || end < first)) first = end
  }
  for (const entry of body.entries) if (entry.change !== null) look(entry.change.atMs)
  for (const { atMs } of body.dropped) look(atMs)
  return first
}
