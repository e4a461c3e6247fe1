import { safe, type SafeText } from '../../lib/text/safe-text.ts'
import { cutToWidth } from '../../lib/text/width.ts'
import type { MarkdownBody } from '../../plans/kinds/markdown.ts'
import { planTime, type Plan } from '../../plans/plan.ts'
import { planProgress } from '../../plans/plan-progress.ts'
import type { ChangedLines } from '../markdown/changed-rows.ts'
import { glyphs } from '../paint/glyphs.ts'
import { emptyRow, row, type Row } from '../../lib/cells/row.ts'
import { markMatches, paint } from '../paint/paint.ts'
import { clampTop, type ClockFrame, type DocumentFrame, type PaneKind, type PaneView } from './pane.ts'
import { progressBar } from './progress-bar.ts'
import { stepsOn, visibleLines } from './document-steps.ts'
import { scrolledRows, textRows } from './text-rows.ts'

export const markdown: PaneKind<MarkdownBody> = {
  draw: (plan, { text }, frame) => drawMarkdown(plan, text, frame),
}

export interface MarkdownFrame extends DocumentFrame {
  /** Rows of changed lines are marked at the left. */
  readonly changes?: ChangedLines
}

/** Time in each frame for rendering invisible parts, while the document is not completely rendered. */
const workBudgetMs = 6
/** Texts up to this length are rendered completely; of longer ones the visible part, until more is needed. */
const settledLength = 100_000

/** A markdown plan: its text, and the progress of its task list, if it has one. */
export function drawMarkdown(plan: Plan, source: string, frame: MarkdownFrame & ClockFrame): PaneView {
  const progress = planProgress(plan)
  if (progress === null) return drawDocument(source, frame)
  const time = planTime(plan, frame.work)
  const bar = progressBar({ ...progress, time, clock: frame.clock }, frame)
  const head = frame.rows >= 12 ? [bar, emptyRow] : [bar]
  const view = drawDocument(source, { ...frame, rows: frame.rows - head.length })
  return { ...view, rows: [...head, ...view.rows] }
}

/** Rendered markdown, scrolled. Nothing while the renderer is loading; the source if it cannot be loaded. */
export function drawDocument(source: string, frame: MarkdownFrame): PaneView {
  const { documentCache, name, scroll, theme } = frame
  const margin = marginOf(frame)
  const columns = frame.columns - margin.plain.length - 1
  const taken = documentCache.get({ name, source, columns, theme, top: scroll.top })
  if (taken === null) return documentCache.hasFailed ? drawSource(source, frame) : drawWaiting(frame)
  const { document, isGrowing } = taken
  const visible = frame.rows
  const stepsShown = stepsOn(document, source, frame)
  const inAll = stepsShown.rowsInAll(visible)
  const firstRow = stepsShown.topWithCursor({ top: taken.top, visible, total: inAll })
  // While a text grows its end is followed, like the current step of a checklist.
  const isAtEnd = scroll.follows === 'end' || (scroll.follows === 'current' && isGrowing)
  const hasOwnEnd = isAtEnd && inAll === document.rowCount
  const from = clampTop({ top: isAtEnd ? inAll : firstRow, visible, total: inAll })
  const shown = hasOwnEnd ? document.lastRows(visible) : document.rows(from, visible)
  // Invisible parts are rendered in slices, one for each frame, and only if their height or text is needed.
  const isSought = frame.query !== '' || (taken.top > 0 && !isAtEnd)
  const isCut = shown.length < Math.min(visible, hasOwnEnd ? document.rowCount : document.rowCount - from)
  const isWanted = source.length <= settledLength || isSought || isCut || !document.isRead
  const isSettled = document.isSettled || !isWanted || documentCache.work(document, workBudgetMs)
  const total = stepsShown.rowsInAll(visible)
  const top = clampTop({ top: isAtEnd ? total : firstRow, visible, total })
  documentCache.rememberTop(name, top)
  const marks = frame.changes === undefined ? [] : document.changedRows(top, shown.length, frame.changes)
  const plain = shown.map((each, index) => {
    if (marks[index] === true) return row(margin.marked, each)
    return withMargin(each, margin.plain)
  })
  const rows = stepsShown.arranged(plain, { top, visible })
  const matches = frame.query === '' ? [] : document.find(frame.query)
  return {
    rows: frame.query === '' ? rows : rows.map((each) => markMatches(each, frame.query)),
    scroll: { ...scroll, top },
    total,
    visible,
    matches,
    nextAtMs: isSettled && !isCut && document.isSearched(frame.query) ? null : frame.nowMs,
    lines: {
      type: 'document',
      text: source,
      visible: () => visibleLines(document, source, { top, count: shown.length }),
    },
  }
}

interface Margin {
  readonly plain: SafeText
  readonly marked: Row
}

/** The margin left of the text: wider if changes are marked. */
function marginOf({ theme, columns, changes }: MarkdownFrame): Margin {
  if (changes === undefined) return { plain: safe` `, marked: row(safe` `) }
  return columns < 60
    ? { plain: safe`  `, marked: row(paint(theme, 'good', safe`+`), safe` `) }
    : { plain: safe`   `, marked: row(safe` `, paint(theme, 'good', safe`+`), safe` `) }
}

const withMargins = new WeakMap<Row, { readonly margin: SafeText; readonly made: Row }>()

/** The row after its margin; the same object as before for the same row of the document, so that the painter knows it again. */
function withMargin(each: Row, margin: SafeText): Row {
  if (each.length === 0) return emptyRow
  const known = withMargins.get(each)
  if (known?.margin === margin) return known.made
  const made = row(margin, each)
  withMargins.set(each, { margin, made })
  return made
}

/** A note about loading appears only after this time. */
const mentionedAfterMs = 400

function drawWaiting({ documentCache, theme, rows, scroll, nowMs }: MarkdownFrame): PaneView {
  const isLong = documentCache.loadingMs() >= mentionedAfterMs
  const words = row(safe` `, paint(theme, 'dim', safe`Rendering${glyphs(theme).ellipsis}`))
  return {
    rows: isLong ? [words] : [],
    scroll,
    total: 0,
    visible: rows,
    matches: [],
    nextAtMs: isLong ? null : nowMs + mentionedAfterMs,
  }
}

/** The source as plain text. */
function drawSource(source: string, frame: MarkdownFrame): PaneView {
  const { columns, theme } = frame
  const note = row(safe` `, paint(theme, 'warning', cutToWidth(notRendered, columns - 2)))
  const rows = textRows(source, theme, columns)
  const view = scrolledRows(rows, { ...frame, rows: Math.max(1, frame.rows - 1) })
  return { ...view, rows: [note, ...view.rows].slice(0, frame.rows) }
}

const notRendered = safe`The markdown renderer cannot be loaded: this is the source.`
