import type { Revision } from '../../app/history/plan-history.ts'
import { memoLast } from '../../lib/memo.ts'
import { planText } from '../../plans/kinds/plan-kinds.ts'
import { commentsAfter } from './comments.ts'
import { linesAfter, type LinesSource } from './plan-lines.ts'
import type { PlanSteps } from './selected-plan.ts'
import { nothingSelected } from './step-selection.ts'

/** The lines of a past revision with the comments that had been written by then, at their places; null: none had. The last are cached. */
export const stepsOfPast = memoLast((steps: PlanSteps, revision: Revision): PlanSteps | null => {
  const all = steps.comments.all.filter((comment) => comment.revision <= revision.number)
  const source = all.length === 0 ? null : sourceOf(revision)
  if (source === null) return null
  const { lines, rekeyed } = linesAfter(steps.lines, source)
  const keyOf = (key: number): number => rekeyed.get(key) ?? key
  const comments = commentsAfter({ ...steps.comments, all }, lines, keyOf)
  return { lines, selection: nothingSelected, asked: null, comments }
})

function sourceOf({ plan: { body }, document }: Revision): LinesSource | null {
  if (body.type === 'items') return body
  if (document !== null)
    return document.format === 'markdown' ? { type: 'document', text: document.text } : null
  const text = planText(body)
  return text === null ? null : { type: 'document', text }
}
