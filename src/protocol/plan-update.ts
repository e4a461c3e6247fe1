import { isObject, stringAt, type JsonObject } from './message.ts'
import { anonymousPlan, type PlanContent, type PlanEntry, type PlanName } from './plan-content.ts'
import type { SessionEvent } from './session-event.ts'
import { excerptOf, nameOf, type WireProblem } from './wire-problem.ts'

interface Read {
  readonly events: readonly SessionEvent[]
  readonly problems: readonly WireProblem[]
}

/** Dialect a: `plan {entries}`, the one anonymous plan of a session. https://agentclientprotocol.com/protocol/agent-plan */
export function readPlanEntries(update: JsonObject): Read {
  const problems: WireProblem[] = []
  const entries = readEntries(update['entries'], 'update.entries', problems)
  return { events: [replaced(anonymousPlan, { type: 'items', entries }, update)], problems }
}

/**
 * Dialects b, b', c and d: `plan_update {plan: {type, id or planId, …}}`. https://agentclientprotocol.com/rfds/plan-operations
 * And e, in which codex-acp writes to JetBrains: a markdown plan without content, and what is to be added to it in `_meta`.
 */
export function readPlanUpdate(update: JsonObject): Read {
  const body = update['plan']
  if (!isObject(body)) {
    return reject({
      code: 'bad-plan',
      text: 'plan_update without a plan object',
      path: 'update.plan',
      excerpt: excerptOf(update),
    })
  }
  const problems: WireProblem[] = []
  const plan = readName(body, 'update.plan', problems)
  if (plan === null) return { events: [], problems }
  const delta = readContentDelta(update, body)
  if (delta !== null) return { events: [grown(plan, delta, body)], problems }
  const content = readContent(body, problems)
  return content === null ? { events: [], problems } : { events: [replaced(plan, content, body)], problems }
}

/** `plan_removed {id or planId}`. */
export function readPlanRemoved(update: JsonObject): Read {
  const problems: WireProblem[] = []
  const plan = readName(update, 'update', problems)
  return plan === null ? { events: [], problems } : { events: [{ type: 'plan-removed', plan }], problems }
}

function replaced(plan: PlanName, content: PlanContent, from: JsonObject): SessionEvent {
  const title = stringAt(from, 'title')
  return { type: 'plan-replaced', plan, content, ...(title === undefined ? {} : { title }) }
}

function grown(plan: PlanName, text: string, from: JsonObject): SessionEvent {
  const title = stringAt(from, 'title')
  return { type: 'plan-grown', plan, text, ...(title === undefined ? {} : { title }) }
}

/**
 * Dialect e's `_meta.jetbrains.air.contentDelta`, on the update or on the plan; null: it is none. A plan that has a content, or
 * is no markdown, is the whole plan, whatever stands beside it.
 */
function readContentDelta(update: JsonObject, body: JsonObject): string | null {
  const { type, content } = body
  const hasContent = content !== undefined && content !== null && content !== ''
  if (hasContent || (type !== 'markdown' && type !== undefined)) return null
  for (const { _meta: meta } of [update, body]) {
    const vendor = isObject(meta) ? meta['jetbrains'] : undefined
    const air = isObject(vendor) ? vendor['air'] : undefined
    const delta = isObject(air) ? air['contentDelta'] : undefined
    if (typeof delta === 'string') return delta
  }
  return null
}

function reject(problem: Omit<WireProblem, 'weight'>): Read {
  return { events: [], problems: [{ ...problem, weight: 'rejected' }] }
}

/** Both `id` and `planId`: `planId` counts. Neither: a problem. */
function readName(from: JsonObject, at: string, problems: WireProblem[]): PlanName | null {
  const planId = from['planId']
  if (typeof planId === 'string') return { dialect: 'planId', id: planId }
  const id = from['id']
  if (typeof id === 'string') {
    if (planId !== undefined) {
      const text = `planId is ${nameOf(planId)}, not a string; id is used`
      problems.push({
        code: 'no-plan-id',
        text,
        path: `${at}.planId`,
        weight: 'noted',
        excerpt: excerptOf(from),
      })
    }
    return { dialect: 'id', id }
  }
  const found =
    planId !== undefined
      ? `planId is ${nameOf(planId)}`
      : id !== undefined
        ? `id is ${nameOf(id)}`
        : 'neither planId nor id is there'
  problems.push({
    code: 'no-plan-id',
    text: `the plan cannot be told apart from others: ${found}, a string is expected`,
    path: planId === undefined && id !== undefined ? `${at}.id` : `${at}.planId`,
    weight: 'rejected',
    excerpt: excerptOf(from),
  })
  return null
}

function readContent(body: JsonObject, problems: WireProblem[]): PlanContent | null {
  const type = body['type']
  switch (type) {
    case 'items':
      return { type, entries: readEntries(body['entries'], 'update.plan.entries', problems) }
    case 'markdown': {
      const text = needString(body, 'content', problems)
      return text === null ? null : { type, text }
    }
    case 'file': {
      const uri = needString(body, 'uri', problems)
      return uri === null ? null : { type, uri }
    }
    default:
      if (typeof type === 'string') return { type: 'opaque', planType: type, payload: body }
      return guessContent(body, problems)
  }
}

/** No type: decided by the fields that are there, and reported. */
function guessContent(body: JsonObject, problems: WireProblem[]): PlanContent | null {
  const text = `the plan's type is ${nameOf(body['type'])}, a string is expected`
  const problem = { code: 'bad-plan', text, path: 'update.plan.type', excerpt: excerptOf(body) } as const
  const guessed: PlanContent | null = Array.isArray(body['entries'])
    ? { type: 'items', entries: readEntries(body['entries'], 'update.plan.entries', problems) }
    : typeof body['content'] === 'string'
      ? { type: 'markdown', text: body['content'] }
      : typeof body['uri'] === 'string'
        ? { type: 'file', uri: body['uri'] }
        : null
  problems.push({ ...problem, weight: guessed === null ? 'rejected' : 'noted' })
  return guessed
}

function needString(body: JsonObject, key: string, problems: WireProblem[]): string | null {
  const value = body[key]
  if (typeof value === 'string') return value
  const text = `${key} is ${nameOf(value)}, a string is expected`
  problems.push({
    code: 'bad-plan',
    text,
    path: `update.plan.${key}`,
    weight: 'rejected',
    excerpt: excerptOf(body),
  })
  return null
}

/** The good entries; a bad one is reported with its index and costs no other. Problems past the tenth are only counted. */
function readEntries(value: unknown, at: string, problems: WireProblem[]): readonly PlanEntry[] {
  if (!Array.isArray(value)) {
    const text = `entries is ${nameOf(value)}, a list is expected; taken as empty`
    problems.push({ code: 'bad-plan', text, path: at, weight: 'noted' })
    return []
  }
  const entries: PlanEntry[] = []
  const found: EntryProblems = { at, problems, dropped: 0, mended: 0 }
  for (let index = 0; index < value.length; index++) {
    const entry = readEntry(value[index], index, found)
    if (entry !== null) entries.push(entry)
  }
  countRest(found, 'dropped', `${found.dropped} more bad entries`)
  countRest(found, 'mended', `${found.mended} more entries with a bad priority`)
  return entries
}

/** The problems of one list of entries: a few in words, the rest as numbers. */
interface EntryProblems {
  readonly at: string
  readonly problems: WireProblem[]
  dropped: number
  mended: number
}

const problemsShown = 10

function countRest(found: EntryProblems, kind: 'dropped' | 'mended', text: string): void {
  if (found[kind] === 0) return
  const weight = kind === 'dropped' ? 'rejected' : 'noted'
  found.problems.push({ code: 'bad-entry', text, path: found.at, weight })
}

function report(
  found: EntryProblems,
  kind: 'dropped' | 'mended',
  problem: () => Omit<WireProblem, 'code'>,
): void {
  if (found.problems.length < problemsShown) found.problems.push({ code: 'bad-entry', ...problem() })
  else found[kind]++
}

function readEntry(value: unknown, index: number, found: EntryProblems): PlanEntry | null {
  if (!isObject(value)) {
    report(found, 'dropped', () => ({
      text: `the entry is ${nameOf(value)}, an object is expected`,
      path: `${found.at}[${index}]`,
      weight: 'rejected',
      excerpt: excerptOf(value),
    }))
    return null
  }
  const { content, status, priority } = value
  if (typeof content !== 'string' || typeof status !== 'string') {
    const key = typeof content !== 'string' ? 'content' : 'status'
    report(found, 'dropped', () => ({
      text: `${key} ${value[key] === undefined ? 'is missing' : `is ${nameOf(value[key])}, a string is expected`}`,
      path: `${found.at}[${index}].${key}`,
      weight: 'rejected',
      excerpt: excerptOf(value),
    }))
    return null
  }
  if (typeof priority === 'string') return { content, status, priority }
  if (priority !== undefined && priority !== null) {
    report(found, 'mended', () => ({
      text: `priority is ${nameOf(priority)}, a string is expected; left out`,
      path: `${found.at}[${index}].priority`,
      weight: 'noted',
      excerpt: excerptOf(value),
    }))
  }
  return { content, status, priority: '' }
}
