import type { Mark, MarkType } from '../../app/history/mark.ts'
import { revisionsOf, type PlanHistory } from '../../app/history/plan-history.ts'

const ofProposals: ReadonlySet<MarkType> = new Set(['proposed', 'approved', 'rejected', 'refined', 'kept'])

/**
 * The marks of a session that belong to a plan, in order: those of the session, of the plan, and for a checklist those of the
 * proposals whose work it shows.
 */
export function marksOf(history: PlanHistory, all: readonly Mark[]): readonly Mark[] {
  const { plan } = history.last
  const wasProposed = all.some((mark) => mark.planKey === plan.key && ofProposals.has(mark.type))
  const showsWork = plan.body.type === 'items' && !wasProposed
  const own = all.filter(
    ({ planKey, type }) => planKey === null || planKey === plan.key || (showsWork && ofProposals.has(type)),
  )
  const firstOrder = revisionsOf(history)[0]?.order ?? 0
  const first = own.findIndex(({ order }) => order > firstOrder)
  const at = first < 0 ? own.length : first
  return [...ledTo(own.slice(0, at)), ...own.slice(at)]
}

/** Of the marks from before the first revision only those that led to it: of the proposal that was approved last, and the last one. */
function ledTo(before: readonly Mark[]): readonly Mark[] {
  const approval = before.findLast(({ type }) => type === 'approved')
  const last = before.at(-1)
  if (approval === undefined) return last === undefined ? [] : [last]
  const of = before.filter(({ planKey }) => planKey === approval.planKey)
  const earlier = of.findLast(({ type, order }) => type === 'approved' && order < approval.order)
  const since = earlier?.order ?? Number.NEGATIVE_INFINITY
  return before.filter((mark) => mark === last || (mark.planKey === approval.planKey && mark.order > since))
}
