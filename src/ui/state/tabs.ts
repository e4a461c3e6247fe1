import { isBlankText } from '../../lib/text/safe-text.ts'
import { currentSession, type AppState } from '../../app/state/app-state.ts'
import { isNewer } from '../../app/observed/session-summary.ts'
import { historyKey } from '../../app/history/run-history.ts'
import { isAtWork } from '../../app/state/session-clock.ts'
import type { Session } from '../../app/state/session.ts'
import {
  hasSeveralUntitled,
  isProposed,
  planTitleIn,
  proposalOf,
} from '../../app/proposals/session-proposals.ts'
import type { PlanProgress } from '../../plans/kinds/plan-kind.ts'
import { planProgress, type Plan } from '../../plans/plan.ts'
import { tabsWithQuestions } from './questions.ts'
import { families, headOf } from './session-family.ts'
import { removalMs } from './timing.ts'
import { planUi, tabId, type TabId, type UiState } from './ui-state.ts'

export interface Tab {
  readonly id: TabId
  readonly sessionId: string
  /** The session at the head of its family: for a sub-agent's tab, the session that the sub-agent works for. */
  readonly headId: string
  readonly plan: Plan
  readonly title: string
  readonly progress: PlanProgress | null
  /** The agent ended during the turn: no agent works on the unfinished steps, even if another one runs by now. */
  readonly isLost: boolean
  /** The agent is at work in its session. */
  readonly isAtWork: boolean
  /** It changed since it was last shown. */
  readonly isUnseen: boolean
  /** A question about it is open. */
  readonly hasQuestion: boolean
  /** It was a proposal, and was answered: nothing of it is left open. */
  readonly isAnswered: boolean
  /** When it was approved; null if it was not, or is not a proposal. */
  readonly approvedAtMs: number | null
  /** It says something else than what was approved. */
  readonly isChanged: boolean
  /** Several plans of its session have no title. */
  readonly isOneOfSeveral: boolean
}

export interface TabsAt {
  readonly nowMs: number
  /** Removed plans take a moment to leave. */
  readonly isAnimated: boolean
}

/**
 * The tabs: of all plans, of removed plans while the animation of their removal runs, and of removed plans that the user wants to
 * see, or looks back in. Sessions are in the order of their first event, sub-agents after the session that they work for. Closed sessions have no
 * tabs.
 */
export function tabsOf(state: AppState, ui: UiState, { nowMs, isAnimated }: TabsAt): readonly Tab[] {
  const tabs: Tab[] = []
  const questions = tabsWithQuestions(state)
  const { changed } = state.history
  for (const { session, headId } of families(state.sessions)) {
    const isWorking = isAtWork(session)
    const isOneOfSeveral = hasSeveralUntitled(session.plans)
    const isLost = session.turn.state === 'ended' && session.turn.outcome.kind === 'lost'
    // `forEach` is faster than an iterator: there may be thousands of plans, and this runs for each frame.
    session.plans.forEach((plan) => {
      const known = tabCache.get(plan)
      const id = known?.sessionId === session.id ? known.id : tabId(session.id, plan.key)
      const isLeaving = isAnimated && plan.removedAtMs !== null && nowMs - plan.removedAtMs < removalMs
      const { seen, isRevived, past } = planUi(ui, id)
      if (plan.removedAtMs !== null && !isLeaving && !isRevived && past === null) return
      const isUnseen = seen < plan.revision
      const isChanged = changed.size > 0 && changed.has(historyKey(session.id, plan.key))
      const hasQuestion = questions.has(id)
      const facts: TabFacts = {
        id,
        headId,
        isLost,
        isAtWork: isWorking,
        isUnseen,
        hasQuestion,
        isChanged,
        isOneOfSeveral,
      }
      tabs.push(
        known !== undefined && isUpToDate(known, facts, session) ? known : makeTab(plan, facts, session),
      )
    })
  }
  return tabs
}

type TabFacts = Pick<
  Tab,
  'id' | 'headId' | 'isLost' | 'isAtWork' | 'isUnseen' | 'hasQuestion' | 'isChanged' | 'isOneOfSeveral'
>

/** The last tab of each plan: most plans have not changed since the last frame. */
const tabCache = new WeakMap<Plan, Tab>()

/** Whether a tab is up to date; never for sub-agents and sessions with a proposal, whose tabs are cheap to make and depend on more. */
function isUpToDate(tab: Tab, facts: TabFacts, session: Session): boolean {
  return (
    session.proposal === null &&
    tab.approvedAtMs === null &&
    !tab.isAnswered &&
    session.subagent === null &&
    tab.sessionId === session.id &&
    tab.headId === facts.headId &&
    tab.isLost === facts.isLost &&
    tab.isAtWork === facts.isAtWork &&
    tab.isUnseen === facts.isUnseen &&
    tab.hasQuestion === facts.hasQuestion &&
    tab.isChanged === facts.isChanged &&
    tab.isOneOfSeveral === facts.isOneOfSeveral
  )
}

function makeTab(plan: Plan, facts: TabFacts, session: Session): Tab {
  const { id, headId, isLost, isAtWork: isWorking, isUnseen, hasQuestion, isChanged, isOneOfSeveral } = facts
  const outcome = proposalOf(session, plan.key)?.outcome ?? null
  // Field by field: objects made by spreading are several times slower to read.
  const tab: Tab = {
    id,
    sessionId: session.id,
    headId,
    plan,
    title: titleOf(plan, session),
    // The boxes of a proposal stay unchecked: after its approval the agent works on another plan.
    progress: isProposed(plan) ? null : planProgress(plan),
    isLost,
    isAtWork: isWorking,
    isUnseen,
    hasQuestion,
    isAnswered: plan.name.dialect === 'proposed' && outcome !== null && outcome.kind !== 'cancelled',
    approvedAtMs: outcome?.kind === 'approved' ? outcome.atMs : null,
    isChanged,
    isOneOfSeveral,
  }
  tabCache.set(plan, tab)
  return tab
}

/** The title of a plan. The only plan of a sub-agent is named for the sub-agent's task. */
export function titleOf(plan: Plan, session: Session): string {
  const { subagent, title, plans } = session
  const isOnlyOne = subagent !== null && plans.size === 1
  return isOnlyOne && title !== null && !isBlankText(title) ? title : planTitleIn(session, plan)
}

/**
 * The tabs among which the agent is followed: those of the current session and its sub-agents; all of them without a session. An
 * approved plan is no longer followed once a checklist shows the progress of its work.
 */
export function followedTabs(tabs: readonly Tab[], state: AppState): readonly Tab[] {
  const { currentSessionId, sessions } = state
  const headId = currentSessionId === null ? null : headOf(sessions, currentSessionId)
  const own = headId === null ? tabs : tabs.filter((tab) => tab.headId === headId)
  return own.some(({ approvedAtMs }) => approvedAtMs !== null)
    ? own.filter((tab) => tab.approvedAtMs === null || !hasChecklist(tab, own))
    : own
}

function hasChecklist({ sessionId, approvedAtMs }: Tab, tabs: readonly Tab[]): boolean {
  return tabs.some(
    (tab) =>
      tab.sessionId === sessionId &&
      tab.plan.body.type === 'items' &&
      approvedAtMs !== null &&
      changedAt(tab) >= approvedAtMs,
  )
}

/** Following the agent switches to another plan only after the shown one was unchanged for this long. */
const restBeforeSwitchMs = 3000
/** For how long a completed plan stays, so that its end is seen. */
const doneBeforeSwitchMs = 1500

/** When the shown plan has rested enough to be left. A plan that was just switched to rests from then on. */
function restsAt({ plan, progress }: Tab, { last: { tabSinceMs } }: UiState, nowMs: number): number {
  // A replay can go back to before the switch.
  const sinceMs = tabSinceMs > nowMs ? 0 : tabSinceMs
  const restMs = progress?.isComplete === true ? doneBeforeSwitchMs : restBeforeSwitchMs
  return Math.max(plan.changedAtMs, sinceMs) + restMs
}

/** When to switch from the shown tab to the one that the agent works on; null when that is shown, or the user has picked a tab. */
export function switchesAt(
  followed: readonly Tab[],
  shown: Tab | null,
  ui: UiState,
  nowMs: number,
): number | null {
  if (shown === null || !ui.followsTabs || shown.plan.removedAtMs !== null) return null
  return followed.some((tab) => changedAt(tab) > shown.plan.changedAtMs) ? restsAt(shown, ui, nowMs) : null
}

/** The tab to show: the picked one while it exists, else the one that the agent works on; null without any. */
export function shownTab(
  tabs: readonly Tab[],
  followed: readonly Tab[],
  ui: UiState,
  nowMs: number,
): Tab | null {
  if (!ui.followsTabs) {
    const picked = tabs.find((tab) => tab.id === ui.tab)
    if (picked !== undefined) return picked
  }
  const current = followed.find((tab) => tab.id === ui.tab) ?? null
  const newest = followed.reduce<Tab | null>(
    (best, tab) => (best === null || isNewerTab(tab, best) ? tab : best),
    null,
  )
  if (current === null || newest === null) return newest
  if (current.plan.removedAtMs !== null && !planUi(ui, current.id).isRevived) return current
  const isSettled = nowMs >= restsAt(current, ui, nowMs)
  return isSettled && changedAt(newest) > current.plan.changedAtMs ? newest : current
}

/** Switches to the current session after it has changed, unless one of its tabs is shown already. An open panel and the search stay. */
export function withCurrentSession(ui: UiState, tabs: readonly Tab[], state: AppState): UiState {
  const sessionId = state.currentSessionId
  if (sessionId === ui.last.sessionId) return ui
  const headId = sessionId === null ? null : headOf(state.sessions, sessionId)
  const isThere = tabs.some((tab) => tab.id === ui.tab && (headId === null || tab.headId === headId))
  const last = { ...ui.last, sessionId }
  return isThere ? { ...ui, last } : { ...ui, last, tab: null, followsTabs: true }
}

function isNewerTab(tab: Tab, than: Tab): boolean {
  const [at, before] = [changedAt(tab), changedAt(than)]
  if (at !== before) return at > before
  return at >= 0 && tab.sessionId === than.sessionId && isNewer(tab.plan, than.plan)
}

function changedAt(tab: Tab): number {
  return tab.plan.removedAtMs === null ? tab.plan.changedAtMs : -1
}

/** The plan of a tab, and its session; null if it does not exist any more. */
export function planOfTab(
  state: AppState,
  tab: TabId,
): { readonly sessionId: string; readonly plan: Plan } | null {
  for (const { session, planKey } of placesOfTab(state, tab)) {
    const plan = session.plans.get(planKey)
    if (plan !== undefined) return { sessionId: session.id, plan }
  }
  return null
}

/** The session of a tab; without one the current session. null: there is none. */
export function shownSession(state: AppState, tab: TabId | null): Session | null {
  return tab === null ? currentSession(state) : (placesOfTab(state, tab)[0]?.session ?? null)
}

/** The sessions and keys that a tab may stand for: more than one only if an agent's ids hold the character that joins them. */
export function placesOfTab(
  { sessions }: AppState,
  tab: TabId,
): readonly { readonly session: Session; readonly planKey: string }[] {
  return [...sessions.values()].flatMap((session) => {
    const start = tabId(session.id, '')
    return tab.startsWith(start) ? [{ session, planKey: tab.slice(start.length) }] : []
  })
}
