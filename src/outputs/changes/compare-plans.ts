import { planSteps, type PlanBody } from '../../plans/kinds/plan-kinds.ts'
import { planProgress, type Plan } from '../../plans/plan.ts'
import type { PlanChange } from '../plan-kinds/plan-output.ts'
import { planOutputOf } from '../plan-kinds/plan-kinds.ts'
import { isReworded } from '../../plans/matching/step-words.ts'
import {
  hasNewPriority,
  hasNewReason,
  isOver,
  waitForSame,
  type TrackedEntry,
} from '../../plans/steps/tracked-entry.ts'

/** The differences between any two states of a plan, also with revisions between them. Empty: none. */
export function planChanges(before: Plan | null, after: Plan): readonly PlanChange[] {
  if (before === after) return []
  if (before === null) return after.removedAtMs === null ? [{ type: 'appeared' }] : [{ type: 'removed' }]
  if (before.removedAtMs === null && after.removedAtMs !== null) return [{ type: 'removed' }]
  if (after.removedAtMs !== null) return []
  if (before.removedAtMs !== null) return [{ type: 'returned' }]
  const title: readonly PlanChange[] =
    before.title === after.title ? [] : [{ type: 'retitled', before: before.title }]
  if (before.body !== after.body) return [...title, ...bodyChanges(before.body, after.body)]
  return hasOtherProgress(before, after) ? [...title, { type: 'progress-changed' }] : title
}

/** Of the same content. */
function hasOtherProgress(before: Plan, after: Plan): boolean {
  if (before.running === after.running) return false
  const [was, now] = [planProgress(before), planProgress(after)]
  return was?.done !== now?.done || was?.isComplete !== now?.isComplete
}

function bodyChanges(before: PlanBody, after: PlanBody): readonly PlanChange[] {
  if (before.type !== after.type) return [{ type: 'replaced', before: before.type }]
  return planOutputOf(after).changes(before, after)
}

/** The changes that are news to a reader. A step that only got another number is none. */
export function toldChanges(changes: readonly PlanChange[]): readonly PlanChange[] {
  return changes.filter((change) => change.type !== 'entry-changed' || isNews(change))
}

function isNews({ before, entry }: Extract<PlanChange, { type: 'entry-changed' }>): boolean {
  return (
    before.status !== entry.status ||
    hasNewPriority(before, entry) ||
    !waitForSame(before, entry) ||
    hasNewReason(before, entry) ||
    isReworded(before, entry)
  )
}

/** The steps of a plan that are over now and were not when it was last written. */
export function endedSteps(before: Plan | null, plan: Plan): readonly TrackedEntry[] {
  if (before === null || before.body === plan.body) return []
  const open = new Set(
    planSteps(before.body)
      .filter(({ status }) => !isOver(status))
      .map(({ key }) => key),
  )
  return planSteps(plan.body).filter(({ key, status }) => isOver(status) && open.has(key))
}
