import { namedDoubts, unnamedWords, workParts } from '../../app/words/work.ts'
import { stepText } from '../../app/words/text.ts'
import type { AppState } from '../../app/state/app-state.ts'
import type { Session } from '../../app/state/session.ts'
import { outsidePlan, stepRef, withoutPlan, type StepWork } from '../../app/state/step-work.ts'
import { doubtsOf } from '../../app/work/doubts.ts'
import { unnamedFiles } from '../../app/work/unnamed-files.ts'
import { safe, type SafeText } from '../../lib/text/safe-text.ts'
import { planSteps } from '../../plans/kinds/plan-kinds.ts'
import type { Plan } from '../../plans/plan.ts'

/** What was done in each step of a plan, and what there is to doubt: below the plan, at the end of a run. */
export function planWorkLines(
  state: AppState,
  session: Session,
  plan: Plan,
  { isAscii, nowMs }: { readonly isAscii: boolean; readonly nowMs: number },
): readonly SafeText[] {
  const steps = planSteps(plan.body).map(({ key, content }) => ({ key, name: stepText(content) }))
  const gone = (session.work.gone.get(plan.key) ?? []).map(({ key, content }) => ({
    key,
    name: safe`${stepText(content)} (not listed any more)`,
  }))
  const work = [...steps, ...gone].flatMap(({ key, name }) =>
    lineOf(name, session.work.steps.get(stepRef(plan.key, key)), isAscii),
  )
  const doubts = namedDoubts(plan, doubtsOf(state, session, plan, nowMs))
  const unnamed = unnamedFiles(session, plan)
  return [
    ...(work.length === 0 ? [] : [safe`  done in its steps:`, ...work]),
    ...(doubts.length === 0 ? [] : [safe`  doubts:`, ...doubts.map((doubt) => safe`    ${doubt}`)]),
    ...(unnamed.length === 0 ? [] : [safe`  ${unnamedWords(unnamed)}`]),
  ]
}

/** What was done in a session while no step was in progress; nothing for one without any work in steps. */
export function outsideWorkLines({ work }: Session, isAscii: boolean): readonly SafeText[] {
  return [
    ...lineOf(safe`outside the plan`, work.steps.get(outsidePlan), isAscii),
    ...lineOf(safe`while there was no unfinished plan`, work.steps.get(withoutPlan), isAscii),
  ]
}

function lineOf(name: SafeText, work: StepWork | undefined, isAscii: boolean): readonly SafeText[] {
  const parts = work === undefined ? [] : workParts(work, isAscii)
  return parts.length === 0 ? [] : [safe`    ${name}: ${parts.join(' · ') as SafeText}`]
}
