import type { AppState } from '../../app/state/app-state.ts'
import { isProposed } from '../../app/proposals/is-proposed.ts'
import { planTitleIn } from '../../app/proposals/plan-title-in.ts'
import { proposalOf } from '../../app/proposals/proposals-of.ts'
import type { PlanProgress } from '../../plans/kinds/plan-kind.ts'
import { planProgress } from '../../plans/plan-progress.ts'
import type { Plan } from '../../plans/plan.ts'
import { isAtWork } from '../../app/state/session-clock.ts'
import type { Session } from '../../app/state/session.ts'
import { families, headOf } from './session-family.ts'
import { askedTabs } from './plan-questions.ts'
import { removalMs } from './timing.ts'
import { tabId, type TabId, type UiState } from './ui-state.ts'

/** A plan with a tab of its own. */
export interface Tab {
  readonly id: TabId
  readonly sessionId: string
  /** The session that it belongs to in the end: of a sub-agent's tab the one that the sub-agent works for. */
  readonly headId: string
  readonly plan: Plan
  readonly title: string
  readonly progress: PlanProgress | null
  /** The agent ended in the middle of the turn: nobody works on what is left, though another agent may run by now. */
  readonly isLost: boolean
  /** The agent is at work in its session. */
  readonly isAtWork: boolean
  /** It changed since it was last shown. */
  readonly isUnseen: boolean
  /** The agent asks about it, and waits for the answer. */
  readonly isAsked: boolean
  /** It was only proposed, and answered: whoever was to work on it, nothing of it is left open. */
  readonly isAnswered: boolean
  /** When it was approved as the proposal that it is; null: it was not, or is no proposal. */
  readonly approvedAtMs: number | null
}

export interface TabsFrame {
  readonly nowMs: number
  /** Removed plans take a moment to leave. */
  readonly isAnimated: boolean
}

/**
 * The tabs there are: every plan that is there, those that are just being removed (while the animation runs), and removed
 * ones that the user asked to see. The sessions stand in the order they were first heard of, sub-agents after the session
 * that they work for. A session that was closed has none.
 */
export function tabsOf(state: AppState, ui: UiState, { nowMs, isAnimated }: TabsFrame): readonly Tab[] {
  const tabs: Tab[] = []
  const asked = askedTabs(state)
  for (const { session, headId } of families(state.sessions)) {
    const works = isAtWork(session)
    const isLost = session.turn.state === 'rested' && session.turn.outcome.kind === 'lost'
    // Told, not iterated over: there may be thousands, and this is done for each frame.
    session.plans.forEach((plan) => {
      const known = tabsMade.get(plan)
      const id = known?.sessionId === session.id ? known.id : tabId(session.id, plan.key)
      const isLeaving = isAnimated && plan.removedAtMs !== null && nowMs - plan.removedAtMs < removalMs
      if (plan.removedAtMs !== null && !isLeaving && !ui.revived.has(id)) return
      const isUnseen = (ui.seen.get(id) ?? 0) < plan.revision
      const seen = { id, headId, isLost, isAtWork: works, isUnseen, isAsked: asked.has(id) }
      tabs.push(known !== undefined && isStill(known, seen, session) ? known : made(plan, seen, session))
    })
  }
  return tabs
}

type Seen = Pick<Tab, 'id' | 'headId' | 'isLost' | 'isAtWork' | 'isUnseen' | 'isAsked'>

/** Each plan's tab as it was made last: most plans are as they were in the frame before. */
const tabsMade = new WeakMap<Plan, Tab>()

/** Whether a tab says what it would if it were made anew. Where anything was proposed, or for a sub-agent's, nobody looks. */
function isStill(tab: Tab, seen: Seen, session: Session): boolean {
  return (
    session.proposal === null &&
    tab.approvedAtMs === null &&
    !tab.isAnswered &&
    session.subagent === null &&
    tab.sessionId === session.id &&
    tab.headId === seen.headId &&
    tab.isLost === seen.isLost &&
    tab.isAtWork === seen.isAtWork &&
    tab.isUnseen === seen.isUnseen &&
    tab.isAsked === seen.isAsked
  )
}

function made(plan: Plan, seen: Seen, session: Session): Tab {
  const { id, headId, isLost, isAtWork: works, isUnseen, isAsked } = seen
  // Field by field: what is made by spreading is several times as slow to read.
  const tab: Tab = {
    id,
    sessionId: session.id,
    headId,
    plan,
    title: titleOf(plan, session),
    // Its boxes are not checked before it is approved, and another plan is worked on then.
    progress: isProposed(plan) ? null : planProgress(plan),
    isLost,
    isAtWork: works,
    isUnseen,
    isAsked,
    isAnswered: isAnswered(session, plan),
    approvedAtMs: approvedAt(session, plan),
  }
  tabsMade.set(plan, tab)
  return tab
}

/** A sub-agent is known by what it does: where it has one plan, that names it. */
function titleOf(plan: Plan, session: Session): string {
  const { subagent, title, plans } = session
  const isOnlyOne = subagent !== null && plans.size === 1
  return isOnlyOne && title !== null && title.trim() !== '' ? title : planTitleIn(session, plan)
}

function isAnswered(session: Session, { key, name }: Plan): boolean {
  const outcome = proposalOf(session, key)?.outcome ?? null
  return name.dialect === 'proposed' && outcome !== null && outcome.kind !== 'cancelled'
}

function approvedAt(session: Session, plan: Plan): number | null {
  const outcome = proposalOf(session, plan.key)?.outcome ?? null
  return outcome?.kind === 'approved' ? outcome.atMs : null
}

/**
 * The tabs of the current session and its sub-agents: what is followed stays among them. All, while there is no session. A
 * plan that was approved is not followed any more once a checklist says how far the work on it is.
 */
export function followedTabs(tabs: readonly Tab[], state: AppState): readonly Tab[] {
  const { currentSessionId, sessions } = state
  const headId = currentSessionId === null ? null : headOf(sessions, currentSessionId)
  const own = headId === null ? tabs : tabs.filter((tab) => tab.headId === headId)
  return own.some(({ approvedAtMs }) => approvedAtMs !== null)
    ? own.filter((tab) => tab.approvedAtMs === null || !isCarriedOut(tab, own))
    : own
}

function isCarriedOut({ sessionId, approvedAtMs }: Tab, tabs: readonly Tab[]): boolean {
  return tabs.some(
    (tab) =>
      tab.sessionId === sessionId &&
      tab.plan.body.type === 'items' &&
      approvedAtMs !== null &&
      changedAt(tab) >= approvedAtMs,
  )
}

/** While tabs are followed, another plan takes over only when the shown one was quiet for this long. */
const restBeforeSwitchMs = 1500

/** When the tab that the agent works on takes over from the one shown; null when it is shown, or another was picked. */
export function switchesAt(followed: readonly Tab[], shown: Tab | null, ui: UiState): number | null {
  if (shown === null || !ui.followsTabs || shown.plan.removedAtMs !== null) return null
  return followed.some((tab) => changedAt(tab) > shown.plan.changedAtMs)
    ? shown.plan.changedAtMs + restBeforeSwitchMs
    : null
}

export interface TabChoice {
  readonly tabs: readonly Tab[]
  /** Those among which the agent is followed. */
  readonly followed: readonly Tab[]
}

/** The tab to show: the picked one while it is there, else the one the agent works on; null where it has none. */
export function shownTab({ tabs, followed }: TabChoice, ui: UiState, nowMs: number): Tab | null {
  if (!ui.followsTabs) {
    const picked = tabs.find((tab) => tab.id === ui.tab)
    if (picked !== undefined) return picked
  }
  const current = followed.find((tab) => tab.id === ui.tab) ?? null
  const newest = followed.reduce<Tab | null>(
    (best, tab) => (best === null || changedAt(tab) > changedAt(best) ? tab : best),
    null,
  )
  if (current === null || newest === null) return newest
  if (current.plan.removedAtMs !== null && !ui.revived.has(current.id)) return current
  const isResting = nowMs - current.plan.changedAtMs >= restBeforeSwitchMs
  return isResting && changedAt(newest) > current.plan.changedAtMs ? newest : current
}

/**
 * The screen after another session has become the current one: it goes to that session, unless the user is there already. A
 * panel and what is searched stay.
 */
export function atCurrentSession(ui: UiState, tabs: readonly Tab[], state: AppState): UiState {
  const sessionId = state.currentSessionId
  if (sessionId === ui.sessionId) return ui
  const headId = sessionId === null ? null : headOf(state.sessions, sessionId)
  const isThere = tabs.some((tab) => tab.id === ui.tab && (headId === null || tab.headId === headId))
  return isThere ? { ...ui, sessionId } : { ...ui, sessionId, tab: null, followsTabs: true }
}

function changedAt(tab: Tab): number {
  return tab.plan.removedAtMs === null ? tab.plan.changedAtMs : -1
}
