import type { PlanName } from '../protocol/plan-content.ts'
import { amendedPlan, grownPlan, newPlan, planKey, updatedPlan, type Plan, type PlanUpdate } from './plan.ts'
import type { UpdateTime } from './work-clock.ts'

/** The plans of one session by key, in the order they first came; removed ones stay, marked. */
export type SessionPlans = ReadonlyMap<string, Plan>

export const noPlans: SessionPlans = new Map()

/** Replaces the content of the plan of that name, or adds it. */
export function withPlanUpdate(plans: SessionPlans, update: PlanUpdate, time: UpdateTime): SessionPlans {
  const before = plans.get(planKey(update.plan))
  const after = before === undefined ? newPlan(update, time) : updatedPlan(before, update, time)
  return new Map(plans).set(after.key, after)
}

/** Marks the plan as removed. The same plans when there is none of that name, or it is removed already. */
export function withPlanRemoved(
  plans: SessionPlans,
  name: PlanName,
  { atMs, work }: UpdateTime,
): SessionPlans {
  const before = plans.get(planKey(name))
  if (before === undefined || before.removedAtMs !== null) return plans
  return new Map(plans).set(before.key, {
    ...before,
    removedAtMs: atMs,
    workEnded: before.workEnded ?? work,
  })
}

/** Puts the latest revision of a plan right; adds the plan when there is none. The same plans when they say that already. */
export function withPlanAmended(plans: SessionPlans, update: PlanUpdate, time: UpdateTime): SessionPlans {
  const before = plans.get(planKey(update.plan))
  if (before === undefined) return withPlanUpdate(plans, update, time)
  const after = amendedPlan(before, update, time)
  return after.body === before.body ? plans : new Map(plans).set(after.key, after)
}

/** Adds a piece to the end of a markdown plan. The same plans when there is no such plan. */
export function withPlanGrown(
  plans: SessionPlans,
  name: PlanName,
  piece: { readonly text: string; readonly time: UpdateTime },
): SessionPlans {
  const before = plans.get(planKey(name))
  const after = before === undefined ? undefined : grownPlan(before, piece.text, piece.time)
  return after === undefined || after === before ? plans : new Map(plans).set(after.key, after)
}

/** Puts a plan back as it was; undefined: there was none, and it goes without a trace. */
export function withPlanAs(plans: SessionPlans, name: PlanName, plan: Plan | undefined): SessionPlans {
  const key = planKey(name)
  if (plans.get(key) === plan) return plans
  const restored = new Map(plans)
  if (plan === undefined) restored.delete(key)
  else restored.set(key, plan)
  return restored
}

/** Counts a revision that the plan itself does not show, because what it names has changed. The same plans when there is none. */
export function withPlanRevised(plans: SessionPlans, name: PlanName, atMs: number): SessionPlans {
  const before = plans.get(planKey(name))
  if (before === undefined) return plans
  const { revision, updates } = before
  const after: Plan = { ...before, revision: revision + 1, updates: updates + 1, changedAtMs: atMs }
  return new Map(plans).set(after.key, after)
}
