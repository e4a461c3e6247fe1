import { withEntry, withEntryInPlace, withoutEntry } from '../lib/shared-map.ts'
import type { PlanName } from '../protocol/plans/plan-content.ts'
import {
  grownPlan,
  keyOfUpdate,
  newPlan,
  planWithDocument,
  updatedPlan,
  type Plan,
  type PlanUpdate,
} from './plan.ts'
import type { DocumentFacts } from './kinds/file.ts'
import type { UpdateTime, WorkTime } from './steps/step-times.ts'

/**
 * The plans of one session by key, in the order of their first update; removed ones stay, marked. Versions share
 * their common parts (`lib/shared-map.ts`): never copied whole.
 */
export type SessionPlans = ReadonlyMap<string, Plan>

export const noPlans: SessionPlans = new Map()

/** Replaces the content of the update's plan, or adds the plan. */
export function withPlanUpdate(plans: SessionPlans, update: PlanUpdate, time: UpdateTime): SessionPlans {
  const before = plans.get(keyOfUpdate(update))
  const after = before === undefined ? newPlan(update, time) : updatedPlan(before, update, time)
  return withEntry(plans, after.key, after)
}

/** Marks the plan as removed. The same plans if the key is unknown, or its plan is removed already. */
export function withPlanRemoved(plans: SessionPlans, key: string, { atMs, work }: UpdateTime): SessionPlans {
  return withPlanChanged(plans, key, (plan) =>
    plan.removedAtMs === null ? { ...plan, removedAtMs: atMs, workEnded: plan.workEnded ?? work } : plan,
  )
}

/** The same plans if the key is unknown, or the change gives the same plan. */
function withPlanChanged(plans: SessionPlans, key: string, change: (plan: Plan) => Plan): SessionPlans {
  const before = plans.get(key)
  const after = before === undefined ? undefined : change(before)
  return after === undefined || after === before ? plans : withEntry(plans, key, after)
}

/** Corrects the latest revision of a plan; adds the plan if there is none. The same plans when nothing changed. */
export function withPlanAmended(plans: SessionPlans, update: PlanUpdate, time: UpdateTime): SessionPlans {
  const before = plans.get(keyOfUpdate(update))
  if (before === undefined) return withPlanUpdate(plans, update, time)
  const after = { ...updatedPlan(before, update, time), revision: before.revision }
  return after.body === before.body ? plans : withEntry(plans, after.key, after)
}

/** Appends to a markdown plan. The same plans if there is none. */
export function withPlanGrown(
  plans: SessionPlans,
  key: string,
  piece: { readonly text: string; readonly time: UpdateTime },
): SessionPlans {
  return withPlanChanged(plans, key, (plan) => grownPlan(plan, piece.text, piece.time))
}

/** Notes what was read of a document in the file plans that name it. The same plans when nothing is new. */
export function withDocumentFacts(
  plans: SessionPlans,
  uri: string,
  {
    facts,
    work,
  }: { readonly facts: (before: DocumentFacts | null) => DocumentFacts; readonly work: WorkTime },
): SessionPlans {
  let after = plans
  for (const [key, { body, removedAtMs }] of plans) {
    if (body.type !== 'file' || body.uri !== uri || removedAtMs !== null) continue
    after = withPlanChanged(after, key, (plan) => planWithDocument(plan, facts(body.document), work))
  }
  return after
}

/** Restores a plan; undefined: deletes it completely. */
export function withPlanAs(plans: SessionPlans, key: string, plan: Plan | undefined): SessionPlans {
  if (plans.get(key) === plan) return plans
  return plan === undefined ? withoutEntry(plans, key) : withEntry(plans, key, plan)
}

/** Counts a revision that does not show in the plan itself, because its file changed. The same plans if the key is unknown. */
export function withPlanRevised(plans: SessionPlans, key: string, atMs: number): SessionPlans {
  return withPlanChanged(plans, key, (plan) => {
    const { revision, updates } = plan
    return { ...plan, revision: revision + 1, updates: updates + 1, changedAtMs: atMs }
  })
}

/** Renames a plan; its key stays. The same plans when nothing changed. */
export function withPlanNamed(plans: SessionPlans, key: string, name: PlanName): SessionPlans {
  return withPlanChanged(plans, key, (plan) =>
    plan.name.dialect === name.dialect && plan.name.id === name.id ? plan : { ...plan, name },
  )
}

/** Replaces another plan, which is deleted completely. */
export function withPlanInPlace(plans: SessionPlans, key: string, plan: Plan): SessionPlans {
  return withEntryInPlace(plans, key, [plan.key, plan])
}
