import type { Taken } from '../../app/ports/plan-taking.ts'
import type { AppState } from '../../app/state/app-state.ts'
import type { UiState } from '../state/ui-state.ts'

/** What the user takes along from the screen: the plan of the shown tab; null without any. */
export function takenFrom(ui: UiState, state: AppState): Taken | null {
  if (ui.tab === null) return null
  for (const { id, plans } of state.sessions.values()) {
    const plan = ui.tab.startsWith(`${id}\u0000`) ? plans.get(ui.tab.slice(id.length + 1)) : undefined
    if (plan !== undefined) return { type: 'plan', sessionId: id, plan }
  }
  return null
}
