import { madeUpBy } from '../plan-advice/unknown-plan.ts'
import { memoWeak } from '../../lib/memo.ts'
import { planSteps, planText } from '../../plans/kinds/plan-kinds.ts'
import type { Plan } from '../../plans/plan.ts'
import type { ItemsBody } from '../../plans/kinds/items.ts'
import { readClock, wasBegun } from '../../plans/steps/step-times.ts'
import { isOver, type TrackedEntry } from '../../plans/steps/tracked-entry.ts'
import { goesOnUnasked, hasRunningChild } from '../state/children.ts'
import type { AppState } from '../state/app-state.ts'
import type { DoubtRules } from '../state/doubt-rules.ts'
import type { Session } from '../state/session.ts'
import {
  noStepWork,
  outsidePlan,
  stepRef,
  workOf,
  type SessionWork,
  changedFiles,
  outcomeOf,
} from '../state/step-work.ts'
import { isProposed, proposalOf } from '../proposals/session-proposals.ts'

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
  /** A step is in progress, and so much was done or so long worked since the plan last changed. */
  | { readonly type: 'stale'; readonly calls: number; readonly minutes: number }
  /** Open steps that a later update did not list any more. Raw. */
  | { readonly type: 'dropped'; readonly steps: readonly string[] }
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

/** The doubts about a plan at a time. Kept until it, a session or the link changes, and as long as they are the same. */
export function doubtsOf(state: AppState, session: Session, plan: Plan, nowMs: number): Doubts {
  const { sessions, link } = state
  const known = kept.get(plan)
  const isKnown = known?.session === session && known.sessions === sessions && known.link === link
  const lasting = isKnown ? known.lasting : mayDoubt(state, plan) ? lastingDoubts(state, session, plan) : none
  const stale = lasting === none ? null : staleIn(state, session, plan, nowMs)
  if (isKnown && known.stale?.calls === stale?.calls && known.stale?.minutes === stale?.minutes)
    return known.doubts
  const doubts = stale === null ? lasting : { steps: lasting.steps, plan: [stale, ...lasting.plan] }
  kept.set(plan, { session, sessions, link, lasting, stale, doubts })
  return doubts
}

/** The doubts about the whole plan, without those about its steps: what is asked for each event. */
export function planDoubtsOf(state: AppState, session: Session, plan: Plan, nowMs: number): Doubts['plan'] {
  if (!mayDoubt(state, plan)) return none.plan
  const stale = staleIn(state, session, plan, nowMs)
  const lasting = lastingOfPlan(state, session, plan)
  return stale === null ? lasting : [stale, ...lasting]
}

/** Whether a plan is stale: the agent works on a step of it, and has not changed it for long. */
export function staleDoubt(state: AppState, session: Session, plan: Plan, nowMs: number): StaleDoubt | null {
  return mayDoubt(state, plan) ? staleIn(state, session, plan, nowMs) : null
}

/** A plan from before it was reported has no times, and fixed steps are not the agent's. */
function mayDoubt(state: AppState, plan: Plan): boolean {
  const { removedAtMs, isFromPast, body } = plan
  const isNone = removedAtMs !== null || isFromPast || isProposed(plan) || planSteps(body).length === 0
  return !isNone && madeUpBy(state, plan) === null
}

export function doubtCount({ steps, plan }: Doubts): number {
  let count = plan.length
  for (const found of steps.values()) count += found.length
  return count
}

/** A doubt with the step that it is about; null: about the whole plan. */
export interface ListedDoubt {
  readonly doubt: Doubt
  readonly step: TrackedEntry | null
}

/** The doubts about the steps of a plan in their order, then those about the whole plan. */
export function listedDoubts({ body }: Plan, { steps, plan }: Doubts): readonly ListedDoubt[] {
  const ofSteps = planSteps(body).flatMap((step) =>
    (steps.get(step.key) ?? []).map((doubt) => ({ doubt, step })),
  )
  return [...ofSteps, ...plan.map((doubt) => ({ doubt, step: null }))]
}

interface Kept extends Pick<AppState, 'sessions' | 'link'> {
  readonly session: Session
  /** Those that depend on no time. */
  readonly lasting: Doubts
  readonly stale: StaleDoubt | null
  readonly doubts: Doubts
}

type StaleDoubt = Extract<PlanDoubt, { type: 'stale' }>

const kept = new WeakMap<Plan, Kept>()
const none: Doubts = { steps: new Map(), plan: [] }

function lastingDoubts(state: AppState, session: Session, plan: Plan): Doubts {
  const { off } = state.doubtRules
  const steps = planSteps(plan.body)
  return {
    // Some agents tell only what is pending and what is completed.
    steps:
      timesIn(plan.body).hasCompleted && beginsSteps(session.plans)
        ? stepDoubts(session, plan.key, { steps, off })
        : none.steps,
    plan: lastingOfPlan(state, session, plan),
  }
}

function lastingOfPlan(state: AppState, session: Session, plan: Plan): Doubts['plan'] {
  const { off } = state.doubtRules
  const found = [...dropped(session, plan), ...leftOpen(state, session, plan), ...outside(session, plan)]
  return found.filter(({ type }) => !off.has(type))
}

const beginsSteps = memoWeak((plans: Session['plans']): boolean =>
  [...plans.values()].some(({ body }) => timesIn(body).hasBegun),
)

/** Whether a step was begun, and whether one was completed: of a list, which may have very many, its updates have found that. */
function timesIn(body: Plan['body']): Pick<ItemsBody, 'hasBegun' | 'hasCompleted'> {
  return body.type === 'items' ? body : timesOf(planSteps(body))
}

const timesOf = memoWeak((steps: readonly TrackedEntry[]) => ({
  hasBegun: steps.some(({ times }) => wasBegun(times)),
  hasCompleted: steps.some(({ status, times }) => status === 'completed' && times.endedAtMs !== null),
}))

function stepDoubts(
  session: Session,
  planKey: string,
  { steps, off }: { readonly steps: readonly TrackedEntry[]; readonly off: DoubtRules['off'] },
): Doubts['steps'] {
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
    const { calls, hasMessage, questions, lastFailure, lastSuccess } = done
    const isIdleStep = calls === 0 && !hasMessage && questions.length === 0
    const found: StepDoubt[] = []
    if (!wasBegun(step.times)) found.push({ type: 'never-begun', others: (unbegun.get(endedAtMs) ?? 1) - 1 })
    else if (tellsCalls && isIdleStep) found.push({ type: 'nothing-seen' })
    if (lastFailure > lastSuccess) found.push({ type: 'after-failure' })
    const told = found.filter(({ type }) => !off.has(type))
    if (told.length > 0) doubts.set(step.key, told)
  }
  return doubts
}

/** How many steps were completed at a time without having been begun. */
function unbegunAt(steps: readonly TrackedEntry[]): ReadonlyMap<number, number> {
  const counts = new Map<number, number>()
  for (const step of steps) {
    const { endedAtMs } = step.times
    if (step.status !== 'completed' || endedAtMs === null || wasBegun(step.times)) continue
    counts.set(endedAtMs, (counts.get(endedAtMs) ?? 0) + 1)
  }
  return counts
}

/** Whether the agent tells its calls at all. */
const hasWork = memoWeak(({ steps }: SessionWork): boolean =>
  [...steps.values()].some(({ calls }) => calls > 0),
)

/** While the agent works on a step: what it has done and how long it has worked since any plan of its session changed. */
function staleIn(state: AppState, session: Session, { body }: Plan, nowMs: number): StaleDoubt | null {
  const { off, staleCalls, staleMs } = state.doubtRules
  const { turn, clock, work } = session
  const isRunning = body.type === 'items' && body.currentIndex >= 0
  // Who waits for a sub-agent has nothing to tell.
  if (turn.state !== 'working' || off.has('stale') || !isRunning || hasRunningChild(state, session))
    return null
  const calls = work.own - work.planChange.own
  const workedMs = readClock(clock, nowMs).workedMs - work.planChange.workedMs
  if (calls < staleCalls && workedMs < staleMs) return null
  return { type: 'stale', calls, minutes: Math.floor(workedMs / 60_000) }
}

/** Some agents list only what is left: they never tell that a step is over. One that is over stays counted as done. */
function dropped({ work }: Session, { key, body }: Plan): Doubts['plan'] {
  const gone = work.gone.get(key) ?? []
  const steps = gone.flatMap(({ content, wasOver }) => (wasOver ? [] : [content]))
  if (steps.length === 0) return none.plan
  const tellsEnds =
    gone.some(({ wasOver }) => wasOver) || planSteps(body).some(({ status }) => isOver(status))
  return tellsEnds ? [{ type: 'dropped', steps }] : none.plan
}

function leftOpen(state: AppState, session: Session, { body }: Plan): Doubts['plan'] {
  const { turn } = session
  const steps = planSteps(body)
  if (turn.state !== 'ended' || hasRunningChild(state, session) || goesOnUnasked(session)) return none.plan
  // The user has stopped it.
  if (turn.outcome.kind === 'stopped' && turn.outcome.stopReason === 'cancelled') return none.plan
  // It may go on after a restart.
  if (turn.outcome.kind === 'lost' && state.link.state !== 'ended') return none.plan
  const open = steps.filter(({ status }) => !isOver(status)).length
  // A plan that nobody has begun may be all that was asked for.
  const isBegun = steps.some(({ times }) => wasBegun(times) || times.endedAtMs !== null)
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

/**
 * The files that were changed since a plan was approved, and that neither it nor any step of the session names; empty for a plan without
 * an approval or without a text. It is no doubt: a plan need not name each file. Raw.
 */
export function unnamedFiles(session: Session, plan: Plan): readonly string[] {
  const approval = proposalOf(session, plan.key)
  const text = planText(plan.body)
  if (approval?.outcome?.kind !== 'approved' || approval.isUntimed === true || text === null) return []
  const { atMs } = approval.outcome
  const calls = [...session.work.calls.values()]
  const changed = calls.flatMap((call) =>
    call.atMs !== null && call.atMs >= atMs && outcomeOf(call) === 'done' ? changedFiles(call) : [],
  )
  const paths = [...new Set(changed)].slice(0, maxPaths)
  if (paths.length === 0) return []
  const steps = [...session.plans.values()].flatMap(({ body }) =>
    planSteps(body).map(({ content }) => content),
  )
  const words = new Set([text, ...steps].flatMap(namesIn))
  return paths.filter((path) => !isNamed(path, words))
}

/** Changed files that are looked for. */
const maxPaths = 1000

/** What may be the name of a file, in lower case. */
function namesIn(text: string): readonly string[] {
  return text
    .toLowerCase()
    .split(/[^\p{L}\p{M}\p{N}._-]+/u)
    .map((name) => name.replace(/[.]+$/, ''))
}

/** Shorter names without their ending are words that mean something else. */
const leastName = 4

function isNamed(path: string, words: ReadonlySet<string>): boolean {
  const [name = path, ...more] = namesIn(path.split(/[\\/]/).findLast((part) => part !== '') ?? path)
  // Whether one with blanks or signs is named is not known.
  if (more.length > 0) return true
  const stem = name.replace(/(.)\.[^.]*$/, '$1')
  return words.has(name) || (stem.length >= leastName && words.has(stem))
}
