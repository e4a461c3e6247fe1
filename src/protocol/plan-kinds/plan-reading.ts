import type { JsonObject } from '../wire/message.ts'
import { excerptOf, nameOf, type WireProblem } from '../wire/wire-problem.ts'

/** How a kind of plan is read from what an agent has sent. Tolerant and bounded, as all reading is; it never throws. */
export interface PlanReading<Content> {
  /** The content of a plan that has this kind's type; null where there is none, and then `problems` says why. */
  read(plan: JsonObject, problems: WireProblem[]): Content | null
  /** Whether a plan that tells no type has this kind's fields; absent: it is never guessed. */
  fits?(plan: JsonObject): boolean
}

/** A field that a plan cannot be without; null: it is no string, which rejects the plan. */
export function needString(plan: JsonObject, key: string, problems: WireProblem[]): string | null {
  const value = plan[key]
  if (typeof value === 'string') return value
  const text = `${key} is ${nameOf(value)}, a string is expected`
  problems.push({
    code: 'bad-plan',
    text,
    path: `update.plan.${key}`,
    weight: 'rejected',
    excerpt: excerptOf(plan),
  })
  return null
}
