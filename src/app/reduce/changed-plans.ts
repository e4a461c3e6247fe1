import { withEntry, withoutEntry } from '../../lib/shared-map.ts'
import { compareRevisions } from '../../plans/comparison/compare-revisions.ts'
import { hasChanges, type Comparison } from '../../plans/comparison/comparison.ts'
import { planKindOf } from '../../plans/kinds/plan-kinds.ts'
import type { AppEvent } from '../state/app-event.ts'
import { proposalOf } from '../proposals/session-proposals.ts'
import type { AppState } from '../state/app-state.ts'
import type { Session } from '../state/session.ts'
import {
  type ChangedPlan,
  streamPauseMs,
  type PlanHistory,
  changedSinceApproval,
  comparedRevision,
} from '../history/plan-history.ts'
import { historyKey, type RunHistory } from '../history/run-history.ts'

/** The states around an event. */
interface Change {
  readonly before: AppState
  readonly after: AppState
  readonly event: AppEvent
}

/**
 * Compares approved plans that got another revision with what was approved, once the revision is complete. A plan that stays
 * different is found once; again only after it was equal in between, or was approved anew.
 */
export function withChangedPlans(run: RunHistory, change: Change): RunHistory {
  if (run.unsettled.length === 0) return run
  let { changed, changeCount } = run
  const unsettled = run.unsettled.filter((key) => {
    const history = run.plans.get(key)
    if (history === undefined) return false
    const session = change.after.sessions.get(sessionIdIn(key, history.last.plan.key))
    if (session === undefined) return false
    if (!isSettled(key, history, session, change)) return true
    // What is known to be different is only compared again when it is approved anew.
    const isKnown = changed.get(key)?.approvedAtMs === history.approvedAtMs
    if (isKnown && changedSinceApproval(history)) return false
    const comparison = comparisonWithApproved(history)
    if (comparison === null) changed = withoutEntry(changed, key)
    else {
      changeCount++
      changed = withEntry(changed, key, foundChange(history, comparison, { session, change, changeCount }))
    }
    return false
  })
  if (unsettled.length === run.unsettled.length) return run
  return { ...run, unsettled, changed, changeCount }
}

/** The session id in the `historyKey` of a plan, whatever characters it has. */
function sessionIdIn(key: string, planKey: string): string {
  return key.slice(0, key.length - historyKey('', planKey).length)
}

/** Whether the last revision of a plan is complete, and no question about it is open. */
function isSettled(
  key: string,
  history: PlanHistory,
  session: Session,
  { before, event }: Pick<Change, 'before' | 'event'>,
): boolean {
  const { last } = history
  const proposal = proposalOf(session, last.plan.key)
  if (proposal !== null && proposal.outcome === null && proposal.from === 'request') return false
  if (planKindOf(last.plan.body).continues === undefined) return true
  const was = before.history.plans.get(key)
  const isWorking = session.turn.state === 'working'
  // A text that is streamed between turns is not compared for each piece.
  if (was !== history) return !isWorking && was?.count !== history.count
  switch (event.type) {
    case 'session-updated':
      return (
        !isWorking ||
        event.atMs - (last.atMs ?? event.atMs) >= streamPauseMs ||
        // No agent calls a tool within a text.
        hasBegunCall(before.sessions.get(session.id), session)
      )
    case 'permission-asked':
    case 'permission-updated':
    case 'permission-answered':
    case 'prompt-sent':
    case 'turn-ended':
    case 'link-changed':
      return true
    // Not all of the others are in a recording.
    default:
      return false
  }
}

function hasBegunCall(before: Session | undefined, { counts }: Session): boolean {
  return before !== undefined && counts.toolCalls > before.counts.toolCalls
}

/** null: the plan says what was approved. */
function comparisonWithApproved(history: PlanHistory): Comparison | null {
  const { approved } = history
  if (approved === null || !changedSinceApproval(history)) return null
  const [before, after] = [comparedRevision(approved), comparedRevision(history.last)]
  if (before === null || after === null) return null
  const comparison = compareRevisions(before, after)
  return hasChanges(comparison) ? comparison : null
}

function foundChange(
  history: PlanHistory,
  { unit, counts }: Comparison,
  {
    session,
    change: { event },
    changeCount,
  }: { readonly session: Session; readonly change: Change; readonly changeCount: number },
): ChangedPlan {
  const { last } = history
  return {
    sessionId: session.id,
    planKey: last.plan.key,
    atMs: event.atMs,
    number: changeCount,
    approvedAtMs: history.approvedAtMs,
    approvedBy: history.approvedBy,
    approvedRevision: history.approved?.number ?? 0,
    revision: last.number,
    unit,
    counts,
  }
}
