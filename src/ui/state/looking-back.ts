import { planHistory, sessionMarks } from '../../app/history/run-history.ts'
import {
  type Mark,
  type MarkType,
  keptCount,
  revisionsOf,
  revisionAt,
  type PlanHistory,
  type Revision,
} from '../../app/history/plan-history.ts'
import type { AppState } from '../../app/state/app-state.ts'
import { firstFrom } from '../../lib/sequences.ts'
import { placesOfTab } from './tabs.ts'
import { messageMs } from './timing.ts'
import { planUi, startOfPane, withPlanUi, type PastMoment, type TabId, type UiState } from './ui-state.ts'

/** The past of a plan: its revisions, and the marks of its session and of itself, in order. */
export interface PlanPast {
  readonly history: PlanHistory
  readonly marks: readonly Mark[]
}

/** A place in a plan's past: a revision, reached directly or through a mark. */
export type PastPoint = Pick<PastMoment, 'revision' | 'mark'>

/** The past of a plan; null if the plan is unknown. */
export function planPast(state: AppState, sessionId: string, planKey: string): PlanPast | null {
  const history = planHistory(state, sessionId, planKey)
  return history === null ? null : { history, marks: marksOf(history, sessionMarks(state, sessionId)) }
}

/** Whether a plan has revisions to look back at. */
export function hasPast(state: AppState, sessionId: string, planKey: string): boolean {
  const history = planHistory(state, sessionId, planKey)
  return history !== null && keptCount(history) > 1
}

/** The past of a tab's plan; null if the plan is unknown. */
export function pastOfTab(state: AppState, id: TabId): PlanPast | null {
  for (const { session, planKey } of placesOfTab(state, id)) {
    const past = planPast(state, session.id, planKey)
    if (past !== null) return past
  }
  return null
}

/** The index of the first revision with this number or a later one: revisions that were thinned out are missing. */
export function indexOfNumber(revisions: readonly Revision[], number: number): number {
  return firstFrom(0, revisions.length, (index) => (revisions[index]?.number ?? number) >= number)
}

/** The revision before the shown one (null: the present one is shown); null: there is none. */
export function revisionBefore(history: PlanHistory, shown: PastPoint | null): PastPoint | null {
  const revisions = revisionsOf(history)
  const at = shown === null ? revisions.length - 1 : indexOfNumber(revisions, shown.revision.number)
  const revision = revisions[at - 1]
  return revision === undefined ? null : { revision, mark: null }
}

/** The revision after the shown one; null: that is the present one. */
export function revisionAfter(history: PlanHistory, { revision: { number } }: PastPoint): PastPoint | null {
  const revisions = revisionsOf(history)
  const revision = revisions[indexOfNumber(revisions, number + 1)]
  return revision === undefined || revision === revisions.at(-1) ? null : { revision, mark: null }
}

/** The place of the last mark before a place (null: before the present); null: there is none. */
export function markBefore({ history, marks }: PlanPast, from: PastPoint | null): PastPoint | null {
  const order = from === null ? Number.POSITIVE_INFINITY : orderOf(from)
  const mark = marks.findLast((each) => each.order < order)
  return mark === undefined ? null : { revision: revisionAt(history, mark.order), mark }
}

/** The place of the first mark after a place; null: there is none. */
export function markAfter({ history, marks }: PlanPast, from: PastPoint): PastPoint | null {
  const order = orderOf(from)
  const mark = marks.find((each) => each.order > order)
  return mark === undefined ? null : { revision: revisionAt(history, mark.order), mark }
}

function orderOf({ revision, mark }: PastPoint): number {
  return mark?.order ?? revision.order
}

/** The tab shows this place from now on. The user has picked this plan by it: the screen does not switch to another. */
export function lookingAt(ui: UiState, id: TabId, place: PastPoint, history: PlanHistory): UiState {
  const { past: before, scroll: present } = planUi(ui, id)
  const scroll = before?.scroll ?? startOfPast(present ?? startOfPane, place)
  const newestThen = before?.newestThen ?? history.count
  const next = withPlanUi(ui, id, { past: { ...place, newestThen, scroll } })
  return { ...next, followsTabs: false, diff: diffFromStart(ui, id) }
}

/** The diff view stays open over another moment, whose changes are others: it begins with the first. */
function diffFromStart({ diff }: UiState, id: TabId): UiState['diff'] {
  return diff?.tab === id ? { ...diff, scroll: startOfPane } : diff
}

/** The past is shown at the place that the present was scrolled to. A text of the past does not grow, so its end is not followed. */
function startOfPast(scroll: PastMoment['scroll'], { revision }: PastPoint): PastMoment['scroll'] {
  return revision.plan.body.type === 'items' ? scroll : { ...scroll, follows: 'free' }
}

/** The tab shows the present again; the same state if it does already. */
export function backToNow(ui: UiState, id: TabId | null): UiState {
  if (id === null || planUi(ui, id).past === null) return ui
  return { ...withPlanUi(ui, id, { past: null }), diff: diffFromStart(ui, id) }
}

/** The state without moments that do not exist any more: the plan was dropped, or the player has gone back. */
export function withoutLostMoments(ui: UiState, state: AppState, nowMs: number): UiState {
  let next = ui
  for (const [id, { past: moment }] of ui.perPlan) {
    if (moment === null) continue
    const past = pastOfTab(state, id)
    if (past === null || !isIn(past.history, moment)) next = backToNow(next, id)
    else if (moment.mark !== null && !past.marks.some(({ order }) => order === moment.mark?.order))
      next = withPlanUi(next, id, { past: { ...moment, mark: null } })
  }
  const isShownLost = planUi(ui, ui.tab).past !== null && planUi(next, next.tab).past === null
  return isShownLost ? { ...next, message: { text: lostMoment, untilMs: nowMs + messageMs } } : next
}

const lostMoment = 'That moment does not exist any more: this is now.'

/** Whether a revision belongs to this history, in which it may have been thinned out. */
function isIn(history: PlanHistory, { revision }: PastMoment): boolean {
  const [first, last] = [revisionsOf(history)[0], history.last]
  if (last.number < revision.number || (first !== undefined && revision.order < first.order)) return false
  const found = revisionsOf(history)[indexOfNumber(revisionsOf(history), revision.number)]
  // Of a text that is streamed again, less has come by now.
  return found?.number !== revision.number || (found.atMs ?? 0) >= (revision.atMs ?? 0)
}

const ofProposals: ReadonlySet<MarkType> = new Set(['proposed', 'approved', 'rejected', 'refined', 'kept'])

/** The marks of a session that belong to a plan, in order; for a checklist also those of the proposals whose work it shows. */
function marksOf(history: PlanHistory, all: readonly Mark[]): readonly Mark[] {
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
