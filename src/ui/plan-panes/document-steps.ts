import { withFlag } from '../../lib/cells/cell-style.ts'
import { row, rowText, spread, type Row, type Run } from '../../lib/cells/row.ts'
import type { SafeText } from '../../lib/text/safe-text.ts'
import { documentLines } from '../../plans/document-lines.ts'
import type { MarkdownDocument } from '../markdown/document.ts'
import { glyphs } from '../paint/glyphs.ts'
import { paint } from '../paint/paint.ts'
import type { Theme } from '../paint/theme.ts'
import { isSameSource, type PlanLines } from '../state/plan-lines.ts'
import type { PlanSteps } from '../state/comments.ts'
import { selectedKeys } from '../state/step-selection.ts'
import { commentRows } from './comment-rows.ts'
import { askedWords, stepSign, type StepSigns } from './item-lines.ts'
import type { ListLines } from '../rows/list.ts'
import type { ShownRows } from '../state/shown.ts'
import type { PaneAt } from './pane.ts'
import type { Look } from '../paint/look.ts'

/** The cursor, the selected steps and the comments of a document, on its rows. */
export interface StepsOnRows {
  /** The rows of the document with those below them; the one of the step with the cursor is to be visible. */
  lines(): ListLines
  /** The rows from `top` on with the signs of the steps that begin in them, and the comments below; at most `visible`. */
  arranged(rows: readonly Row[], place: Pick<ShownRows, 'top' | 'visible'>): readonly Row[]
}

/** What the user has selected in the shown document. */
export function stepsOn(
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
export function visibleLines(
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
