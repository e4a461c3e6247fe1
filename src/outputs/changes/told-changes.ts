import { isReworded } from '../../plans/matching/step-words.ts'
import type { PlanChange } from '../plan-kinds/plan-change.ts'
import { hasNewPriority, hasNewReason, waitForSame } from '../../plans/steps/tracked-entry.ts'

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
