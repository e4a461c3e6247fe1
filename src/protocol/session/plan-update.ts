import { fail, ok, type Result } from '../../lib/result.ts'
import { isObject, stringAt, type JsonObject, given, objectAt, objectIn } from '../wire/message.ts'
import { anonymousPlan, type PlanName } from '../plans/plan-content.ts'
import { readItems, readContent, stepsKey, textIn, type PlanContent } from '../plan-kinds/plan-kinds.ts'
import type { ReadEvents, SessionEvent } from './session-event.ts'
import { isNamedForPlan } from './update-names.ts'
import { nameOf, noted, rejected, type WireProblem } from '../wire/wire-problem.ts'

/** The updates that are about plans, in all dialects, by their name. */
export const planReaders: readonly (readonly [string, (update: JsonObject) => ReadEvents])[] = [
  ['plan', readPlanEntries],
  ['plan_update', readPlanUpdate],
  ['plan_removed', readPlanRemoved],
]

/** Dialect a: `plan {entries}`, the anonymous plan of a session. https://agentclientprotocol.com/protocol/agent-plan */
function readPlanEntries(update: JsonObject): ReadEvents {
  const problems: WireProblem[] = []
  const inContent: WireProblem[] = []
  const { entries } = update
  const isInPlace = Array.isArray(entries) || stepsKey(update) !== undefined
  const within = isInPlace ? null : contentWithin(update, inContent)
  if (within !== null) {
    const text = `entries is ${nameOf(entries)}, a list is expected; ${within.path} is read in its place`
    problems.push(noted('bad-plan', text, update, 'update.entries'), ...inContent)
  }
  const content = within?.content ?? readItems(update, 'update', problems)
  // Version 1 has no ids here: an agent that sends one keeps several plans apart, and removes them by it.
  const id = stringAt(update, 'planId')
  const plan: PlanName = id === undefined ? anonymousPlan : { dialect: 'planId', id }
  return { events: [replaced(plan, content, update)], problems }
}

/** The plan in an update of an unknown kind whose name says that it is about one, such as `plan_created`; null: none, or it is about its end. */
export function readOtherPlanKind(kind: string, update: JsonObject): ReadEvents | null {
  if (!isNamedForPlan(kind) || /remov|delet|clear|cancel|clos/i.test(kind)) return null
  const read = isObject(update['plan']) || stepsKey(update) === undefined ? readPlanUpdate : readPlanEntries
  const found = read(update)
  return found.events.length === 0 ? null : found
}

/** The list of an update that is about to-dos, which belongs to the plan without an id; null: it has none. */
export function readTodoList(update: JsonObject): ReadEvents | null {
  if (stepsKey(update) === undefined) return null
  const { events, problems } = readPlanEntries(update)
  return { events, problems: problems.filter(({ code }) => code !== 'bad-plan') }
}

/** Where the content of a plan was found, and what it is. */
interface FoundContent {
  readonly path: string
  readonly content: PlanContent
}

/** The content of a plan in an update that has none where the protocol has it: steps, a file or a text, or steps in an object. null: none. */
function contentWithin(update: JsonObject, problems: WireProblem[]): FoundContent | null {
  const key = stepsKey(update)
  if (key !== undefined) return { path: `update.${key}`, content: readItems(update, 'update', problems) }
  for (const [name, inner] of Object.entries(update)) {
    if (name === '_meta' || !isObject(inner) || stepsKey(inner) === undefined) continue
    return { path: `update.${name}`, content: readItems(inner, `update.${name}`, problems) }
  }
  const uri = stringAt(update, 'uri')
  if (uri !== undefined) return { path: 'update.uri', content: { type: 'file', uri } }
  const textKey = textKeys.find((each) => textIn(update[each]) !== '')
  if (textKey === undefined) return null
  return { path: `update.${textKey}`, content: { type: 'markdown', text: textIn(update[textKey]) } }
}

const textKeys = ['content', 'planContent', 'plan', 'text', 'markdown']

/**
 * Dialects b, b', c and d: `plan_update {plan: {type, id or planId, …}}`. https://agentclientprotocol.com/rfds/plan-operations
 * And e, which codex-acp sends to JetBrains: a markdown plan without content, and the text to append in `_meta`.
 */
function readPlanUpdate(update: JsonObject): ReadEvents {
  const body = update['plan']
  if (!isObject(body)) return readFlatUpdate(update)
  const problems: WireProblem[] = []
  const plan = readOwner(update, body, problems)
  if (plan === null) return { events: [], problems }
  const delta = readContentDelta(update, body)
  if (delta !== null)
    return delta.ok
      ? { events: [grown(plan, delta.value, body)], problems }
      : { events: [], problems: [...problems, delta.problem] }
  const content = readContent(body, problems)
  return content === null ? { events: [], problems } : { events: [replaced(plan, content, body)], problems }
}

/** `plan_update` with its content beside the missing `plan`: without an id it is the plan that has none. */
function readFlatUpdate(update: JsonObject): ReadEvents {
  const inContent: WireProblem[] = []
  const found = contentWithin(update, inContent)
  const text = 'plan_update without a plan object'
  // A text in place of the plan may be about one that is known.
  if (found === null || (found.content.type === 'markdown' && typeof update['plan'] === 'string'))
    return { events: [], problems: [rejected('bad-plan', text, update, 'update.plan')] }
  const problems = [noted('bad-plan', `${text}; ${found.path} is read in its place`, update, 'update.plan')]
  const plan = lacksId(update) ? anonymousPlan : readName(update, 'update', problems)
  return {
    events: plan === null ? [] : [replaced(plan, found.content, update)],
    problems: [...problems, ...inContent],
  }
}

/** `plan_removed {id or planId}`; some agents write it into a plan, as in an update. Without one it is the plan that has none. */
function readPlanRemoved(update: JsonObject): ReadEvents {
  const problems: WireProblem[] = []
  const body = objectIn(update['plan'])
  const [from, at] = lacksId(update) ? [body, 'update.plan'] : [update, 'update']
  if (from === body) {
    const taken = lacksId(body)
      ? 'taken for the plan without an id'
      : 'that of update.plan is read in its place'
    problems.push(noted('no-plan-id', `planId is missing; ${taken}`, update, 'update.planId'))
  }
  const plan = lacksId(from) ? anonymousPlan : readName(from, at, problems)
  return plan === null ? { events: [], problems } : { events: [{ type: 'plan-removed', plan }], problems }
}

function replaced(plan: PlanName, content: PlanContent, from: JsonObject): SessionEvent {
  return { type: 'plan-replaced', plan, content, ...given('title', stringAt(from, 'title')) }
}

function grown(plan: PlanName, text: string, from: JsonObject): SessionEvent {
  return { type: 'plan-grown', plan, text, ...given('title', stringAt(from, 'title')) }
}

/**
 * Dialect e's `_meta.jetbrains.air.contentDelta`, on the update or on the plan; null: none. A plan that has content,
 * or is not markdown, is the whole plan, whatever `_meta` says.
 */
function readContentDelta(update: JsonObject, body: JsonObject): Result<string, WireProblem> | null {
  const { type, content } = body
  const hasContent = content !== undefined && content !== null && content !== ''
  if (hasContent || (type !== 'markdown' && type !== undefined)) return null
  for (const [{ _meta: meta }, at] of [
    [update, 'update'],
    [body, 'update.plan'],
  ] as const) {
    const { contentDelta: delta } = objectAt(objectAt(meta, 'jetbrains'), 'air')
    if (typeof delta === 'string') return ok(delta)
    const text = `contentDelta is ${nameOf(delta)}, not a string: nothing is appended`
    if (delta !== undefined && delta !== null)
      return fail(rejected('bad-plan', text, update, `${at}._meta.jetbrains.air.contentDelta`))
  }
  return null
}

/** Some agents write the id beside the plan; without any it is the plan that has none. */
function readOwner(update: JsonObject, body: JsonObject, problems: WireProblem[]): PlanName | null {
  if (!lacksId(body)) return readName(body, 'update.plan', problems)
  const isBeside = typeof update['planId'] === 'string'
  const taken = isBeside ? 'update.planId is read in its place' : 'taken for the plan without an id'
  problems.push(noted('no-plan-id', `planId is missing; ${taken}`, update, 'update.plan.planId'))
  return isBeside ? readName(update, 'update', problems) : anonymousPlan
}

function lacksId(from: JsonObject): boolean {
  return [from['planId'], from['id']].every((id) => id === undefined || id === null)
}

/** If there are both `id` and `planId`, `planId` counts; a number only where no text is. Without either: a problem. */
function readName(from: JsonObject, at: string, problems: WireProblem[]): PlanName | null {
  const planId = from['planId']
  if (typeof planId === 'string') return { dialect: 'planId', id: planId }
  const id = from['id']
  if (typeof id === 'string') {
    if (planId !== undefined) {
      const text = `planId is ${nameOf(planId)}, not a string; id is used`
      problems.push(noted('no-plan-id', text, from, `${at}.planId`))
    }
    return { dialect: 'id', id }
  }
  const numbered = (['planId', 'id'] as const).find((key) => typeof from[key] === 'number')
  if (numbered !== undefined) {
    const text = `${numbered} is a number, a string is expected; read as one`
    problems.push(noted('no-plan-id', text, from, `${at}.${numbered}`))
    return { dialect: numbered, id: String(from[numbered]) }
  }
  const found =
    planId !== undefined
      ? `planId is ${nameOf(planId)}`
      : id !== undefined
        ? `id is ${nameOf(id)}`
        : 'neither planId nor id is there'
  const text = `the plan cannot be told apart from others: ${found}, a string is expected`
  const key = planId === undefined && id !== undefined ? 'id' : 'planId'
  problems.push(rejected('no-plan-id', text, from, `${at}.${key}`))
  return null
}
