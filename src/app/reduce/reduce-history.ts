import { mapDifference } from '../../lib/shared-map.ts'
import { isSameJson } from '../../lib/json/json-values.ts'
import { planKindOf, documentUri } from '../../plans/kinds/plan-kinds.ts'
import { planProgress, type Plan } from '../../plans/plan.ts'
import { noPlans } from '../../plans/session-plans.ts'
import { toldTime, type AppEvent, type EventOf } from '../state/app-event.ts'
import {
  type Decider,
  type Mark,
  type MarkType,
  type NewMark,
  isSameBody,
  revisionsOf,
  withRevision,
  type RevisionDocument,
} from '../history/plan-history.ts'
import { likenessTo } from '../proposals/match-proposal.ts'
import { withStateParts, type AppState } from '../state/app-state.ts'
import { toldAtMs, updateTime } from '../state/session-clock.ts'
import type { Session } from '../state/session.ts'
import { withChangedPlans } from './changed-plans.ts'
import {
  historyKey,
  withApproved,
  withMark,
  withMarkWords,
  withMovedHistory,
  withoutPlanHistory,
  withoutSessionHistory,
  withPlanHistory,
  type RunHistory,
} from '../history/run-history.ts'
import type { Proposal } from '../state/proposal.ts'
import { proposalsOf } from '../proposals/session-proposals.ts'
import { activityOf } from '../state/session-map.ts'

/**
 * Adds to the history what an event has changed in the plans, and the marks it has left. Compares the plans before and
 * after it, so it does not matter which rule has changed a plan.
 */
export function withHistory(before: AppState, after: AppState, event: AppEvent): AppState {
  const run = historyAfter(before, after, event)
  const history = withChangedPlans(run, { before, after, event })
  return history === after.history ? after : withStateParts(after, { sessions: after.sessions, history })
}

function historyAfter(before: AppState, after: AppState, event: AppEvent): RunHistory {
  if (event.type === 'marked') return withOwnMark(after, event)
  if (event.type === 'document-read') return withDocument(after, event)
  if (after.sessions === before.sessions) return after.history
  if (event.type === 'session-updated' && isOnlyOwn(before, after, event)) {
    // Nearly all events come this way, and change one session.
    const session = after.sessions.get(event.sessionId)
    return session === undefined
      ? after.history
      : withSessionChange(after.history, before.sessions.get(event.sessionId), session, { event, before })
  }
  const { changed, gone } = mapDifference(after.sessions, before.sessions)
  let run = after.history
  for (const id of gone) {
    const session = before.sessions.get(id)
    const former = session?.former?.plans ?? noPlans
    run = withoutSessionHistory(run, id, [...(session?.plans ?? noPlans).keys(), ...former.keys()])
  }
  for (const id of changed) {
    const session = after.sessions.get(id)
    if (session !== undefined)
      run = withSessionChange(run, before.sessions.get(id), session, { event, before })
  }
  return run
}

/**
 * Whether an update has changed no other session: it is not about a sub-agent, and no plan and no other session was dropped to make
 * room.
 */
function isOnlyOwn(
  before: AppState,
  after: AppState,
  { update, sessionId }: EventOf<'session-updated'>,
): boolean {
  const isKnown = before.sessions.has(sessionId)
  return isKnown && update.type !== 'subagent' && after.droppedPlans === before.droppedPlans
}

interface Change {
  readonly event: AppEvent
  readonly before: AppState
}

function withSessionChange(
  run: RunHistory,
  before: Session | undefined,
  after: Session,
  change: Change,
): RunHistory {
  // The replay of a known session repeats what its history has already.
  if (after.former !== null && after.phase === 'opening') return run
  let next = withPlanChanges(run, before, after, change.event)
  for (const mark of marksBetween(before, after, change.event)) {
    next = withMark(next, after.id, mark)
    if (mark.type === 'approved' && mark.planKey !== null)
      next = withApproval(next, historyKey(after.id, mark.planKey), mark.by ?? null, change)
  }
  for (const said of wordsAfterAnswer(before, after)) next = withMarkWords(next, after.id, said)
  return next
}

function withPlanChanges(
  run: RunHistory,
  before: Session | undefined,
  after: Session,
  event: AppEvent,
): RunHistory {
  const isReplayed = before !== undefined && before.former !== null && before.phase === 'opening'
  const plansBefore = before === undefined ? noPlans : isReplayed ? before.former.plans : before.plans
  if (after.plans === plansBefore) return run
  const { changed, gone } = mapDifference(after.plans, plansBefore)
  const atMs = toldAtMs(event, before)
  let next = run
  for (const key of gone) next = withoutPlan(next, after, key)
  for (const key of changed) {
    const plan = after.plans.get(key)
    if (plan === undefined) continue
    next = withPlan(next, after, plan, { event, atMs, isReplayed })
    const wasRemoved = (plansBefore.get(key)?.removedAtMs ?? null) !== null
    if (plan.removedAtMs !== null && !wasRemoved)
      next = withMark(next, after.id, { type: 'removed', planKey: key, atMs, words: '' })
  }
  return next
}

interface Update {
  readonly event: AppEvent
  /** null: nobody tells. */
  readonly atMs: number | null
  readonly isReplayed: boolean
}

/** A replayed plan ends with what its history has already. */
function isKnownContent({ plans }: RunHistory, { id }: Session, { key, body }: Plan): boolean {
  const last = plans.get(historyKey(id, key))?.last.plan.body
  if (last === undefined || last.type !== body.type) return false
  const { words } = planKindOf(body)
  return words?.(last) === words?.(body) && isSameJson(planProgress({ body: last }), planProgress({ body }))
}

function withPlan(
  run: RunHistory,
  session: Session,
  plan: Plan,
  { event, atMs, isReplayed }: Update,
): RunHistory {
  if (isReplayed && isKnownContent(run, session, plan)) return run
  const key = historyKey(session.id, plan.key)
  const history = run.plans.get(key)
  const last = history?.last
  if (last !== undefined && isSameBody(last.plan.body, plan.body) && last.plan.title === plan.title)
    return run
  const uri = documentUri(plan.body)
  const document = last !== undefined && last.document?.uri === uri ? last.document : null
  const { work } = updateTime(session, event.atMs)
  const next = { atMs, order: run.order + 1, frame: event.frame ?? null, plan, document, work }
  return withPlanHistory(run, key, withRevision(history, next, { lastMark: run.lastMark, isReplayed }))
}

/** The history of a merged plan is continued by the other one, if that has none yet. */
function withoutPlan(run: RunHistory, { id, mergedPlans }: Session, planKey: string): RunHistory {
  const key = historyKey(id, planKey)
  const into = mergedPlans.get(planKey)
  return into === undefined || run.plans.has(historyKey(id, into))
    ? withoutPlanHistory(run, key)
    : withMovedHistory(run, id, planKey, into)
}

/** Remembers what was approved: the text of the request, if the plan has changed since it was asked. */
function withApproval(
  run: RunHistory,
  key: string,
  approvedBy: Decider | null,
  { event, before }: Change,
): RunHistory {
  const history = run.plans.get(key)
  if (history === undefined) return run
  const request =
    event.type === 'permission-answered'
      ? before.permissions.find((open) => open.key === event.key)
      : undefined
  const content = request?.plan ?? null
  const asked =
    content === null
      ? undefined
      : revisionsOf(history).findLast(({ plan }) => likenessTo(plan.body, content) === 'same')
  const approved = asked ?? history.last
  return withApproved(run, key, { approved, approvedBy, approvedAtMs: toldTime(event) })
}

function withOwnMark({ history, currentSessionId }: AppState, { text, atMs }: EventOf<'marked'>): RunHistory {
  if (currentSessionId === null) return history
  return withMark(history, currentSessionId, { type: 'own', planKey: null, atMs, words: text })
}

/** A document was read: it belongs to the plans that name it. */
function withDocument(
  { sessions, history }: AppState,
  { document, atMs }: EventOf<'document-read'>,
): RunHistory {
  let run = history
  for (const session of sessions.values())
    for (const plan of session.plans.values())
      if (plan.removedAtMs === null && documentUri(plan.body) === document.uri)
        run = withDocumentOf(run, session, { plan, document, atMs })
  return run
}

interface ReadDocument {
  readonly plan: Plan
  readonly document: RevisionDocument
  readonly atMs: number
}

function withDocumentOf(
  run: RunHistory,
  session: Session,
  { plan, document, atMs }: ReadDocument,
): RunHistory {
  const key = historyKey(session.id, plan.key)
  const { work } = updateTime(session, atMs)
  const next = { atMs, order: run.order + 1, frame: null, plan, document, work }
  return withPlanHistory(
    run,
    key,
    withRevision(run.plans.get(key), next, { lastMark: run.lastMark, isReplayed: false }),
  )
}

/** Characters kept of a mark's words. */
const maxWords = 2_000

/** The marks that an event has left in a session, without those of removed plans. */
function marksBetween(before: Session | undefined, after: Session, event: AppEvent): readonly NewMark[] {
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
  return activityOf(session, 'compaction', event.update.compactionId)?.status === 'completed'
}

function proposalsChanged(before: Session, after: Session): boolean {
  return before.proposal !== after.proposal || before.otherProposals !== after.otherProposals
}

/** The proposal of the same plan before. */
function sameProposal(before: Session, { planKey }: Proposal): Proposal | null {
  return proposalsOf(before).find((proposal) => proposal.planKey === planKey) ?? null
}

/** The words that belong to an answer of before: the user has commented on it since. */
function wordsAfterAnswer(
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
