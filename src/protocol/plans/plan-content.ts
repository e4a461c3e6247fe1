import { isObject, listIn, objectIn, type JsonObject } from '../wire/message.ts'

/** One step of an `items` plan. Unknown statuses and priorities are kept as they came. */
export interface PlanEntry {
  readonly content: string
  /** `pending`, `in_progress`, `completed`, `cancelled` (v2) or any other word. */
  readonly status: string
  /** `high`, `medium`, `low`, any other word, or '' if there was none. */
  readonly priority: string
  /** The agent's own id of the step, if it sends one (`entryId`): the same step keeps it. */
  readonly id?: string | undefined
  /** The steps that must be done before, by their numbers in the list, from 1. No dialect has it: only logs and databases of agents tell it. */
  readonly waitsFor?: readonly number[] | undefined
  /** What is known of it beyond the plan's update; absent: nothing. */
  readonly told?: ToldOfStep | undefined
}

/** What an agent tells of a step beside its plan, in the call of its to-do tool. Absent: it does not tell it. */
export interface ToldOfStep {
  /** The part of the plan that it belongs to. */
  readonly group?: string
  /** Why it has its status, such as what blocks it. */
  readonly reason?: string
  /** Its status in the plan's update, where the entry's is from the call; null: the update leaves the step out. */
  readonly sentStatus?: string | null
}

/**
 * How an update named its plan: `plan` is v1's anonymous plan (dialect a); `id` the Plan Operations RFD as first written (b, b'); `planId` v1 unstable and v2 (c, d). See https://agentclientprotocol.com/rfds/plan-operations
 *
 * The other two do not come from updates: `proposed` is a plan that the agent asks about in a permission request or a message (with an id
 * if the agent sends the same plan in updates, too); `inferred` is read from the calls of a to-do tool, or from an agent's log.
 */
export type PlanDialect = 'plan' | 'id' | 'planId' | 'proposed' | 'inferred'

/** Names a plan inside its session. The anonymous plan and every id are different plans. */
export interface PlanName {
  readonly dialect: PlanDialect
  /** null: the anonymous v1 plan, a proposed plan that no update has sent, or the inferred checklist. */
  readonly id: string | null
}

export const proposedPlan: PlanName = { dialect: 'proposed', id: null }
export const inferredPlan: PlanName = { dialect: 'inferred', id: null }
/** The file in which an agent writes its plan, where its log or its tool calls tell that. */
export const inferredPlanFile: PlanName = { dialect: 'inferred', id: 'plan-file' }
/** The one plan of a session without an id: v1's `plan`, and the to-do list that an agent keeps by ids. */
export const anonymousPlan: PlanName = { dialect: 'plan', id: null }

/**
 * The agent's own id of an entry, which the protocol does not have: a field of the entry (opencode's and Cursor's `id`)
 * or of its `_meta` (CodeBuddy's `id`), also called `taskId`. undefined: it has none, or none that can be used.
 */
export function entryId(entry: JsonObject): string | undefined {
  const { id, taskId, _meta: meta } = entry
  // Nearly all entries: without a call.
  if (id === undefined && taskId === undefined && meta === undefined) return undefined
  return (
    usable(id) ??
    usable(taskId) ??
    (isObject(meta) ? (usable(meta['id']) ?? usable(meta['taskId'])) : undefined)
  )
}

/** A longer one is not an id, but a text. */
const maxLength = 200

function usable(value: unknown): string | undefined {
  if (typeof value === 'number') return Number.isSafeInteger(value) ? String(value) : undefined
  return typeof value === 'string' && value !== '' && value.length <= maxLength ? value : undefined
}

/** What `visitSteps` calls. */
interface StepVisitor<Position> {
  readonly step: (item: unknown, index: number, position: Position) => void
  /** For the steps within a step, before they are visited; if they lie too deep, they are not. */
  readonly inner?: (steps: readonly unknown[], position: Position, isTooDeep: boolean) => void
}

/** Steps within steps are read so deep. */
const deepestSteps = 20

/** Visits the items of a list of steps, each before the steps within it, which some agents send. `position`: that of the list. */
export function visitSteps<Position extends { readonly path: string }>(
  list: readonly unknown[],
  position: Position,
  visitor: StepVisitor<Position>,
  depth = 0,
): void {
  for (let index = 0; index < list.length; index++) {
    const item = list[index]
    visitor.step(item, index, position)
    const key = isObject(item) ? innerStepsKey(item) : undefined
    if (key === undefined) continue
    const inner = listIn(objectIn(item)[key])
    const at = { ...position, path: `${position.path}[${index}].${key}` }
    visitor.inner?.(inner, at, depth === deepestSteps)
    if (depth < deepestSteps) visitSteps(inner, at, visitor, depth + 1)
  }
}

const innerSteps = /^(?:children|(?:sub[-_]?)?(?:steps|tasks|items|todos|entries))$/i

/** The field of a step with steps within it; undefined, as nearly always: it has none. */
function innerStepsKey(step: JsonObject): string | undefined {
  // Without a list of its keys: this runs for each entry.
  for (const key in step) {
    const list = step[key]
    if (Array.isArray(list) && list.length > 0 && innerSteps.test(key)) return key
  }
  return undefined
}

const wordsKeys = [
  'content',
  'step',
  'title',
  'task',
  'text',
  'subject',
  'description',
  'task_description',
  'activeForm',
]

/** The field with the text of a to-do, whatever its tool calls it; undefined: none has one. */
export function wordsKey(item: JsonObject): string | undefined {
  return wordsKeys.find((key) => {
    const words = item[key]
    return typeof words === 'string' && words.trim() !== ''
  })
}

/** The status in the protocol's words, or in those that only to-do tools have; an unknown one as it came; null: none. */
export function todoStatus(item: JsonObject): string | null {
  const status = item['status'] ?? item['state']
  if (typeof status === 'string') return statusMeant(status)
  const isDone = item['completed'] ?? item['done'] ?? item['checked']
  if (typeof isDone !== 'boolean') return null
  return isDone ? 'completed' : 'pending'
}

/** A status in the protocol's words; an unknown one as it is. Costs one look-up for those that have their own name. */
export function statusMeant(status: string): string {
  return statuses.get(status) ?? statuses.get(plainStatus(status)) ?? status
}

/** Cursor sends names of an enumeration, such as `TODO_STATUS_IN_PROGRESS`. */
function plainStatus(status: string): string {
  return status
    .slice(0, 100)
    .toLowerCase()
    .replace(/[\s-]/g, '_')
    .replace(/^todo_status_/, '')
}

/** Each status with the words for it; other words that agents have for a step are statuses of their own. */
const statusWords = {
  pending: ['pending', 'todo', 'not_started', 'open', 'queued'],
  in_progress: ['in_progress', 'inprogress', 'doing', 'active', 'started', 'running'],
  completed: ['completed', 'complete', 'done', 'finished'],
  cancelled: ['cancelled', 'canceled', 'deleted'],
  blocked: ['blocked'],
  skipped: ['skipped'],
  abandoned: ['abandoned'],
}

const statuses: ReadonlyMap<string, string> = new Map(
  Object.entries(statusWords).flatMap(([status, words]) => words.map((word) => [word, status] as const)),
)

/** A task that waits for others, by their ids. */
interface WaitingTask {
  readonly id: string
  readonly content: string
  readonly status: string
  readonly waitsFor: readonly string[]
}

/** A step for each task, with the numbers of the steps that it still waits for. */
export function waitingEntries(tasks: readonly WaitingTask[]): readonly PlanEntry[] {
  const places = new Map(tasks.map(({ id, status }, index) => [id, isDone(status) ? null : index + 1]))
  return tasks.map(({ id, content, status, waitsFor }) => {
    const open = isDone(status) ? [] : waitsFor.flatMap((other) => places.get(other) ?? [])
    return {
      content,
      status,
      priority: '',
      id,
      ...(open.length === 0 ? {} : { waitsFor: open.toSorted((one, other) => one - other) }),
    }
  })
}

function isDone(status: string): boolean {
  return status === 'completed' || status === 'cancelled'
}
