import type { JsonObject } from '../wire/message.ts'
import { nameOf, noted, rejected, type WireProblem } from '../wire/wire-problem.ts'
import { file } from './file.ts'
import { items } from './items.ts'
import { markdown } from './markdown.ts'
import type { OpaqueContent } from './opaque.ts'
import type { PlanReading } from './plan-reading.ts'

/**
 * The known kinds of plans by their type on the wire, in the order in which a plan without a type is matched. After
 * an addition the compiler points at the registries of the other layers: plans/kinds, ui/plan-panes, outputs/plan-kinds
 * and the schema of the JSON lines.
 */
const readings = {
  items,
  markdown,
  file,
}

type Readings = typeof readings

/** A plan's content, in any dialect. Its `type` is the name of its kind. */
export type PlanContent = NonNullable<ReturnType<Readings[keyof Readings]['read']>> | OpaqueContent

export type PlanKindName = PlanContent['type']

/** The content of a plan of a kind. */
export type ContentOf<K extends PlanKindName> = Extract<PlanContent, { readonly type: K }>

const byType: ReadonlyMap<string, PlanReading<PlanContent>> = new Map(Object.entries(readings))

/** Reads a plan's content by its type; an unknown type is kept as it came. null: there is no readable content. */
export function readContent(plan: JsonObject, problems: WireProblem[]): PlanContent | null {
  const { type } = plan
  if (typeof type !== 'string') return guessContent(plan, problems)
  const reading = byType.get(type)
  if (reading === undefined) return { type: 'opaque', planType: type, payload: plan }
  return reading.read(plan, problems)
}

/** Without a type: matched by the fields that are there, and reported. */
function guessContent(plan: JsonObject, problems: WireProblem[]): PlanContent | null {
  const fitting = [...byType.values()].find((reading) => reading.fits?.(plan) === true)
  const guessed = fitting?.read(plan, problems) ?? null
  const text = `the plan's type is ${nameOf(plan['type'])}, a string is expected`
  const problem = guessed === null ? rejected : noted
  problems.push(problem('bad-plan', text, plan, 'update.plan.type'))
  return guessed
}
