import { fail, ok, type Result } from '../../lib/result.ts'
import { isObject, stringAt, type JsonObject, given } from '../wire/message.ts'
import { anonymousPlan, type PlanName } from '../plans/plan-content.ts'
import { readItems, readContent, type PlanContent } from '../plan-kinds/plan-kinds.ts'
import type { ReadEvents, SessionEvent } from './session-event.ts'
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
  const content = readItems(update['entries'], 'update.entries', problems)
  return { events: [replaced(anonymousPlan, content, update)], problems }
}

/**
 * Dialects b, b', c and d: `plan_update {plan: {type, id or planId, …}}`. https://agentclientprotocol.com/rfds/plan-operations
 * And e, which codex-acp sends to JetBrains: a markdown plan without content, and the text to append in `_meta`.
 */
function readPlanUpdate(update: JsonObject): ReadEvents {
  const body = update['plan']
  if (!isObject(body)) {
    const text = 'plan_update without a plan object'
    return { events: [], problems: [rejected('bad-plan', text, update, 'update.plan')] }
  }
  const problems: WireProblem[] = []
  const plan = readName(body, 'update.plan', problems)
  if (plan === null) return { events: [], problems }
  const delta = readContentDelta(update, body)
  if (delta !== null)
    return delta.ok
      ? { events: [grown(plan, delta.value, body)], problems }
      : { events: [], problems: [...problems, delta.problem] }
  const content = readContent(body, problems)
  return content === null ? { events: [], problems } : { events: [replaced(plan, content, body)], problems }
}

/** `plan_removed {id or planId}`. */
function readPlanRemoved(update: JsonObject): ReadEvents {
  const problems: WireProblem[] = []
  const plan = readName(update, 'update', problems)
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
    const vendor = isObject(meta) ? meta['jetbrains'] : undefined
    const air = isObject(vendor) ? vendor['air'] : undefined
    const delta = isObject(air) ? air['contentDelta'] : undefined
    if (typeof delta === 'string') return ok(delta)
    const text = `contentDelta is ${nameOf(delta)}, not a string: nothing is appended`
    if (delta !== undefined && delta !== null)
      return fail(rejected('bad-plan', text, update, `${at}._meta.jetbrains.air.contentDelta`))
  }
  return null
}

/** If there are both `id` and `planId`, `planId` counts. Without either: a problem. */
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
