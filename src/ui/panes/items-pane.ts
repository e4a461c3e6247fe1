import { own } from '../../lib/text/safe-text.ts'
import type { ItemsBody } from '../../plans/kinds/items.ts'
import type { Plan } from '../../plans/plan.ts'
import { planProgress } from '../../plans/plan-progress.ts'
import type { TrackedEntry } from '../../plans/tracked-entry.ts'
import { emptyRow, markMatches, paint, row, type Painted } from '../paint/painted.ts'
import { earliest, markMs, nextSecond } from '../screen/timing.ts'
import { droppedRow, entryRow, unfoldedRows, type EntryLook } from './items-rows.ts'
import { itemLines, type ItemLine } from './item-lines.ts'
import { clampTop, topWith, type PaneFrame, type PaneView } from './pane.ts'
import { progressBar } from './progress-bar.ts'

export interface ItemsFrame extends PaneFrame {
  /** Where the clocks of running steps stand: they stop when the turn has ended. */
  readonly clockMs: number
  readonly isClockRunning: boolean
}

/** A checklist: the bar and the count stay, the entries scroll beneath them. */
export function drawItems(plan: Plan, body: ItemsBody, frame: ItemsFrame): PaneView {
  const head = drawHead(plan, body, frame)
  const visible = Math.max(1, frame.rows - head.length)
  const lines = itemLines(body, {
    isCollapsed: frame.scroll.isCollapsed,
    droppedSinceMs: frame.hasMarks ? frame.nowMs - markMs : Number.POSITIVE_INFINITY,
  })
  const total = lines.length
  const cursor =
    frame.scroll.cursorKey === null ? -1 : lines.find((line) => line.key === frame.scroll.cursorKey)
  const top = topOf(body, frame, {
    total,
    visible,
    cursor,
    current: body.currentIndex < 0 ? -1 : lines.find((line) => line.index === body.currentIndex),
  })
  const drawn = drawLines(lines, top, visible, frame, body)
  return {
    rows: [...head, ...drawn],
    scroll: { ...frame.scroll, top },
    total,
    visible,
    matches: frame.query === '' ? [] : matchingLines(body, lines, frame.query),
    nextAtMs: nextChange(body, frame),
  }
}

function drawHead(plan: Plan, body: ItemsBody, frame: ItemsFrame): readonly Painted[] {
  const progress = planProgress(plan)
  const isRoomy = frame.rows >= 12
  if (progress === null) {
    const text = plan.isCleared ? own`  The agent cleared this plan.` : own`  This plan has no steps yet.`
    return isRoomy ? [emptyRow, paint(frame.theme, 'dim', text)] : [paint(frame.theme, 'dim', text)]
  }
  const end = progress.isComplete ? plan.changedAtMs : frame.clockMs
  const bar = progressBar(frame.theme, progress, end - plan.createdAtMs, frame.columns)
  const { cancelled } = body.counts
  if (!isRoomy) return [bar]
  const note = cancelled === 0 ? emptyRow : paint(frame.theme, 'dim', own` ${cancelled} cancelled`)
  return [bar, note]
}

interface Place {
  readonly total: number
  readonly visible: number
  readonly cursor: number
  readonly current: number
}

function topOf(body: ItemsBody, frame: ItemsFrame, place: Place): number {
  const { total, visible } = place
  if (place.cursor >= 0) return topWith(place.cursor, frame.scroll.top, visible, total)
  switch (frame.scroll.follows) {
    case 'free':
      return clampTop(frame.scroll.top, visible, total)
    case 'end':
      return clampTop(total, visible, total)
    case 'current': {
      // Nothing in progress: the first step that is not done, so that the view rests where the work goes on.
      const target =
        place.current >= 0 ? place.current : body.entries.findIndex((entry) => entry.status !== 'completed')
      return target < 0
        ? clampTop(frame.scroll.top, visible, total)
        : topWith(target, frame.scroll.top, visible, total)
    }
  }
}

function drawLines(
  lines: ReturnType<typeof itemLines>,
  top: number,
  visible: number,
  frame: ItemsFrame,
  body: ItemsBody,
): readonly Painted[] {
  const rows: Painted[] = []
  for (let at = top; at < lines.length && rows.length < visible; at++) {
    const line = lines.at(at)
    if (line === undefined) break
    for (const painted of drawLine(line, frame, body)) {
      if (rows.length < visible)
        rows.push(frame.query === '' ? painted : markMatches(frame.theme, painted, frame.query))
    }
  }
  return rows
}

function drawLine(line: ItemLine, frame: ItemsFrame, body: ItemsBody): readonly Painted[] {
  switch (line.type) {
    case 'done':
      return [
        paint(
          frame.theme,
          'dim',
          own`  ${line.count} done  ${line.count === 1 ? own`step is` : own`steps are`} folded, c shows them`,
        ),
      ]
    case 'dropped':
      return [droppedRow(line.dropped.entry, frame.theme, frame.columns)]
    case 'entry': {
      const entry = body.entries[line.index]
      return entry === undefined ? [row()] : drawEntry(entry, frame)
    }
  }
}

function drawEntry(entry: TrackedEntry, frame: ItemsFrame): readonly Painted[] {
  const isSelected = entry.key === frame.scroll.cursorKey
  const isMarked = frame.hasMarks && entry.change !== null && frame.nowMs - entry.change.atMs < markMs
  const look: EntryLook = {
    theme: frame.theme,
    columns: frame.columns,
    clockMs: frame.clockMs,
    isSelected,
    mark: isMarked ? (entry.change?.type ?? null) : null,
  }
  return isSelected ? unfoldedRows(entry, look) : [entryRow(entry, look)]
}

function matchingLines(
  body: ItemsBody,
  lines: ReturnType<typeof itemLines>,
  query: string,
): readonly number[] {
  const found: number[] = []
  for (let at = 0; at < lines.length; at++) {
    const line = lines.at(at)
    const entry = line?.type === 'entry' ? body.entries[line.index] : undefined
    if (entry?.content.toLowerCase().includes(query) === true) found.push(at)
  }
  return found
}

function nextChange(body: ItemsBody, frame: ItemsFrame): number | null {
  const current = body.entries[body.currentIndex]
  const clock =
    frame.isClockRunning && current?.activeSinceMs != null
      ? nextSecond(current.activeSinceMs, frame.clockMs)
      : null
  return earliest(clock, frame.hasMarks ? nextMarkEnd(body, frame.nowMs) : null)
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
