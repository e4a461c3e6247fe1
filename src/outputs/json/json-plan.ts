import type { PlanDocument } from '../../app/ports/plan-document.ts'
import { describeUnavailable } from '../../app/words/document.ts'
import { boxProgress, taskBoxes } from '../../plans/kinds/markdown.ts'
import type { PlanProgress } from '../../plans/kinds/plan-kind.ts'
import { planProgress, type Plan, planTitle } from '../../plans/plan.ts'
import type { JsonDocument, JsonPlan, JsonPlanRemoved, JsonWork } from '../schema/plan-lines.ts'
import type { WorkTime } from '../../plans/steps/step-times.ts'
import { planChanges } from '../changes/touched-plans.ts'
import { planOutputOf } from '../plan-kinds/plan-kinds.ts'
import { doubtsOf, unnamedFiles } from '../../app/work/doubts.ts'
import type { AppState } from '../../app/state/app-state.ts'
import type { Session } from '../../app/state/session.ts'
import { callsByStep, isCommand, outcomeOf, outsidePlan, stepRef, workOf } from '../../app/state/step-work.ts'
import { planSteps } from '../../plans/kinds/plan-kinds.ts'
import type { TrackedEntry } from '../../plans/steps/tracked-entry.ts'

export interface PlanMoment {
  readonly atMs: number | null
  readonly session: string
}

/** The line for a change from `before`, the last written revision, to `after`; null if nothing differs. */
export function jsonPlan(
  before: Plan | null,
  after: Plan,
  moment: PlanMoment & { readonly work: WorkTime },
): JsonPlan | JsonPlanRemoved | null {
  const changes = planChanges(before, after)
  const [first] = changes
  if (first === undefined) return null
  const { atMs, session } = moment
  if (first.type === 'removed') {
    return removed(after, moment)
  }
  return {
    type: 'plan',
    atMs,
    session,
    plan: after.key,
    id: after.name.id,
    title: planTitle(after),
    change: first.type === 'appeared' ? 'new' : first.type === 'returned' ? 'returned' : 'changed',
    revision: after.revision,
    progress: jsonProgress(planProgress(after)),
    ...stillRuns(after),
    ...originOf(after),
    content: planOutputOf(after.body).jsonContent(after, after.body, { changes, work: moment.work }),
  }
}

function stillRuns({ running }: Plan): Pick<JsonPlan, 'stillRuns'> {
  if (running.length === 0) return {}
  return {
    stillRuns: running.map(({ isSubagent, steps }) => ({ kind: isSubagent ? 'sub-agent' : 'task', steps })),
  }
}

function jsonProgress(progress: PlanProgress | null): JsonPlan['progress'] {
  if (progress === null) return null
  const { done, total, isComplete } = progress
  return { done, total, isComplete }
}

/** The line for a plan that is gone without a removal by the agent; `into` is the plan that replaces it, if any. */
export function jsonGone(plan: Plan, moment: PlanMoment, into: string | null): JsonPlanRemoved {
  const gone = removed(plan, moment)
  if (into !== null) return { ...gone, into, ...originOf(plan) }
  // Otherwise it came with a proposal that was rejected.
  return { ...gone, ...(plan.name.dialect === 'inferred' ? { inferred: true } : { proposed: true }) }
}

/** The line for a plan that was dropped because there are too many. */
export function jsonDropped(plan: Plan, moment: PlanMoment): JsonPlanRemoved {
  return { ...removed(plan, moment), ...originOf(plan), dropped: true }
}

function removed({ key, name }: Plan, { atMs, session }: PlanMoment): JsonPlanRemoved {
  return { type: 'plan-removed', atMs, session, plan: key, id: name.id }
}

function originOf({ name: { dialect } }: Plan): Pick<JsonPlan, 'inferred' | 'proposed'> {
  if (dialect === 'inferred') return { inferred: true }
  return dialect === 'proposed' ? { proposed: true } : {}
}

/** The line for a file plan's document; null while it is being read. */
export function jsonDocument(document: PlanDocument, plan: Plan, moment: PlanMoment): JsonDocument | null {
  const { atMs, session } = moment
  const same = { type: 'document', atMs, session, plan: plan.key, uri: document.uri } as const
  switch (document.state) {
    case 'loading':
      return null
    case 'shown':
      return {
        ...same,
        state: 'shown',
        format: document.format,
        progress: jsonProgress(document.format === 'markdown' ? boxProgress(taskBoxes(document.text)) : null),
        text: document.text,
        sizeBytes: document.sizeBytes,
        isTruncated: document.truncatedToBytes !== undefined,
      }
    case 'unavailable':
      return {
        ...same,
        state: 'unavailable',
        reason: document.reason.kind,
        message: describeUnavailable(document.reason, document.uri),
      }
  }
}

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
  const commands = (callsByStep(session.work.calls).get(ref) ?? []).filter(
    (call) => isCommand(call) && outcomeOf(call) !== 'rejected',
  )
  const listed = commands.slice(-maxCommands)
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
    rejected: work.rejected,
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
