import type { PlanName } from '../protocol/plan-content.ts'
import { newPlan, planKey, updatedPlan, type Plan, type PlanUpdate } from './plan.ts'

/** The plans of one session by key, in the order they first came; removed ones stay, marked. */
export type SessionPlans = ReadonlyMap<string, Plan>

export const noPlans: SessionPlans = new Map()

/** Replaces the content of the plan of that name, or adds it. */
export function withPlanUpdate(plans: SessionPlans, update: PlanUpdate, atMs: number): SessionPlans {
  const before = plans.get(planKey(update.plan))
  const after = before === undefined ? newPlan(update, atMs) : updatedPlan(before, update, atMs)
  return new Map(plans).set(after.key, after)
}

/** Marks the plan as removed. The same plans when there is none of that name, or it is removed already. */
export function withPlanRemoved(plans: SessionPlans, name: PlanName, atMs: number): SessionPlans {
  const before = plans.get(planKey(name))
  if (before === undefined || before.removedAtMs !== null) return plans
  return new Map(plans).set(before.key, { ...before, removedAtMs: atMs })
}
