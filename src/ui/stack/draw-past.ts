import { isOnlyShown, type AppState } from '../../app/state/app-state.ts'
import { pastFoot, pastHead, type PlanOfPast } from '../chrome/past-rows.ts'
import type { TimedLook } from '../paint/look.ts'
import type { Bar } from '../rows/row-form.ts'
import type { OpenLayers } from '../state/open-layers.ts'
import { planPast } from '../state/looking-back.ts'
import type { Tab } from '../state/tabs.ts'

/** The rows around a plan of the past, at most one above and one below it. */
export interface AroundPast {
  readonly head: readonly Bar[]
  readonly foot: readonly Bar[]
}

/** Fewer rows are all needed for the plan and the head. */
const rowsForFoot = 5

/** What is around the plan while a past moment of it is shown, in so many rows with it; null while it is not. */
export function drawAroundPast(
  state: AppState,
  tab: Tab | null,
  { past: moment, asked }: Pick<OpenLayers, 'past' | 'asked'>,
  look: TimedLook & { readonly rows: number },
): AroundPast | null {
  if (tab === null || moment === null) return null
  const past = planPast(state, tab.sessionId, tab.plan.key)
  if (past === null) return null
  const { rows } = look
  const plan: PlanOfPast = { tab: tab.id, title: tab.title, past }
  const hasQuestion = asked !== null && !isOnlyShown(state)
  return {
    head: rows < 2 ? [] : [pastHead(moment, plan, look)],
    foot: rows < rowsForFoot ? [] : [pastFoot(moment, plan, hasQuestion, look)],
  }
}
