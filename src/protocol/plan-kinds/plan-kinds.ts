import type { JsonObject } from '../wire/message.ts'
import { nameOf, noted, rejected, type WireProblem } from '../wire/wire-problem.ts'
import { items } from './items.ts'
import { type PlanReading, needString } from './plan-reading.ts'

/** A document at a URI. */
export interface FileContent {
  readonly type: 'file'
  readonly uri: string
}

const file: PlanReading<FileContent> = {
  read(plan, problems) {
    const uri = needString(plan, 'uri', problems)
    return uri === null ? null : { type: 'file', uri }
  },
  fits: (plan) => typeof plan['uri'] === 'string',
}

/** A text. */
export interface MarkdownContent {
  readonly type: 'markdown'
  readonly text: string
}

const markdown: PlanReading<MarkdownContent> = {
  read(plan, problems) {
    const text = needString(plan, 'content', problems)
    return text === null ? null : { type: 'markdown', text }
  },
  fits: (plan) => typeof plan['content'] === 'string',
}

/** An unknown type (`_custom` and future ones): kept and shown generically. A plan without a type never becomes one. */
export interface OpaqueContent {
  readonly type: 'opaque'
  readonly planType: string
  readonly payload: JsonObject
}

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
