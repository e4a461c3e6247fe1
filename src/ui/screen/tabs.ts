import type { AppState } from '../../app/app-state.ts'
import { planProgress, type PlanProgress } from '../../plans/plan-progress.ts'
import { planTitle } from '../../plans/plan-title.ts'
import type { Plan } from '../../plans/plan.ts'
import { removalMs } from './timing.ts'
import { tabId, type TabId, type UiState } from './ui-state.ts'

/** A plan with a tab of its own. */
export interface Tab {
  readonly id: TabId
  readonly sessionId: string
  readonly plan: Plan
  readonly title: string
  readonly progress: PlanProgress | null
  /** The agent ended in the middle of the turn: nobody works on what is left, though another agent may run by now. */
  readonly isLost: boolean
  /** It changed since it was last shown. */
  readonly isUnseen: boolean
}

export interface TabsFrame {
  readonly nowMs: number
  /** Removed plans take a moment to leave. */
  readonly isAnimated: boolean
}

/**
 * The tabs there are: every plan that is there, those that are just being removed (while the animation runs), and removed
 * ones that the user asked to see. The sessions stand in the order they were first heard of.
 */
export function tabsOf(state: AppState, ui: UiState, { nowMs, isAnimated }: TabsFrame): readonly Tab[] {
  const tabs: Tab[] = []
  for (const session of state.sessions.values()) {
    const isLost = session.turn.state === 'rested' && session.turn.outcome.kind === 'lost'
    for (const plan of session.plans.values()) {
      const id = tabId(session.id, plan.key)
      const isLeaving = isAnimated && plan.removedAtMs !== null && nowMs - plan.removedAtMs < removalMs
      if (plan.removedAtMs !== null && !isLeaving && !ui.revived.has(id)) continue
      const isUnseen = (ui.seen.get(id) ?? 0) < plan.revision
      tabs.push({
        id,
        sessionId: session.id,
        plan,
        title: planTitle(plan),
        progress: planProgress(plan),
        isLost,
        isUnseen,
      })
    }
  }
  return tabs
}

/** While tabs are followed, another plan takes over only when the shown one was quiet for this long. */
const restBeforeSwitchMs = 1500

/** When the tab that the agent works on takes over from the one shown; null when it is shown, or another was picked. */
export function switchesAt(tabs: readonly Tab[], shown: Tab | null, ui: UiState): number | null {
  if (shown === null || !ui.followsTabs || shown.plan.removedAtMs !== null) return null
  return tabs.some((tab) => changedAt(tab) > shown.plan.changedAtMs)
    ? shown.plan.changedAtMs + restBeforeSwitchMs
    : null
}

/** The tab to show: the picked one while it is there, else the one the agent works on. */
export function shownTab(tabs: readonly Tab[], ui: UiState, nowMs: number): Tab | null {
  const current = tabs.find((tab) => tab.id === ui.tab) ?? null
  if (current !== null && !ui.followsTabs) return current
  const newest = tabs.reduce<Tab | null>(
    (best, tab) => (best === null || changedAt(tab) > changedAt(best) ? tab : best),
    null,
  )
  if (current === null || newest === null) return newest
  if (current.plan.removedAtMs !== null && !ui.revived.has(current.id)) return current
  const isResting = nowMs - current.plan.changedAtMs >= restBeforeSwitchMs
  return isResting && changedAt(newest) > current.plan.changedAtMs ? newest : current
}

function changedAt(tab: Tab): number {
  return tab.plan.removedAtMs === null ? tab.plan.changedAtMs : -1
}
