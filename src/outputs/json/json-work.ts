import { doubtsOf, unnamedFiles } from '../../app/work/doubts.ts'
import type { AppState } from '../../app/state/app-state.ts'
import type { Session } from '../../app/state/session.ts'
import { callsByStep, isCommand, outcomeOf, outsidePlan, stepRef, workOf } from '../../app/state/step-work.ts'
import { planSteps } from '../../plans/kinds/plan-kinds.ts'
import type { Plan } from '../../plans/plan.ts'
import type { TrackedEntry } from '../../plans/steps/tracked-entry.ts'
import type { JsonWork } from '../schema/plan-lines.ts'

/** Files that the approved plan does not name, of those that a line lists. */
const maxUnnamed = 500
/** Commands of a step that a line lists. */
const maxCommands = 100

interface WorkAt {
  readonly plan: Plan
  /** null: what was done while no step was in progress, and the doubts about the whole plan. */
  readonly step: Pick<TrackedEntry, 'key' | 'content'> | null
  readonly atMs: number | null
  readonly nowMs: number
  /** The name of the work; absent: that of the step. */
  readonly ref?: string
}

/** What was done in a step, and what there is to doubt. */
export function jsonWork(
  state: AppState,
  session: Session,
  { plan, step, atMs, nowMs, ref = step === null ? outsidePlan : stepRef(plan.key, step.key) }: WorkAt,
): JsonWork {
  const work = workOf(session, ref)
  const listed = (callsByStep(session.work.calls).get(ref) ?? []).filter(isCommand).slice(-maxCommands)
  const found = doubtsOf(state, session, plan, nowMs)
  const doubts = step === null ? found.plan : (found.steps.get(step.key) ?? [])
  const unnamed = step === null ? unnamedFiles(session, plan).slice(0, maxUnnamed) : []
  return {
    type: 'work',
    atMs,
    session: session.id,
    plan: plan.key,
    step: step?.content ?? null,
    ...(step === null ? {} : { key: step.key }),
    calls: work.calls,
    failed: work.failed,
    shared: work.shared,
    bySubAgents: work.childs,
    kinds: Object.fromEntries([...work.kinds].filter(([, count]) => count > 0)),
    files: [...work.files].map(([path, { reads, changes, added, removed, untold }]) => ({
      path,
      read: reads,
      changed: changes,
      added: untold > 0 ? null : added,
      removed: untold > 0 ? null : removed,
    })),
    moreFiles: work.moreFiles,
    commands: listed.map((call) => ({
      text: call.command ?? call.title,
      exit: call.exit,
      failed: outcomeOf(call) === 'failed',
    })),
    moreCommands: Math.max(0, work.commands - listed.length),
    questions: work.questions,
    message: work.lastMessage,
    doubts: doubts.map(({ type }) => type),
    ...(unnamed.length === 0 ? {} : { unnamedFiles: unnamed }),
  }
}

/** At the end of the run: the steps with work or doubts, and what was done while none was in progress. */
export function finalWork(
  state: AppState,
  { atMs, nowMs }: Pick<WorkAt, 'atMs' | 'nowMs'>,
): readonly JsonWork[] {
  return [...state.sessions.values()].flatMap((session) => {
    // What belongs to no plan is told once.
    let ref: string = outsidePlan
    return [...session.plans.values()].flatMap((plan) => {
      const steps = planSteps(plan.body)
      const gone = session.work.gone.get(plan.key) ?? []
      if (steps.length === 0 && gone.length === 0 && unnamedFiles(session, plan).length === 0) return []
      const { steps: doubts } = doubtsOf(state, session, plan, nowMs)
      const ofSteps = [...steps, ...gone]
        .filter(({ key }) => doubts.has(key) || workOf(session, stepRef(plan.key, key)).calls > 0)
        .map((step) => jsonWork(state, session, { plan, step, atMs, nowMs }))
      const whole = jsonWork(state, session, {
        plan,
        step: null,
        atMs,
        nowMs,
        ref: steps.length === 0 ? nowhere : ref,
      })
      if (steps.length > 0) ref = nowhere
      return whole.calls > 0 || whole.doubts.length > 0 || whole.unnamedFiles !== undefined
        ? [...ofSteps, whole]
        : ofSteps
    })
  })
}

/** No work has this name. */
const nowhere = ''
