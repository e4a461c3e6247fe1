import { isObject, objectIn, stringAt, type JsonObject } from '../wire/message.ts'
import { nameOf, noted, rejected, type WireProblem } from '../wire/wire-problem.ts'

/** Updates as the protocol has them, and how they differed. */
interface FoundUpdates {
  readonly updates: readonly JsonObject[]
  readonly problems: readonly WireProblem[]
}

/**
 * The updates in params of a `session/update` that have none where the protocol has it, or one whose kind is not known: in a list, beside
 * the missing `update`, under the name of another serializer or an early draft. `isKind`: whether a name is that of a known kind.
 */
export function updatesElsewhere(params: unknown, isKind: (name: string) => boolean): FoundUpdates {
  const { update, updates = update } = objectIn(params)
  if (isObject(update)) return named(update, isKind)
  const missing = `session/update without an update object (it is ${nameOf(update)})`
  const list = Array.isArray(updates) ? updates.filter(isNamed) : []
  const inPlace = list.length > 0 ? 'each of a list' : isNamed(params) ? 'params' : null
  if (inPlace === null)
    return { updates: [], problems: [rejected('bad-update', missing, params, 'params.update')] }
  const found = (list.length > 0 ? list : [params as JsonObject]).map((each) => named(each, isKind))
  const are = list.length > 0 ? 'is' : 'are'
  const problem = noted(
    'bad-update',
    `${missing}; ${inPlace} ${are} read in its place`,
    params,
    'params.update',
  )
  return {
    updates: found.flatMap((each) => each.updates),
    problems: [problem, ...found.flatMap((each) => each.problems)],
  }
}

function isNamed(value: unknown): value is JsonObject {
  return stringAt(value, 'sessionUpdate') !== undefined
}

/** An update with the name of its kind in its place; as it is where none is found. */
function named(update: JsonObject, isKind: (name: string) => boolean): FoundUpdates {
  const { sessionUpdate: told } = update
  const kindIn = (name: string | undefined): string | null => {
    const kind = snakeCase(name ?? '')
    return isKind(kind) ? kind : null
  }
  const readAs = (kind: string, fields: JsonObject, text: string): FoundUpdates => ({
    updates: [{ ...fields, sessionUpdate: kind }],
    problems: [noted('bad-update', text, update, 'update.sessionUpdate')],
  })
  const asItIs = { updates: [update], problems: [] }
  if (typeof told === 'string') {
    const kind = kindIn(told)
    const text = `sessionUpdate is ${told.slice(0, 40)}; read as ${kind}`
    return kind === null || kind === told ? asItIs : readAs(kind, update, text)
  }
  const missing = `sessionUpdate is ${nameOf(told)}`
  const inner = kindIn(stringAt(told, 'type'))
  if (inner !== null) return readAs(inner, { ...update, ...objectIn(told) }, `${missing}; its type is read`)
  for (const key of ['session_update', 'type', 'kind']) {
    const kind = kindIn(stringAt(update, key))
    if (kind !== null) return readAs(kind, update, `${missing}; ${key} is read in its place`)
  }
  // As Rust's serde writes an enumeration that says nothing else.
  const [tag = '', ...others] = Object.keys(update).filter((key) => key !== '_meta')
  const [kind, fields] = [kindIn(tag), update[tag]]
  return kind === null || others.length > 0 || !isObject(fields)
    ? asItIs
    : readAs(kind, fields, `${missing}; the name ${tag} is read in its place`)
}

/** `planUpdate`, `PlanUpdate` and `plan-update` as `plan_update`. */
function snakeCase(name: string): string {
  return name
    .slice(0, 200)
    .replace(/([a-z])(?=[A-Z])/g, '$1_')
    .replaceAll('-', '_')
    .toLowerCase()
}

/** Whether the name of a method or of a kind of updates says that it is about a plan, and not about a mode for planning. */
export function isNamedForPlan(name: string): boolean {
  return /(?:^|[^a-z])(?:plan|todo)s?(?![a-z]|_mode)/.test(snakeCase(name))
}
