import { type JsonObject, isObject } from '../wire/message.ts'
import {
  nameOf,
  noted,
  rejected,
  type WireProblem,
  faultsInto,
  reportFault,
  type ReadPosition,
} from '../wire/wire-problem.ts'
import { needString, type PlanReading } from './plan-reading.ts'
import { entryId, type PlanEntry } from '../plans/plan-content.ts'

export interface ItemsContent {
  readonly type: 'items'
  readonly entries: readonly PlanEntry[]
  /** The agent's list may have other entries: one of them, or a change of it, was not understood. */
  readonly isUncertain?: boolean
}

const items: PlanReading<ItemsContent> = {
  read: (plan, problems) => readItems(plan['entries'], 'update.plan.entries', problems),
  fits: (plan) => Array.isArray(plan['entries']),
}

/**
 * Reads the valid entries; an invalid one is reported with its index and does not affect others, but without it nobody knows whether all
 * is done. Problems past the tenth are only counted.
 */
export function readItems(value: unknown, at: string, problems: WireProblem[]): ItemsContent {
  if (!Array.isArray(value)) {
    const text = `entries is ${nameOf(value)}, a list is expected; taken as empty`
    problems.push({ code: 'bad-plan', text, path: at, weight: 'noted' })
    return { type: 'items', entries: [] }
  }
  const entries: PlanEntry[] = []
  const faults = faultsInto(problems, 'bad-entry')
  for (let index = 0; index < value.length; index++) {
    const entry = readEntry(value[index], index, { path: at, faults })
    if (entry !== null) entries.push(entry)
  }
  const { rejected, noted } = faults.more
  if (rejected > 0) {
    const text = `${rejected} more bad entries`
    problems.push({ code: 'bad-entry', text, path: at, weight: 'rejected' })
  }
  if (noted > 0) {
    const text = `${noted} more entries with a bad priority`
    problems.push({ code: 'bad-entry', text, path: at, weight: 'noted' })
  }
  return entries.length === value.length
    ? { type: 'items', entries }
    : { type: 'items', entries, isUncertain: true }
}

/** All entries have the same fields in the same order, also without an id: the code that compares them is faster so. */
function readEntry(value: unknown, index: number, position: ReadPosition): PlanEntry | null {
  if (isObject(value)) {
    const { content, status, priority } = value
    if (typeof content === 'string' && typeof status === 'string' && typeof priority === 'string')
      return { content, status, priority, id: entryId(value) }
  }
  return readBadEntry(value, index, position)
}

/** null: it cannot be used. */
function readBadEntry(value: unknown, index: number, { path, faults }: ReadPosition): PlanEntry | null {
  const at = (key: string): string => `${path}[${index}]${key}`
  if (!isObject(value)) {
    const text = `the entry is ${nameOf(value)}, an object is expected`
    reportFault(faults, { path: at(''), text, weight: 'rejected', value })
    return null
  }
  const { content, status, priority } = value
  if (typeof content !== 'string' || typeof status !== 'string') {
    const key = typeof content !== 'string' ? 'content' : 'status'
    const found = value[key] === undefined ? 'is missing' : `is ${nameOf(value[key])}, a string is expected`
    reportFault(faults, { path: at(`.${key}`), text: `${key} ${found}`, weight: 'rejected', value })
    return null
  }
  if (priority !== undefined && priority !== null) {
    const text = `priority is ${nameOf(priority)}, a string is expected; left out`
    reportFault(faults, { path: at('.priority'), text, weight: 'noted', value })
  }
  return { content, status, priority: '', id: entryId(value) }
}

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
