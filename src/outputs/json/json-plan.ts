import type { PlanDocument } from '../../app/ports/plan-document.ts'
import { describeUnavailable } from '../../app/words/document.ts'
import { boxProgress, taskBoxes } from '../../plans/kinds/markdown.ts'
import type { PlanProgress } from '../../plans/kinds/plan-kind.ts'
import { planProgress, type Plan, planTitle } from '../../plans/plan.ts'
import type { JsonDocument, JsonPlan, JsonPlanRemoved } from '../schema/plan-lines.ts'
import type { WorkTime } from '../../plans/steps/step-times.ts'
import { planChanges } from '../changes/compare-plans.ts'
import { planOutputOf } from '../plan-kinds/plan-kinds.ts'

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
