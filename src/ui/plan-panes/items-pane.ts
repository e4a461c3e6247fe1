import { stillRunsWords } from '../../app/words/step.ts'
import { safe, safeLine, type SafeText } from '../../lib/text/safe-text.ts'
import { cutToWidth } from '../../lib/text/width.ts'
import type { ItemsBody } from '../../plans/kinds/items.ts'
import { planTime, type Plan } from '../../plans/plan.ts'
import { heldSteps, isHeld, planProgress } from '../../plans/plan-progress.ts'
import { activeTimeMs, isOver, type TrackedEntry } from '../../plans/tracked-entry.ts'
import { emptyRow, row, type Row } from '../../lib/cells/row.ts'
import { glyphs } from '../paint/glyphs.ts'
import { markMatches, paint } from '../paint/paint.ts'
import type { PointerTarget } from '../pointer/pointer-target.ts'
import { selectedKeys } from '../state/step-selection.ts'
import { earliest, markMs, untilSecond } from '../state/timing.ts'
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
import { childRows, type ChildRows } from './child-rows.ts'
import { commentRows, lastTop, topToShow, type CommentRows } from './comment-rows.ts'
import { itemLines, type ItemLines } from './item-lines.ts'
import {
  clampTop,
  type ClockFrame,
  type PaneFrame,
  type PaneKind,
  type PaneView,
  topWith,
  type Viewport,
} from './pane.ts'
import { progressBar } from './progress-bar.ts'
import { noStepsYet } from '../../app/words/plan.ts'

export const items: PaneKind<ItemsBody> = {
  draw: drawItems,
  steps(body, options) {
    const lines = itemLines(body, options)
    const { currentIndex } = body
    const currentLine = currentIndex < 0 ? -1 : lines.find((line) => line.index === currentIndex)
    return { lines, currentLine, done: body.counts.completed }
  },
}

export type ItemsFrame = PaneFrame & ClockFrame

/** `held`: the keys of the steps that are reported as over while something runs that was begun in them. */
type EntryFrame = ItemsFrame & { readonly held: ReadonlySet<number> }

/** What a view of a checklist shows: rows that stay above and below the entries, and the rows of an entry. */
export interface ChecklistView {
  readonly head: readonly Row[]
  readonly foot: readonly Row[]
  readonly entryRows: (entry: TrackedEntry, place: EntryPlace) => readonly Row[]
}

/** An entry of the list: its index, and whether it is one of the selected steps. */
export interface EntryPlace {
  readonly index: number
  readonly isPicked: boolean
}

/** A checklist with its lines, and its frame. */
interface Checklist {
  readonly plan: Plan
  readonly body: ItemsBody
  readonly lines: ItemLines
  /** The keys of the selected steps. */
  readonly picked: ReadonlySet<number>
  /** Rows below entries and at the end: what was begun in them, and comments. null: there are none. */
  readonly comments: CommentRows | null
  readonly children: ChildRows | null
  readonly frame: ItemsFrame
  readonly entryRows: ChecklistView['entryRows']
}

const noKeys: ReadonlySet<number> = new Set()

/** A checklist: the progress bar stays, and the entries scroll below it. */
export function drawItems(plan: Plan, body: ItemsBody, frame: ItemsFrame): PaneView {
  const ofEntries: EntryFrame = { ...frame, held: heldSteps(plan) }
  const entryRows: ChecklistView['entryRows'] = (entry, place) => drawEntry(entry, place, ofEntries)
  return drawChecklist(plan, body, {
    ...frame,
    view: { head: drawHead(plan, body, frame), foot: [], entryRows },
  })
}

/** A checklist in any view: its entries are selected, searched, folded and scrolled in the same way. */
export function drawChecklist(
  plan: Plan,
  body: ItemsBody,
  frame: ItemsFrame & { readonly view: ChecklistView },
): PaneView {
  const { head, foot, entryRows } = frame.view
  const visible = Math.max(1, frame.rows - head.length - foot.length)
  const lines = itemLines(body, {
    isCollapsed: frame.scroll.isCollapsed,
    droppedSinceMs: frame.hasMarks ? frame.nowMs - markMs : Number.POSITIVE_INFINITY,
    held: heldSteps(plan),
  })
  const { steps, scroll } = frame
  const picked = steps === null ? noKeys : selectedKeys(steps.selection, steps.lines, scroll.cursorKey)
  const written = steps === null ? null : commentRows(steps, frame.theme, frame.columns)
  const children =
    frame.children === undefined || plan.removedAtMs !== null ? null : childRows(plan, frame.children, frame)
  const comments = children === null ? written : withChildren(children, written)
  const list: Checklist = { plan, body, lines, picked, comments, children, frame, entryRows }
  const top = topOf(list, visible)
  return {
    rows: [...head, ...drawLines(list, top, visible), ...foot],
    scroll: { ...frame.scroll, top },
    total: rowsInAll(list, visible),
    visible,
    ...placeIn(list),
    matches: frame.query === '' ? [] : matchingLines(list),
    nextAtMs: nextChange(plan, body, frame),
    lines: body,
    targetIn: (row) =>
      row < head.length || row >= head.length + visible ? null : stepIn(list, top, row - head.length),
  }
}

/** The rows of what was begun in the steps, each above the comments at the same place. */
function withChildren(children: ChildRows, comments: CommentRows | null): CommentRows {
  if (comments === null) return children
  const below = new Map(comments.below)
  for (const [key, rows] of children.below) below.set(key, [...rows, ...(below.get(key) ?? [])])
  return { below, atEnd: [...children.atEnd, ...comments.atEnd] }
}

/** Which step of the plan is selected. */
function placeIn({ body, lines, frame }: Checklist): Pick<PaneView, 'place'> {
  const { cursorKey } = frame.scroll
  const line = cursorKey === null ? undefined : lines.at(lines.find(({ key }) => key === cursorKey))
  return line?.type === 'entry' ? { place: { at: line.index, total: body.entries.length } } : {}
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

function drawHead(plan: Plan, body: ItemsBody, frame: ItemsFrame): readonly Row[] {
  const progress = planProgress(plan)
  const isRoomy = frame.rows >= 12
  if (progress === null) {
    const text = plan.isCleared ? safe`The agent cleared this plan.` : noStepsYet
    const shown = cutToWidth(text, frame.columns - 2)
    const line = row(indentOf(frame.columns), paint(frame.theme, 'dim', shown))
    return isRoomy ? [emptyRow, line] : [line]
  }
  const { cancelled } = body.counts
  const notes = [
    ...(isHeld(plan) ? [safeLine(stillRunsWords(plan.running))] : []),
    ...(cancelled === 0 ? [] : [safe`${cancelled} cancelled`]),
  ]
  const note = notes.join(safe` ${glyphs(frame.theme).dot} `) as SafeText
  const bar = progressBar({ ...progress, time: planTime(plan, frame.work), clock: frame.clock, note }, frame)
  return isRoomy ? [bar, emptyRow] : [bar]
}

/** The index of the step in progress, else of the first one that is not over, which the view follows; -1: none. */
function workIndex(plan: Plan, body: ItemsBody): number {
  if (body.currentIndex >= 0) return body.currentIndex
  const held = heldSteps(plan)
  return body.entries.findIndex(({ key, status }) => !isOver(status) || held.has(key))
}

/** The number of lines to scroll through: more than there are if comments at the end need room. */
function rowsInAll({ lines, comments }: Checklist, visible: number): number {
  if (comments === null || (comments.below.size === 0 && comments.atEnd.length === 0)) return lines.length
  const total = lines.length
  const below = (at: number): number => comments.below.get(lines.at(at)?.key ?? -1)?.length ?? 0
  return lastTop({ total, visible }, { below, atEnd: comments.atEnd.length }) + visible
}

function topOf(list: Checklist, visible: number): number {
  const top = topWithoutComments(list, visible)
  const { lines, comments, frame } = list
  const { cursorKey } = frame.scroll
  if (cursorKey === null || comments === null || comments.below.size === 0) return top
  const cursor = lines.find((line) => line.key === cursorKey)
  // The rows of comments above the cursor must not push it out of view.
  const below = (at: number): number => drawLine(list, at).length - 1
  return cursor < 0 ? top : topToShow(cursor, { top, visible }, below)
}

function topWithoutComments(list: Checklist, visible: number): number {
  const { lines, frame } = list
  const { scroll } = frame
  const place: Viewport = { top: scroll.top, visible, total: rowsInAll(list, visible) }
  const cursor = scroll.cursorKey === null ? -1 : lines.find((line) => line.key === scroll.cursorKey)
  if (cursor >= 0) {
    const top = topWith(cursor, { ...place, isClicked: scroll.clicked === scroll.cursorKey })
    // As much of the unfolded text as fits, always including its beginning.
    return Math.min(cursor, Math.max(top, cursor + drawLine(list, cursor).length - visible))
  }
  switch (scroll.follows) {
    case 'free':
      return clampTop(place)
    case 'end':
      return clampTop({ ...place, top: place.total })
    case 'current': {
      const index = workIndex(list.plan, list.body)
      const line = index < 0 ? -1 : lines.find((line) => line.index === index)
      if (line < 0) return clampTop(place)
      const top = topWith(line, place)
      return list.children === null
        ? top
        : topToShow(line, { top, visible }, (at) => drawLine(list, at).length - 1)
    }
  }
}

function drawLines(list: Checklist, top: number, visible: number): readonly Row[] {
  const { lines, frame } = list
  const rows: Row[] = []
  for (let at = top; at < lines.length && rows.length < visible; at++) {
    for (const each of drawLine(list, at)) {
      if (rows.length < visible) rows.push(frame.query === '' ? each : markMatches(each, frame.query))
    }
  }
  return [...rows, ...(list.comments?.atEnd ?? [])].slice(0, visible)
}

function drawLine(
  { body, lines, picked, comments, frame, entryRows }: Checklist,
  at: number,
): readonly Row[] {
  const line = lines.at(at)
  switch (line?.type) {
    case 'done':
      return [foldedRow(line.count, frame)]
    case 'group':
      return [groupRow(line.name, frame.theme, frame.columns)]
    case 'dropped':
      return [droppedRow(line.dropped.entry, frame.theme, frame.columns)]
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

function drawEntry(entry: TrackedEntry, { index, isPicked }: EntryPlace, frame: EntryFrame): readonly Row[] {
  const comparison = frame.comparison?.unit === 'step' ? frame.comparison : null
  const changes = comparison === null ? 0 : (marksOf(comparison).changes[index] ?? 0)
  const isSelected = entry.key === frame.scroll.cursorKey
  const isMarked = frame.hasMarks && entry.change !== null && frame.nowMs - entry.change.atMs < markMs
  const look: EntryLook = {
    theme: frame.theme,
    columns: frame.columns,
    work: frame.work,
    isAtWork: frame.clock !== 'standing',
    isSelected,
    isPicked,
    asked: frame.steps?.asked?.keys.has(entry.key) === true ? frame.steps.asked.request : null,
    isStalled: entry.key === frame.stalledKey,
    isHeld: frame.held.has(entry.key),
    mark: isMarked ? (entry.change?.type ?? null) : null,
    changes,
    words:
      comparison === null || changes === 0
        ? noWords
        : changeWords(comparison, { changes, line: index }, frame.keys),
  }
  return isSelected ? unfoldedRows(entry, look) : [entryRow(entry, look)]
}

function matchingLines({ body, lines, frame }: Checklist): readonly number[] {
  const found: number[] = []
  for (let at = 0; at < lines.length; at++) {
    const line = lines.at(at)
    const entry = line?.type === 'entry' ? body.entries[line.index] : undefined
    if (entry?.content.toLowerCase().includes(frame.query) === true) found.push(at)
  }
  return found
}

function nextChange(plan: Plan, body: ItemsBody, frame: ItemsFrame): number | null {
  return earliest(nextTick(plan, body, frame), frame.hasMarks ? nextMarkEnd(body, frame.nowMs) : null)
}

/** When the next visible time changes by a second. */
function nextTick(plan: Plan, body: ItemsBody, { clock, work, nowMs }: ItemsFrame): number | null {
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
    const end = atMs + markMs
    if (end > nowMs && (first === null || end < first)) first = end
  }
  for (const entry of body.entries) if (entry.change !== null) look(entry.change.atMs)
  for (const { atMs } of body.dropped) look(atMs)
  return first
}
