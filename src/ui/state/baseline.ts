import {
  revisionsOf,
  type PlanHistory,
  type Revision,
  type BaselineName,
  changedSinceApproval,
  revisionWords,
  comparedRevision,
} from '../../app/history/plan-history.ts'
import { isProposed } from '../../app/proposals/session-proposals.ts'
import type { AppState } from '../../app/state/app-state.ts'
import { safe, type SafeText } from '../../lib/text/safe-text.ts'
import type { ComparedContent } from '../../plans/comparison/compare-revisions.ts'
import { shownProposal } from './questions.ts'
import {
  planUi,
  withPlanUi,
  type LastShown,
  type TabId,
  type UiState,
  tabId,
  type AnsweredFile,
} from './ui-state.ts'
import type { PlanDocument } from '../../app/ports/plan-document.ts'
import type { Proposal } from '../../app/state/proposal.ts'
import { documentUri } from '../../plans/kinds/plan-kinds.ts'

/** The revision that the shown plan is compared with. */
export interface Baseline {
  readonly name: BaselineName
  readonly content: ComparedContent
  /** Its number; null if it is not in the history. */
  readonly number: number | null
  /** Of what was approved: the user has approved it. */
  readonly isYours?: boolean
}

/** The baseline of the shown plan: the picked one, else the usual one, else for an open diff view the best that there is; null: none. */
export function shownBaseline(state: AppState, ui: UiState): Baseline | null {
  if (ui.tab === null) return null
  const { baseline: picked } = planUi(ui, ui.tab)
  const known = picked === null || picked === 'none' ? null : baselineNamed(picked, state, ui)
  const usual = known ?? (picked === 'none' ? null : usualBaseline(state, ui))
  return usual ?? (ui.diff?.tab === ui.tab ? bestBaseline(state, ui) : null)
}

/** Without a choice: for a past revision the one before it, else what was approved, else the first of all. */
function bestBaseline(state: AppState, ui: UiState): Baseline | null {
  const first = isPastShown(ui) ? 'before' : 'approved'
  return baselineNamed(first, state, ui) ?? baselinesOf(state, ui)[0] ?? null
}

function isPastShown(ui: UiState): boolean {
  return planUi(ui, ui.tab).past !== null
}

/** Whether something is marked in the shown plan, as far as that is known without comparing. */
export function hasShownChanges(state: AppState, ui: UiState): boolean {
  const baseline = shownBaseline(state, ui)
  if (baseline?.name !== 'approved') return baseline !== null
  const history = historyOf(state, ui.tab)
  return history !== null && changedSinceApproval(history)
}

/** All baselines that the shown plan has, in the order in which a key leads through them. */
export function baselinesOf(state: AppState, ui: UiState): readonly Baseline[] {
  const found: Baseline[] = []
  for (const name of preferred) {
    const baseline = baselineNamed(name, state, ui)
    // The same revision is offered once, under the name that says most.
    if (baseline === null || found.some(({ number }) => number !== null && number === baseline.number))
      continue
    found.push(baseline)
  }
  return inTurn.flatMap((name) => found.filter((each) => each.name === name))
}

const preferred: readonly BaselineName[] = ['approved', 'proposal', 'looked', 'before', 'first']
const inTurn: readonly BaselineName[] = ['proposal', 'before', 'approved', 'looked', 'first']

/** Why the shown plan has no baseline. */
export function nothingToCompare(state: AppState, ui: UiState): SafeText {
  return shownProposal(ui, state) === null
    ? isPastShown(ui)
      ? safe`This is the first revision: there is nothing to compare it with.`
      : safe`The plan has not changed yet: there is nothing to compare it with.`
    : safe`This is the first proposal: there is nothing to compare it with.`
}

/** Since when, in a few words. */
export function sinceWords({ name, number, isYours }: Baseline): SafeText {
  switch (name) {
    case 'proposal':
      return safe`since the last proposal`
    case 'before':
      return number === null ? safe`since the revision before` : safe`since revision ${number}`
    case 'approved':
      return isYours === true ? safe`since you approved` : safe`since it was approved`
    case 'looked':
      return safe`since you last looked`
    case 'first':
      return safe`since the first revision`
  }
}

/** Without a choice of the user: an open proposal is compared with the one before it, an approved plan with what was approved. */
function usualBaseline(state: AppState, ui: UiState): Baseline | null {
  if (isPastShown(ui)) return null
  const proposal = shownProposal(ui, state)
  const isOpen = proposal !== null && proposal.outcome?.kind !== 'approved'
  if (isOpen) {
    const plan = historyOf(state, ui.tab)?.last.plan
    // What the agent has made of a rejected plan in the meantime was not proposed.
    const isOnlyProposed = plan === undefined || isProposed(plan)
    return isOnlyProposed ? baselineNamed('proposal', state, ui) : null
  }
  return baselineNamed('approved', state, ui)
}

function baselineNamed(name: BaselineName, state: AppState, ui: UiState): Baseline | null {
  if (name === 'proposal') {
    if (isPastShown(ui)) return null
    const proposal = shownProposal(ui, state)
    const text = proposal === null || ui.tab === null ? null : textBefore(ui, ui.tab, proposal)
    return text === null ? null : { name, content: { type: 'text', text }, number: null }
  }
  const history = historyOf(state, ui.tab)
  const revision = history === null || ui.tab === null ? null : revisionNamed(name, history, ui)
  if (revision === null) return null
  const content = comparedRevision(revision)
  if (content === null) return null
  const isYours = name === 'approved' && history?.approvedBy === 'user'
  return { name, content, number: revision.number, ...(isYours ? { isYours } : {}) }
}

function revisionNamed(
  name: Exclude<BaselineName, 'proposal'>,
  history: PlanHistory,
  ui: UiState,
): Revision | null {
  const { past, looked } = planUi(ui, ui.tab)
  const shown = past?.revision ?? history.last
  switch (name) {
    case 'before':
      return revisionBefore(history, shown)
    case 'approved': {
      const { approved } = history
      return approved !== null && approved.order <= shown.order ? approved : null
    }
    case 'looked':
      return looked !== null && looked.order < shown.order ? looked : null
    case 'first': {
      const [first = shown] = revisionsOf(history)
      return first.order < shown.order ? first : null
    }
  }
}

/** The tabs of plans are named like their histories. */
function historyOf({ history }: AppState, tab: TabId | null): PlanHistory | null {
  return tab === null ? null : (history.plans.get(tab) ?? null)
}

/** The revision before with other words: the plan has often progressed since, and otherwise not changed. */
function revisionBefore(history: PlanHistory, shown: Revision): Revision | null {
  const revisions = revisionsOf(history)
  const start = beginningOf(revisions, shown)
  return revisions.findLast(({ order }) => order < start.order) ?? null
}

const beginnings = new WeakMap<Revision, Revision>()

/** The first of the revisions up to this one that have the same words. Each revision is compared once. */
function beginningOf(revisions: readonly Revision[], shown: Revision): Revision {
  const last = revisions.findLastIndex(({ order }) => order <= shown.order)
  let at = last
  let beginning = shown
  for (; at >= 0; at--) {
    const revision = revisions[at]
    if (revision === undefined) break
    const known = beginnings.get(revision)
    const hasSameWords = revision === beginning || isSamePlan(revision, beginning)
    if (!hasSameWords) break
    beginning = known ?? revision
    if (known !== undefined) break
  }
  for (let index = Math.max(0, at); index <= last; index++) {
    const revision = revisions[index]
    if (revision !== undefined && revision.order >= beginning.order) beginnings.set(revision, beginning)
  }
  return beginning
}

function isSamePlan(one: Revision, other: Revision): boolean {
  return (
    (one.plan.body === other.plan.body && one.document === other.document) ||
    (one.plan.body.type === other.plan.body.type && revisionWords(one) === revisionWords(other))
  )
}

/** Remembers which revision is drawn, and for a tab that was left, the one that was drawn last: what the user has seen of it. */
export function withDrawnRevision(ui: UiState, state: AppState): UiState {
  // What comes while the user looks back has not been seen.
  const { revision: drawn } = ui.last
  if (isPastShown(ui) && drawn?.tab === ui.tab) return ui
  const revision = isPastShown(ui) ? null : (historyOf(state, ui.tab)?.last ?? null)
  if (drawn?.tab === ui.tab && drawn?.revision === revision) return ui
  const left = drawn === null || drawn.tab === ui.tab ? ui : withLooked(ui, drawn, state)
  const next = ui.tab === null || revision === null ? null : { tab: ui.tab, revision }
  return next === drawn ? left : { ...left, last: { ...left.last, revision: next } }
}

/** With the revision of a tab that was left, and without those of plans that were dropped: a revision holds a whole plan. */
function withLooked(
  ui: UiState,
  { tab, revision }: NonNullable<LastShown['revision']>,
  { history }: AppState,
): UiState {
  let next = withPlanUi(ui, tab, { looked: revision })
  for (const [id, { looked }] of next.perPlan)
    if (looked !== null && !history.plans.has(id)) next = withPlanUi(next, id, { looked: null })
  return next
}

/** Keeps the texts of answered proposals that are files: the agent often overwrites the file with its next proposal. */
export function withAnsweredFiles(
  ui: UiState,
  state: AppState,
  documentOf: (uri: string) => PlanDocument,
): UiState {
  let next = ui
  for (const { id, proposal, plans } of state.sessions.values()) {
    if (proposal === null || proposal.outcome === null) continue
    const { planKey, proposedAtMs } = proposal
    const body = plans.get(planKey)?.body
    const tab = tabId(id, planKey)
    const last = planUi(next, tab).answered
    const uri = body === undefined ? null : documentUri(body)
    if (uri === null || last?.proposedAtMs === proposedAtMs) continue
    const document = documentOf(uri)
    if (document.state !== 'shown') continue
    const answered: AnsweredFile = { proposedAtMs, text: document.text, before: last?.text ?? null }
    next = withPlanUi(next, tab, { answered })
  }
  return next
}

/** The text of the proposal before that of a tab; null if there was none, or its file was never read. */
function textBefore(ui: UiState, tab: TabId, proposal: Proposal): string | null {
  if (proposal.previousText !== null) return proposal.previousText
  const { answered } = planUi(ui, tab)
  if (answered === null) return null
  return answered.proposedAtMs === proposal.proposedAtMs ? answered.before : answered.text
}
