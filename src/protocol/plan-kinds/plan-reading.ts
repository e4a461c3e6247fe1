import type { JsonObject } from '../wire/message.ts'
import { nameOf, rejected, type WireProblem } from '../wire/wire-problem.ts'

/** Reads plans of one kind from an agent's update. Tolerant and bounded; never throws. */
export interface PlanReading<Content> {
  /** The content of a plan with this kind's type; null if unreadable, and then `problems` says why. */
  read(plan: JsonObject, problems: WireProblem[]): Content | null
  /** Whether a plan without a type has this kind's fields; absent: never. */
  fits?(plan: JsonObject): boolean
}

/** A required field; null if it is not a string, which rejects the plan. */
export function needString(plan: JsonObject, key: string, problems: WireProblem[]): string | null {
  const value = plan[key]
  if (typeof value === 'string') return value
  const text = `${key} is ${nameOf(value)}, a string is expected`
  problems.push(rejected('bad-plan', text, plan, `update.plan.${key}`))
  return null
}
