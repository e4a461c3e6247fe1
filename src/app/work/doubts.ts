import { madeUpBy } from '../plan-advice/unknown-plan.ts'
import { memoWeak } from '../../lib/memo.ts'
import { planSteps } from '../../plans/kinds/plan-kinds.ts'
import type { Plan } from '../../plans/plan.ts'
import { isOver, type TrackedEntry } from '../../plans/steps/tracked-entry.ts'
import { hasRunningChild } from '../state/children.ts'
import type { AppState } from '../state/app-state.ts'
import type { Session } from '../state/session.ts'
import { noStepWork, outsidePlan, stepRef, workOf, type SessionWork } from '../state/step-work.ts'
import { isProposed } from '../proposals/session-proposals.ts'

/** What there is to doubt of a step, as facts: each kind is decided in one place here, and has a row in the manual (work.md). */
export type StepDoubt =
  /** It is completed, and while it was in progress nothing was done and nothing said. */
  | { readonly type: 'nothing-seen' }
  /** It was completed without having been in progress. `others`: how many of its plan in the same update. */
  | { readonly type: 'never-begun'; readonly others: number }
  /** It is completed, its last call failed, and none succeeded after that. */
  | { readonly type: 'after-failure' }

/** What there is to doubt of a whole plan. */
export type PlanDoubt =
  /** The turn has ended with steps that are open, of a plan that was begun. */
  | { readonly type: 'left-open'; readonly steps: number }
  /** Files were changed while the plan was unfinished and none of its steps in progress. Raw. */
  | { readonly type: 'outside'; readonly paths: readonly string[] }

export type Doubt = StepDoubt | PlanDoubt

export interface Doubts {
  /** By the keys of the steps, in the order of the plan. */
  readonly steps: ReadonlyMap<number, readonly StepDoubt[]>
  readonly plan: readonly PlanDoubt[]
}

/** The doubts about a plan. Kept until it, a session or the link changes. */
export function doubtsOf(state: AppState, session: Session, plan: Plan): Doubts {
  const { sessions, link } = state
  const known = kept.get(plan)
  if (known?.session === session && known.sessions === sessions && known.link === link) return known.doubts
  const isNone = plan.removedAtMs !== null || isProposed(plan) || madeUpBy(state, plan) !== null
  const doubts = isNone ? none : foundIn(state, session, plan)
  kept.set(plan, { session, sessions, link, doubts })
  return doubts
}

/** How many doubts there are about a plan and its steps. */
export function doubtCount({ steps, plan }: Doubts): number {
  let count = plan.length
  for (const found of steps.values()) count += found.length
  return count
}

interface Kept extends Pick<AppState, 'sessions' | 'link'> {
  readonly session: Session
  readonly doubts: Doubts
}

const kept = new WeakMap<Plan, Kept>()
const none: Doubts = { steps: new Map(), plan: [] }

function foundIn(state: AppState, session: Session, plan: Plan): Doubts {
  const steps = planSteps(plan.body)
  if (steps.length === 0) return none
  return {
    // Some agents tell only what is pending and what is completed.
    steps: beginsSteps(session.plans) ? stepDoubts(session, plan.key, steps) : none.steps,
    plan: [...leftOpen(state, session, steps), ...outside(session, plan)],
  }
}

/** Whether an agent tells when it begins a step. */
const beginsSteps = memoWeak((plans: Session['plans']): boolean =>
  [...plans.values()].some(({ body }) => planSteps(body).some(wasBegun)),
)

function wasBegun({ times }: TrackedEntry): boolean {
  return times.running !== null || times.stretches.length > 0
}

function stepDoubts(session: Session, planKey: string, steps: readonly TrackedEntry[]): Doubts['steps'] {
  const doubts = new Map<number, readonly StepDoubt[]>()
  const tellsCalls = hasWork(session.work)
  // There may be very many steps, and this runs for each frame.
  const isIdle = session.work.steps.size === 0
  const unbegun = unbegunAt(steps)
  for (const step of steps) {
    const { endedAtMs } = step.times
    // One that was completed when it was first seen has no known end.
    if (step.status !== 'completed' || endedAtMs === null) continue
    const done = isIdle ? noStepWork : workOf(session, stepRef(planKey, step.key))
    const { calls, hasMessage, lastFailure, lastSuccess } = done
    const found: StepDoubt[] = []
    if (!wasBegun(step)) found.push({ type: 'never-begun', others: (unbegun.get(endedAtMs) ?? 1) - 1 })
    else if (tellsCalls && calls === 0 && !hasMessage) found.push({ type: 'nothing-seen' })
    if (lastFailure > lastSuccess) found.push({ type: 'after-failure' })
    if (found.length > 0) doubts.set(step.key, found)
  }
  return doubts
}

/** How many steps were completed at a time without having been begun. */
function unbegunAt(steps: readonly TrackedEntry[]): ReadonlyMap<number, number> {
  const counts = new Map<number, number>()
  for (const step of steps) {
    const { endedAtMs } = step.times
    if (step.status !== 'completed' || endedAtMs === null || wasBegun(step)) continue
    counts.set(endedAtMs, (counts.get(endedAtMs) ?? 0) + 1)
  }
  return counts
}

/** Whether the agent tells its calls at all. */
const hasWork = memoWeak(({ steps }: SessionWork): boolean =>
  [...steps.values()].some(({ calls }) => calls > 0),
)

function leftOpen(state: AppState, session: Session, steps: readonly TrackedEntry[]): Doubts['plan'] {
  const { turn } = session
  if (turn.state !== 'ended' || hasRunningChild(state, session)) return none.plan
  // It may go on after a restart.
  if (turn.outcome.kind === 'lost' && state.link.state !== 'ended') return none.plan
  const open = steps.filter(({ status }) => !isOver(status)).length
  // A plan that nobody has begun may be all that was asked for.
  const isBegun = steps.some((step) => wasBegun(step) || step.times.endedAtMs !== null)
  return open > 0 && isBegun ? [{ type: 'left-open', steps: open }] : none.plan
}

function outside(session: Session, plan: Plan): Doubts['plan'] {
  if (firstWithSteps(session.plans) !== plan || !beginsSteps(session.plans)) return none.plan
  const { files } = workOf(session, outsidePlan)
  const paths = [...files].filter(([, { changes }]) => changes > 0).map(([path]) => path)
  return paths.length === 0 ? none.plan : [{ type: 'outside', paths }]
}

/** Nobody knows which one of several plans the files belong to: this one has them. */
const firstWithSteps = memoWeak((plans: Session['plans']): Plan | null => {
  for (const plan of plans.values())
    if (plan.removedAtMs === null && !isProposed(plan) && planSteps(plan.body).length > 0) return plan
  return null
})
