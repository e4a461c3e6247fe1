import type { AppEvent } from '../app-event.ts'
import type { Proposal } from '../state/proposal.ts'
import { proposalsOf } from '../proposals/session-proposals.ts'
import { compactionIn } from '../state/compaction.ts'
import type { Session } from '../state/session.ts'

/** A moment of a session that its user may want to return to. */
export interface Mark {
  readonly type: MarkType
  /** The plan that it is about; null: the whole session. */
  readonly planKey: string | null
  readonly atMs: number
  /** Its place among all revisions and marks of the run. */
  readonly order: number
  /** The prompt, the feedback, or the caption; '' for none. Raw. */
  readonly words: string
}

/** `turn`: a turn began. `kept`: a proposal was saved and nothing else. `own`: the user marked it. */
export type MarkType =
  | 'turn'
  | 'proposed'
  | 'approved'
  | 'rejected'
  | 'refined'
  | 'kept'
  | 'cancelled'
  | 'compacted'
  | 'removed'
  | 'own'

/** A mark before it has a place. */
export type NewMark = Omit<Mark, 'order'>

/** Characters kept of a mark's words. */
const maxWords = 2_000

/** The marks that an event has left in a session, without those of removed plans. */
export function marksBetween(
  before: Session | undefined,
  after: Session,
  event: AppEvent,
): readonly NewMark[] {
  const { atMs } = event
  const marks: NewMark[] = []
  const add = (type: MarkType, planKey: string | null, words = ''): void => {
    marks.push({ type, planKey, atMs, words: words.slice(0, maxWords) })
  }
  if (before !== undefined && isCompacted(after, event) && !isCompacted(before, event)) add('compacted', null)
  if (event.type === 'turn-cancelled' && before !== after) add('cancelled', null)
  if (before === undefined || proposalsChanged(before, after)) {
    for (const proposal of proposalsOf(after)) {
      const type = markOf(before === undefined ? null : sameProposal(before, proposal), proposal)
      if (type !== null) add(type, proposal.planKey, proposal.outcome?.feedback ?? '')
    }
  }
  const wasWorking = before?.turn.state === 'working'
  if (after.turn.state === 'working' && !wasWorking)
    add('turn', null, event.type === 'prompt-sent' ? event.text : '')
  return marks
}

/** The compaction that an event reports is complete. */
function isCompacted(session: Session, event: AppEvent): boolean {
  if (event.type !== 'session-updated' || event.update.type !== 'compaction') return false
  return compactionIn(session, event.update.compactionId)?.status === 'completed'
}

function proposalsChanged(before: Session, after: Session): boolean {
  return before.proposal !== after.proposal || before.otherProposals !== after.otherProposals
}

/** The proposal of the same plan before. */
function sameProposal(before: Session, { planKey }: Proposal): Proposal | null {
  return proposalsOf(before).find((proposal) => proposal.planKey === planKey) ?? null
}

function markOf(before: Proposal | null, after: Proposal): MarkType | null {
  const isSame = before !== null && before.proposedAtMs === after.proposedAtMs
  if (after.outcome !== null)
    return isSame && before.outcome?.kind !== after.outcome.kind ? after.outcome.kind : null
  // A revision that was only sent is marked when the agent asks about it.
  const isAsked = after.isWhole && after.from !== 'update'
  return isAsked && !(isSame && before.isWhole && before.from !== 'update') ? 'proposed' : null
}
