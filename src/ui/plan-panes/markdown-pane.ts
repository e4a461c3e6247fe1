import { memoWeak } from '../../lib/memo.ts'
import { nothingInIt } from '../../app/words/plan.ts'
import { stillRunsWords } from '../../app/words/step.ts'
import { isBlankText, safe, safeLine, type SafeText } from '../../lib/text/safe-text.ts'
import { cutToWidth } from '../../lib/text/width.ts'
import type { MarkdownBody } from '../../plans/kinds/markdown.ts'
import { planTime, planTitle, isHeld, planProgress, type Plan } from '../../plans/plan.ts'
import { hasChanges, type Comparison } from '../../plans/comparison/comparison.ts'
import type { ChangedRow } from '../markdown/line-rows.ts'
import { glyphs } from '../paint/glyphs.ts'
import { measuredColumns, type Look } from '../paint/look.ts'
import { emptyRow, row, rowText, spread, type Row, type Run } from '../../lib/cells/row.ts'
import { highlightMatches, paint } from '../paint/paint.ts'
import { barredRow, changeBits, changedLinesOf, changeWords, isSameChange, noWords } from './change-bars.ts'
import { settleList, type ListLines } from '../rows/settle.ts'
import type { PaneScroll } from '../state/ui-state.ts'
import {
  withoutScrolling,
  settleRows,
  textRows,
  wrappedRows,
  type PaneAt,
  type PaneKind,
  type SettledPane,
} from './pane.ts'
import { withFlag } from '../../lib/cells/cell-style.ts'
import { documentLines } from '../../plans/document-lines.ts'
import type { MarkdownDocument } from '../markdown/document.ts'
import type { Theme } from '../paint/theme.ts'
import { isSameSource, type PlanLines } from '../state/plan-lines.ts'
import type { PlanSteps } from '../state/comments.ts'
import { selectedKeys } from '../state/step-selection.ts'
import { commentRows } from './rows-below.ts'
import { askedWords, stepSign, type StepSigns } from './items-lines.ts'
import type { ShownRows } from '../state/shown.ts'

/** A markdown plan: its text, and the progress of its task list, if it has one. */
export const markdown: PaneKind<MarkdownBody> = {
  settle(plan, { text, heading }, at) {
    const isTitle = at.rows <= tooFewForTitle && heading !== null && heading === planTitle(plan)
    const shown = isTitle ? withoutFirstHeading(text) : text
    if (!isBlankText(text)) return withProgress(plan, at, settleDocument(shown, at))
    return settleRows(wrappedRows(nothingInIt, { ...at, role: 'dim', columns: at.columns - 3 }), at)
  },
}

/** In so few rows a title is not shown again that stands on its tab. */
const tooFewForTitle = 2
const firstHeading = /^\s*(?:#{1,6}[ \t][^\n]*|[^\s#>|`~+*-][^\n]*\n {0,3}(?:=+|-{2,})[ \t]*)(?=\n\s*\S)/

/** Its lines become blank: all others keep their numbers. */
function withoutFirstHeading(text: string): string {
  return text.replace(firstHeading, (lines) => lines.replaceAll(/[^\n]/g, ''))
}

/** Time in each frame for rendering invisible parts, while the document is not completely rendered. */
const workBudgetMs = 6
/** Texts up to this length are rendered completely; of longer ones the visible part, until more is needed. */
const settledLength = 100_000

/** A document with the progress of its task boxes, if it has some. */
export function withProgress(plan: Plan, { work, clock }: PaneAt, view: SettledPane): SettledPane {
  const progress = planProgress(plan)
  if (progress === null) return view
  const notes = isHeld(plan) ? [safeLine(stillRunsWords(plan.running))] : []
  return { ...view, progress: { ...progress, time: planTime(plan, work), clock, notes } }
}

/** Rendered markdown, scrolled. Nothing while the renderer is loading; the source if it cannot be loaded. */
export function settleDocument(source: string, place: PaneAt): SettledPane {
  const at: PaneAt = { ...place, columns: measuredColumns(place.columns) }
  const { documentCache, name, scroll, theme, query } = at
  const columns = at.columns - 2
  const taken = documentCache.get({ name, source, columns, theme, top: scroll.top })
  if (taken === null) return documentCache.hasFailed ? settleSource(source, at) : settleWaiting(at)
  const { document, isGrowing } = taken
  const visible = at.rows
  const stepsShown = stepsOn(document, source, at)
  // While a text grows its end is followed, like the current step of a checklist.
  const isAtEnd = scroll.follows === 'end' || (scroll.follows === 'current' && isGrowing)
  const moved: PaneScroll = { ...scroll, top: taken.top }
  const settled = (): ReturnType<typeof settleList<PaneScroll>> =>
    settleList(isAtEnd ? { ...moved, follows: 'end' } : moved, stepsShown.lines(), visible)
  const first = settled().shown
  const hasOwnEnd = isAtEnd && first.total === document.rowCount
  const from = first.top
  const shown = hasOwnEnd ? document.lastRows(visible) : document.rows(from, visible)
  // Invisible parts are rendered in slices, one for each frame, and only if their height or text is needed.
  const isSought = query !== '' || (taken.top > 0 && !isAtEnd)
  const isCut = shown.length < Math.min(visible, hasOwnEnd ? document.rowCount : document.rowCount - from)
  const isWanted = source.length <= settledLength || isSought || isCut || !document.isRead
  const isSettled = document.isSettled || !isWanted || documentCache.work(document, workBudgetMs)
  const view = settled().shown
  const { top } = view
  documentCache.rememberTop(name, top)
  const matches = query === '' ? [] : document.find(query)
  return {
    scroll: { ...scroll, top },
    shown: {
      ...view,
      layer: 'plan',
      matches,
      steps: null,
      lines: {
        type: 'document',
        text: source,
        visible: () => visibleLines(document, source, { top, count: shown.length }),
      },
    },
    nextAtMs: isSettled && !isCut && document.isSearched(query) ? null : at.nowMs,
    draw() {
      const plain = withBars(shown, at, (comparison) =>
        document.changedRows(top, shown.length, changedLinesOf(comparison, source)),
      )
      const rows = stepsShown.arranged(plain, { top, visible })
      return query === '' ? rows : rows.map((each) => highlightMatches(each, query))
    },
  }
}

/** The rows with their margin, in which a bar marks those that have changed. */
function withBars(
  rows: readonly Row[],
  { theme, columns, comparison, keys }: PaneAt,
  changesOf: (comparison: Comparison) => readonly (ChangedRow | null)[],
): readonly Row[] {
  if (comparison === null || !hasChanges(comparison)) return rows.map(withMargin)
  const changed = changesOf(comparison)
  return rows.map((each, at) => {
    const here = changed[at] ?? null
    const next = changed[at + 1] ?? null
    // Of the rows of one line, the last one has the mark that something is gone below.
    const isGoneLater = here !== null && here.line === next?.line
    const changes = here === null ? 0 : isGoneLater ? here.changes & ~changeBits.goneBelow : here.changes
    if (here === null || changes === 0 || each.length === 0) return withMargin(each)
    const before = changed[at - 1] ?? null
    const isContinued = before !== null && isSameChange(before.changes, changes)
    const words = isContinued ? noWords : changeWords(comparison, { ...here, changes }, keys)
    return barredRow(each, { theme, columns, changes, words })
  })
}

/** The row after its margin; the same object as before for the same row of the document, so that the painter knows it again. */
const withMargin = memoWeak((each: Row): Row => (each.length === 0 ? emptyRow : row(safe` `, each)))

/** A note about loading appears only after this time. */
const mentionedAfterMs = 400

function settleWaiting(at: PaneAt): SettledPane {
  const { documentCache, theme, nowMs } = at
  const isLong = documentCache.loadingMs() >= mentionedAfterMs
  const words = row(safe` `, paint(theme, 'dim', safe`Rendering${glyphs(theme).ellipsis}`))
  const view = withoutScrolling(() => (isLong ? [words] : []), at)
  return { ...view, nextAtMs: isLong ? null : nowMs + mentionedAfterMs }
}

function settleSource(source: string, at: PaneAt): SettledPane {
  const { columns, theme, rows } = at
  const note = row(safe` `, paint(theme, 'warning', cutToWidth(notRendered, columns - 2)))
  const view = settleRows(textRows(source, theme, columns), { ...at, rows: Math.max(1, rows - 1) })
  return { ...view, draw: () => [note, ...view.draw()].slice(0, rows) }
}

const notRendered = safe`The markdown renderer cannot be loaded: this is the source.`

/** The cursor, the selected steps and the comments of a document, on its rows. */
export interface StepsOnRows {
  /** The rows of the document with those below them; the one of the step with the cursor is to be visible. */
  lines(): ListLines
  /** The rows from `top` on with the signs of the steps that begin in them, and the comments below; at most `visible`. */
  arranged(rows: readonly Row[], place: Pick<ShownRows, 'top' | 'visible'>): readonly Row[]
}

/** What the user has selected in the shown document. */
function stepsOn(
  document: MarkdownDocument,
  source: string,
  { steps, scroll, theme, columns }: Pick<PaneAt, 'steps' | 'scroll' | 'theme' | 'columns'>,
): StepsOnRows {
  if (steps === null || !isSameSource(steps.lines.source, { type: 'document', text: source }))
    return {
      lines: () => ({ total: document.rowCount, held: null }),
      arranged: (rows) => rows,
    }
  const { lines } = steps
  const marks = marksOf(steps, scroll.selected)
  const cursorLine = scroll.selected === null ? -1 : lineOf(steps.lines, scroll.selected)
  const { starts } = steps.lines.document ?? { starts: new Uint32Array() }
  const { below, atEnd } = commentRows(steps, theme, columns)
  const after = rowsAfter()
  return {
    lines() {
      const first = cursorLine < 0 ? -1 : document.rowsOfLine(cursorLine, starts).first
      return {
        total: document.rowCount,
        held: first < 0 ? null : { first, last: first },
        atEnd: atEnd.length,
        ...(after.size === 0 ? {} : { heightOf: (at) => 1 + (after.get(at)?.length ?? 0) }),
      }
    },
    arranged(rows, { top, visible }) {
      const signed = withSigns(rows, top)
      if (after.size === 0 && atEnd.length === 0) return signed
      const isLast = top + rows.length >= document.rowCount
      const all = signed.flatMap((each, index) => [each, ...(after.get(top + index) ?? [])])
      return [...all, ...(isLast ? atEnd : [])].slice(0, visible)
    },
  }

  /** The rows of comments by the row of the document that they stand below. */
  function rowsAfter(): ReadonlyMap<number, readonly Row[]> {
    const found = new Map<number, readonly Row[]>()
    for (const [key, rows] of below) {
      const { end } = document.rowsOfLine(lineOf(lines, key), starts)
      found.set(end - 1, [...(found.get(end - 1) ?? []), ...rows])
    }
    return found
  }

  function withSigns(rows: readonly Row[], top: number): readonly Row[] {
    if (marks.size === 0 && cursorLine < 0) return rows
    const begun = document.linesBegun(top, rows.length, starts)
    return rows.map((each, index) => {
      const line = begun[index] ?? -1
      const mark = marks.get(line)
      const signed = mark === undefined ? each : withMark(each, mark, { theme, columns })
      return line >= 0 && line === cursorLine ? withCursor(signed, theme) : signed
    })
  }
}

/** What the rows say of the steps, by the numbers of the source's lines. */
function marksOf(
  { lines, selection, asked }: PlanSteps,
  cursorKey: number | null,
): ReadonlyMap<number, StepSigns> {
  const marks = new Map<number, StepSigns>()
  if (asked !== null)
    for (const key of asked.keys) marks.set(lineOf(lines, key), { isPicked: false, asked: asked.request })
  for (const key of selectedKeys(selection, lines, cursorKey)) {
    const line = lineOf(lines, key)
    marks.set(line, { isPicked: true, asked: marks.get(line)?.asked ?? null })
  }
  return marks
}

/** The number of the source's line with this key, or -1. */
function lineOf({ places, document }: PlanLines, key: number): number {
  return document?.lines[places.get(key) ?? -1]?.line ?? -1
}

/** The source's lines that begin on the screen. */
function visibleLines(
  document: MarkdownDocument,
  source: string,
  { top, count }: { readonly top: number; readonly count: number },
): readonly number[] {
  const { starts } = documentLines(source)
  return document.linesBegun(top, count, starts).filter((line) => line >= 0)
}

/** What stands before the text of a step: the margin, with a bar at a changed row, its indentation, quote marks, number and box. */
const beforeText = /^.[\s│|>]*(?:\d{1,9}[.)](?: |$))?(?:☐ |☑ |\[[ x]\] )?/u

/** The row of a step with its sign in place of the blank before its text; at the right what was asked for, if there is room. */
function withMark(each: Row, mark: StepSigns, { theme, columns }: Look): Row {
  const [before = ''] = beforeText.exec(rowText(each)) ?? []
  const at = before.endsWith(' ') ? before.length - 1 : before.length
  const signed = row(sliced(each, 0, at), stepSign(theme, mark), sliced(each, before.length))
  const words = mark.asked === null ? row() : paint(theme, 'accent', askedWords[mark.asked])
  return words.length === 0 ? signed : spread(signed, words, columns - 1)
}

/** The row of the step with the cursor: its text is inverse, and a sign stands at the left edge unless a bar does. */
function withCursor(each: Row, theme: Theme): Row {
  const text = rowText(each)
  const start = 1 + text.slice(1).length - text.slice(1).trimStart().length
  // What stands at the right, behind blanks, is not the step's.
  const gap = text.lastIndexOf('  ')
  const end = gap > start ? text.slice(0, gap).trimEnd().length : text.length
  const inverse = sliced(each, start, end).map((run) => ({
    ...run,
    style: withFlag(run.style, 'inverse', true),
  }))
  const edge = text.startsWith(' ') ? paint(theme, 'accent', glyphs(theme).prompt) : sliced(each, 0, 1)
  return row(edge, sliced(each, 1, start), inverse, sliced(each, end))
}

/** The part of a row from one index of its text to another. */
function sliced(runs: Row, from: number, to = Number.POSITIVE_INFINITY): Row {
  const kept: Run[] = []
  let at = 0
  for (const run of runs) {
    const text = run.text.slice(Math.max(0, from - at), Math.max(0, to - at)) as SafeText
    if (text !== '') kept.push({ ...run, text })
    at += run.text.length
  }
  return kept
}
