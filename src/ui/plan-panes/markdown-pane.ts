import { memoWeak } from '../../lib/memo.ts'
import { nothingInIt } from '../../app/words/plan.ts'
import { stillRunsWords } from '../../app/words/step.ts'
import { isBlankText, safe, safeLine } from '../../lib/text/safe-text.ts'
import { cutToWidth } from '../../lib/text/width.ts'
import type { MarkdownBody } from '../../plans/kinds/markdown.ts'
import { planTime, planTitle, type Plan, isHeld, planProgress } from '../../plans/plan.ts'
import { hasChanges, type Comparison } from '../../plans/comparison/comparison.ts'
import type { ChangedRow } from '../markdown/line-rows.ts'
import { glyphs } from '../paint/glyphs.ts'
import { measuredColumns } from '../paint/look.ts'
import { emptyRow, row, type Row } from '../../lib/cells/row.ts'
import { highlightMatches, paint } from '../paint/paint.ts'
import { barredRow, changeBits, changedLinesOf, changeWords, isSameChange, noWords } from './change-bars.ts'
import { settleList } from '../rows/list.ts'
import type { PaneScroll } from '../state/ui-state.ts'
import { withoutScrolling, type PaneAt, type PaneKind, type SettledPane } from './pane.ts'
import { stepsOn, visibleLines } from './document-steps.ts'
import { settleRows, textRows, wrappedRows } from './text-rows.ts'

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

/** The source as plain text. */
function settleSource(source: string, at: PaneAt): SettledPane {
  const { columns, theme, rows } = at
  const note = row(safe` `, paint(theme, 'warning', cutToWidth(notRendered, columns - 2)))
  const view = settleRows(textRows(source, theme, columns), { ...at, rows: Math.max(1, rows - 1) })
  return { ...view, draw: () => [note, ...view.draw()].slice(0, rows) }
}

const notRendered = safe`The markdown renderer cannot be loaded: this is the source.`
