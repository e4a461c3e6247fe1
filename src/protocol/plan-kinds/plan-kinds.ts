import { jsonIn } from '../../lib/json/read-json.ts'
import { type JsonObject, isObject, listIn, objectIn, stringAt } from '../wire/message.ts'
import {
  nameOf,
  noted,
  rejected,
  type WireProblem,
  faultsInto,
  reportFault,
  type ReadPosition,
} from '../wire/wire-problem.ts'
import {
  entryId,
  statusMeant,
  todoStatus,
  visitSteps,
  wordsKey,
  type PlanEntry,
} from '../plans/plan-content.ts'

/** Reads plans of one kind from an agent's update. Tolerant and bounded; never throws. */
export interface PlanReading<Content> {
  /** The content of a plan with this kind's type; null if unreadable, and then `problems` says why. */
  read(plan: JsonObject, problems: WireProblem[]): Content | null
  /** Whether a plan without a type has this kind's fields; absent: never. */
  fits?(plan: JsonObject): boolean
}

/** A required field; null if it is not a string, which rejects the plan. */
function needString(plan: JsonObject, key: string, problems: WireProblem[]): string | null {
  const value = plan[key]
  if (typeof value === 'string') return value
  const text = `${key} is ${nameOf(value)}, a string is expected`
  problems.push(rejected('bad-plan', text, plan, `update.plan.${key}`))
  return null
}

export interface ItemsContent {
  readonly type: 'items'
  readonly entries: readonly PlanEntry[]
  /** The agent's list may have other entries: one of them, or a change of it, was not understood. */
  readonly isUncertain?: boolean
}

const items: PlanReading<ItemsContent> = {
  read: (plan, problems) => readItems(plan, 'update.plan', problems),
  fits: (plan) => Array.isArray(plan['entries']) || stepsKey(plan) !== undefined,
}

const stepKeys = ['entries', 'steps', 'items', 'todos', 'tasks', 'plan', 'content']
/** In these, texts and content blocks are a text, and no steps. */
const textKeysToo: ReadonlySet<string> = new Set(['plan', 'content'])

/** The field with the list of steps, which some agents do not call `entries`; undefined: none has steps. */
export function stepsKey(plan: JsonObject): string | undefined {
  return stepKeys.find((key) => {
    const mayBeText = textKeysToo.has(key)
    return listIn(plan[key]).some((item) =>
      isObject(item)
        ? stepWordsKey(item) !== undefined && (!mayBeText || item['type'] !== 'text')
        : typeof item === 'string' && item.trim() !== '' && !mayBeText,
    )
  })
}

/** The field with the text of a step: one that to-do tools have, or the only text that is not about the step. undefined: nobody can tell. */
function stepWordsKey(step: JsonObject): string | undefined {
  const known = wordsKey(step)
  if (known !== undefined) return known
  const texts = Object.keys(step).filter(
    (key) => !aboutSteps.has(key) && (stringAt(step, key) ?? '').trim() !== '',
  )
  return texts.length === 1 ? texts[0] : texts.find((key) => key === 'name' || key === 'label')
}

const aboutSteps: ReadonlySet<string> = new Set(['id', 'taskId', 'type', 'status', 'state', 'priority'])

/**
 * Reads the valid entries of a plan; an invalid one is reported with its index and does not affect others, but without it nobody knows
 * whether all is done. Problems past the tenth are only counted. `path`: that of the plan.
 */
export function readItems(plan: JsonObject, path: string, problems: WireProblem[]): ItemsContent {
  const isNamed = Array.isArray(plan['entries'])
  const key = isNamed ? 'entries' : (stepsKey(plan) ?? 'entries')
  const value = Array.isArray(plan[key]) ? plan[key] : listWithin(plan[key])
  const at = `${path}.${key}`
  if (!isNamed) {
    const found = value === null ? 'taken as empty' : 'the steps in it are read'
    const taken = key === 'entries' ? found : `${at} is read in its place`
    const text = `entries is ${nameOf(plan['entries'])}, a list is expected; ${taken}`
    problems.push({ code: 'bad-plan', text, path: `${path}.entries`, weight: 'noted' })
  }
  if (value === null) return { type: 'items', entries: [] }
  const entries: PlanEntry[] = []
  const faults = faultsInto(problems, 'bad-entry')
  const isWhole = readEntries(value, { path: at, faults }, entries)
  const { rejected, noted } = faults.more
  if (rejected > 0) {
    const text = `${rejected} more bad entries`
    problems.push({ code: 'bad-entry', text, path: at, weight: 'rejected' })
  }
  if (noted > 0) {
    const text = `${noted} more entries with such a fault`
    problems.push({ code: 'bad-entry', text, path: at, weight: 'noted' })
  }
  return isWhole ? { type: 'items', entries } : { type: 'items', entries, isUncertain: true }
}

/** Reads the entries of a list, each with the steps within it behind it. false: one of them cannot be used, or lies too deep. */
function readEntries(list: readonly unknown[], position: ReadPosition, entries: PlanEntry[]): boolean {
  let isWhole = true
  visitSteps(list, position, {
    step(item, index, at) {
      const entry = readEntry(item, index, at)
      if (entry === null) isWhole = false
      else entries.push(entry)
    },
    inner(steps, { path, faults }, isTooDeep) {
      const taken = isTooDeep ? 'left out, so deep' : 'read as steps after it'
      const text = `an entry has no steps of its own; the ${steps.length} in it are ${taken}`
      reportFault(faults, { path, text, weight: isTooDeep ? 'rejected' : 'noted', value: steps })
      if (isTooDeep) isWhole = false
    },
  })
  return isWhole
}

/** The list that a text is as JSON, or an object of steps by their numbers or names; null: neither. */
function listWithin(value: unknown): readonly unknown[] | null {
  const read = typeof value === 'string' ? jsonIn(value) : value
  if (Array.isArray(read)) return listIn(read)
  const each = Object.values(objectIn(read))
  return each.length > 0 && each.every(isObject) ? each : null
}

/** All entries have the same fields in the same order, also without an id: the code that compares them is faster so. */
function readEntry(value: unknown, index: number, position: ReadPosition): PlanEntry | null {
  if (isObject(value)) {
    const { content, status, priority } = value
    if (typeof content === 'string' && typeof status === 'string' && typeof priority === 'string')
      if (statusMeant(status) === status) return { content, status, priority, id: entryId(value) }
  }
  return readBadEntry(value, index, position)
}

/** An entry that is a text, has its words in another field, or has no status, is a step all the same. null: it cannot be used. */
function readBadEntry(value: unknown, index: number, { path, faults }: ReadPosition): PlanEntry | null {
  const at = (key: string): string => `${path}[${index}]${key}`
  if (!isObject(value)) {
    const isStep = typeof value === 'string' && value.trim() !== ''
    const text = `the entry is ${nameOf(value)}, an object is expected${isStep ? '; read as a pending step' : ''}`
    reportFault(faults, { path: at(''), text, weight: isStep ? 'noted' : 'rejected', value })
    return isStep ? { content: value, status: 'pending', priority: '', id: undefined } : null
  }
  const { priority } = value
  const key = typeof value['content'] === 'string' ? 'content' : stepWordsKey(value)
  const blocks = key === undefined ? textIn(value['content']) : ''
  const content = key !== undefined ? value[key] : blocks === '' ? undefined : blocks
  const { status: sent } = value
  const status = todoStatus(value) ?? (sent === undefined || sent === null ? 'pending' : otherStatus(sent))
  const fault = (field: string, taken: string | null): void => {
    const found =
      value[field] === undefined
        ? 'is missing'
        : typeof value[field] === 'string'
          ? `is ${value[field].slice(0, 40)}`
          : `is ${nameOf(value[field])}, a string is expected`
    const text = taken === null ? `${field} ${found}` : `${field} ${found}; ${taken}`
    reportFault(faults, { path: at(`.${field}`), text, weight: taken === null ? 'rejected' : 'noted', value })
  }
  if (typeof content !== 'string') {
    fault('content', null)
    return null
  }
  if (key === undefined) fault('content', 'its text is read')
  else if (key !== 'content') fault('content', `${key} is read in its place`)
  if (status !== value['status']) fault('status', `taken as ${status}`)
  const isText = typeof priority === 'string'
  if (!isText && priority !== undefined && priority !== null) fault('priority', 'left out')
  return { content, status, priority: isText ? priority : '', id: entryId(value) }
}

/** A status that is no text, as a word that means nothing: the step is listed, and nobody knows how far it is. */
function otherStatus(sent: unknown): string {
  return typeof sent === 'number' ? String(sent) : 'unknown'
}

export interface FileContent {
  readonly type: 'file'
  readonly uri: string
}

const file: PlanReading<FileContent> = {
  read(plan, problems) {
    const path = typeof plan['uri'] === 'string' ? undefined : stringAt(plan, 'path')
    if (path !== undefined) {
      const text = `uri is ${nameOf(plan['uri'])}, a string is expected; path is read in its place`
      problems.push(noted('bad-plan', text, plan, 'update.plan.uri'))
    }
    const uri = path ?? needString(plan, 'uri', problems)
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
    const { content } = plan
    const key = typeof content === 'string' ? undefined : textKeys.find((each) => textIn(plan[each]) !== '')
    const text = key === undefined ? needString(plan, 'content', problems) : textIn(plan[key])
    if (key !== undefined) {
      const taken = key === 'content' ? 'its text is read' : `${key} is read in its place`
      const found = `content is ${nameOf(content)}, a string is expected; ${taken}`
      problems.push(noted('bad-plan', found, plan, 'update.plan.content'))
    }
    return text === null ? null : { type: 'markdown', text }
  },
  fits: (plan) => typeof plan['content'] === 'string',
}

const textKeys = ['content', 'text', 'markdown']

/** A text by itself, or in content blocks or a markdown plan; '' for none, or a blank one. */
export function textIn(value: unknown): string {
  const blocks: readonly unknown[] = Array.isArray(value) ? value : [value]
  const texts = blocks.map((block) =>
    isObject(block)
      ? (stringAt(block, 'text') ?? stringAt(block, 'content') ?? stringAt(block['content'], 'text'))
      : block,
  )
  const text = texts.filter((each) => typeof each === 'string').join('\n\n')
  return text.trim() === '' ? '' : text
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
