import { type AppState, currentSession } from '../../app/state/app-state.ts'
import type { Session } from '../../app/state/session.ts'
import {
  outsidePlan,
  stepRef,
  workOf,
  type SessionWork,
  type StepWork,
  type WorkCall,
} from '../../app/state/step-work.ts'
import { doubtsOf, type Doubt } from '../../app/work/doubts.ts'
import { memoLast, memoWeak } from '../../lib/memo.ts'
import type { Plan } from '../../plans/plan.ts'
import { planSteps } from '../../plans/kinds/plan-kinds.ts'
import { isActive } from '../../plans/steps/tracked-entry.ts'
import type { Tab } from '../state/tabs.ts'
import { planUi, scrollOf, type UiState } from '../state/ui-state.ts'
import { stepWords } from '../../app/words/step.ts'

/** What the work panel lists: the calls of a step, those outside of the plan, or all of a session. */
export interface ListedCalls {
  /** The text of the step, or what else it is. Raw. */
  readonly title: string
  /** In the order in which they began. */
  readonly calls: readonly WorkCall[]
  /** Calls that are counted, and not kept any more. */
  readonly unlisted: number
  /** null: it is not counted for a whole session. */
  readonly work: StepWork | null
  readonly doubts: readonly Doubt[]
  /** What was done outside of the plan, which has a row of its own; null: nothing, or it is what is listed. */
  readonly outside: StepWork | null
  /** Whose calls they are; null: there is no session yet. */
  readonly session: Session | null
}

const noCalls: readonly WorkCall[] = []

/** The calls of the selected step, else of the one in progress, else of the whole session. */
export function listedCalls(state: AppState, ui: UiState, tab: Tab | null, nowMs: number): ListedCalls {
  const session = tab === null ? currentSession(state) : (state.sessions.get(tab.sessionId) ?? null)
  if (session === null) return { ...nothing, session }
  const { past } = planUi(ui, ui.tab)
  const now = tab?.plan ?? null
  const plan = past?.revision.plan ?? now
  const doubts = past === null && now !== null ? doubtsOf(state, session, now, nowMs) : null
  const outside = workOf(session, outsidePlan)
  const own = { session, outside: outside.calls > 0 ? outside : null }
  const counted = (ref: string): Pick<ListedCalls, 'calls' | 'unlisted' | 'work'> => {
    const calls = callsOfStep(session.work.calls, ref)
    const work = workOf(session, ref)
    return { calls, unlisted: Math.max(0, work.calls - calls.length), work }
  }
  if (ui.work.isOutside && own.outside !== null) {
    const found = doubts?.plan ?? []
    return { title: 'Outside the plan', ...counted(outsidePlan), doubts: found, ...own, outside: null }
  }
  const step = plan === null ? undefined : shownStep(plan, scrollOf(ui, ui.tab).selected)
  if (plan !== null && step !== undefined) {
    const found = doubts?.steps.get(step.key) ?? []
    return { title: stepWords(step.content), ...counted(stepRef(plan.key, step.key)), doubts: found, ...own }
  }
  const calls = allCalls(session.work.calls)
  const unlisted = session.work.counted - calls.length
  return { ...nothing, calls, unlisted, doubts: doubts?.plan ?? [], ...own }
}

const nothing: Omit<ListedCalls, 'session'> = {
  title: 'All calls of the session',
  calls: noCalls,
  unlisted: 0,
  work: null,
  doubts: [],
  outside: null,
}

/** Only those of one step: each new call makes it anew. */
const callsOfStep = memoLast((calls: SessionWork['calls'], ref: string): readonly WorkCall[] =>
  [...calls.values()].filter(({ isAboutPlan, steps }) => !isAboutPlan && steps.includes(ref)),
)

const allCalls = memoWeak((calls: SessionWork['calls']): readonly WorkCall[] =>
  [...calls.values()].filter(({ isAboutPlan }) => !isAboutPlan),
)

/** The lines of a text that can be selected are no steps. */
function shownStep({ body }: Plan, selected: number | null): { key: number; content: string } | undefined {
  if (body.type !== 'items') return undefined
  const steps = planSteps(body)
  return (
    steps.find(({ key }) => key === selected) ??
    (selected === null ? steps.find(({ status }) => isActive(status)) : undefined)
  )
}
