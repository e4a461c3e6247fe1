import type { AppEvent } from '../state/app-event.ts'
import type { Proposal } from '../state/proposal.ts'
import { proposalsOf } from '../proposals/session-proposals.ts'
import { compactionIn } from '../state/compaction.ts'
import { toldAtMs } from '../state/session-clock.ts'
import type { Session } from '../state/session.ts'
import type { Decider, Mark, MarkType, NewMark } from '../history/mark.ts'

/** Characters kept of a mark's words. */
const maxWords = 2_000

/** The marks that an event has left in a session, without those of removed plans. */
export function marksBetween(
  before: Session | undefined,
  after: Session,
  event: AppEvent,
): readonly NewMark[] {
  if (before !== undefined && isPlainUpdate(before, after, event)) return noMarks
  const { atMs } = event
  const marks: NewMark[] = []
  const add = (type: MarkType, planKey: string | null, words = '', by: Decider | null = null): void => {
    marks.push({
      type,
      planKey,
      atMs: toldAtMs(event, before),
      ...(by === null ? {} : { by }),
      words: words.slice(0, maxWords),
    })
  }
  if (before !== undefined && isCompacted(after, event) && !isCompacted(before, event)) add('compacted', null)
  if (event.type === 'turn-cancelled' && before !== after) add('cancelled', null)
  if (before === undefined || proposalsChanged(before, after)) {
    for (const proposal of proposalsOf(after)) {
      const type = markOf(before === undefined ? null : sameProposal(before, proposal), proposal, atMs)
      if (type === null) continue
      add(type, proposal.planKey, proposal.outcome?.feedback ?? '', proposal.outcome?.by ?? null)
    }
  }
  const { decided, wentOn } = after
  if (decided !== null && decided !== before?.decided) add(decided.kind, decided.planKey, '', 'user')
  if (wentOn !== null && wentOn !== before?.wentOn && wentOn.planKey === null)
    add('went-on', null, wentOn.left === null ? '' : `${wentOn.left.from} to ${wentOn.left.to}`)
  const wasWorking = before?.turn.state === 'working'
  if (after.turn.state === 'working' && !wasWorking)
    add('turn', null, event.type === 'prompt-sent' ? event.text : '')
  return marks
}

const noMarks: readonly NewMark[] = []

/** Nearly all events: the turn and the proposals are those of before. */
function isPlainUpdate(before: Session, after: Session, event: AppEvent): boolean {
  return (
    event.type === 'session-updated' &&
    event.update.type !== 'compaction' &&
    before.turn === after.turn &&
    before.wentOn === after.wentOn &&
    before.decided === after.decided &&
    !proposalsChanged(before, after)
  )
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

/** The words that belong to an answer of before: the user has commented on it since. */
export function wordsAfterAnswer(
  before: Session | undefined,
  after: Session,
): readonly Pick<Mark, 'type' | 'planKey' | 'words'>[] {
  if (before === undefined || !proposalsChanged(before, after)) return []
  return proposalsOf(after).flatMap((proposal) => {
    const { planKey, outcome } = proposal
    const was = sameProposal(before, proposal)?.outcome ?? null
    const isSame = outcome !== null && was?.kind === outcome.kind && was.feedback !== outcome.feedback
    return isSame ? [{ type: outcome.kind, planKey, words: (outcome.feedback ?? '').slice(0, maxWords) }] : []
  })
}

function markOf(before: Proposal | null, after: Proposal, atMs: number): MarkType | null {
  const isSame = before !== null && before.proposedAtMs === after.proposedAtMs
  if (after.outcome !== null) {
    // An agent that approves its plan itself proposes it with that; a proposal that is only restored is not answered now.
    const isNew = isSame ? before.outcome?.kind !== after.outcome.kind : after.outcome.atMs === atMs
    return isNew ? after.outcome.kind : null
  }
  // A revision that was only sent is marked when the agent asks about it.
  const isAsked = after.isWhole && after.from !== 'update'
  return isAsked && !(isSame && before.isWhole && before.from !== 'update') ? 'proposed' : null
}
