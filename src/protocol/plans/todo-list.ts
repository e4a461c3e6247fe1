import { isObject, stringAt, type JsonObject } from '../wire/message.ts'
import type { PlanEntry } from './plan-content.ts'
import { closeFaults, faultsInto, reportFault } from '../wire/read-items.ts'
import { todoStatus, todoWords } from './tool-todos.ts'
import { nameOf, type WireProblem } from '../wire/wire-problem.ts'

/** An entry of a to-do list with ids. null: not in the update, so it stays as it was. */
export interface Todo {
  readonly id: string | null
  readonly content: string | null
  readonly status: string | null
  readonly priority: string
}

/**
 * The change in the input of a call whose tool keeps a list by ids, as Cursor's does; its `merge` says whether it is
 * a change. null: the input holds none. Never throws.
 */
export function readTodoChange({ rawInput, status }: JsonObject): TodoChange | null {
  // A list that the tool has refused.
  if (status === 'failed' || !isObject(rawInput) || !Array.isArray(rawInput['todos'])) return null
  const isMerge = rawInput['merge'] === true
  if (!isMerge && rawInput['merge'] !== false && rawInput['_toolName'] !== 'updateTodos') return null
  const todos = readTodos(rawInput['todos'], { path: 'rawInput.todos', isMerge }, [])
  return { todos, isMerge }
}

export interface TodoChange {
  readonly todos: readonly Todo[]
  /** The to-dos change the list by their ids, and do not replace it. */
  readonly isMerge: boolean
}

/** To-dos kept of a list; more are left out, and reported. */
export const maxTodos = 10_000

/**
 * Reads the valid to-dos of a list; an invalid one is reported with its index and does not affect others. `isMerge`:
 * they change a list by their ids, so an id is enough. A missing list is empty. Never throws.
 */
export function readTodos(
  value: unknown,
  { path, isMerge }: { readonly path: string; readonly isMerge: boolean },
  problems: WireProblem[],
): readonly Todo[] {
  if (value === undefined || value === null) return []
  const faults = faultsInto(problems, 'bad-entry')
  if (!Array.isArray(value)) {
    const text = `${path} is ${nameOf(value)}, a list is expected; taken as empty`
    reportFault(faults, { path, text, weight: 'rejected', value: value })
    return []
  }
  const todos: Todo[] = []
  for (const [index, item] of (value as readonly unknown[]).slice(0, maxTodos).entries()) {
    const content = isObject(item) ? todoWords(item) : null
    const id = isObject(item) ? idOf(item['id']) : null
    if (!isObject(item) || (content === null && (id === null || !isMerge))) {
      const text = isObject(item)
        ? 'the to-do has no content'
        : `the to-do is ${nameOf(item)}, an object is expected`
      const at = isObject(item) ? `${path}[${index}].content` : `${path}[${index}]`
      reportFault(faults, { path: at, text, weight: 'rejected', value: item })
      continue
    }
    todos.push({ id, content, status: todoStatus(item), priority: stringAt(item, 'priority') ?? '' })
  }
  if (value.length > maxTodos) {
    const text = `only the first ${maxTodos} of ${value.length} to-dos are shown`
    reportFault(faults, { path, text, weight: 'rejected', value: value[maxTodos] })
  }
  closeFaults(faults, path)
  return todos
}

function idOf(value: unknown): string | null {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : null
}

/**
 * The list after a change: a to-do with a known id changes that one, others are appended. An unknown one without
 * content is left out.
 */
export function mergedTodos(before: readonly Todo[], changes: readonly Todo[]): readonly Todo[] {
  const merged = [...before]
  const places = new Map<string, number>()
  // A to-do without an id is identified by its text.
  const placesOfWords = new Map<string | null, number>()
  for (const [index, { id, content }] of before.entries()) {
    if (id !== null) places.set(id, index)
    if (!placesOfWords.has(content)) placesOfWords.set(content, index)
  }
  for (const change of changes) {
    const { id } = change
    const place = (id === null ? placesOfWords.get(change.content) : places.get(id)) ?? -1
    const old = merged[place]
    if (old !== undefined) {
      const content = change.content ?? old.content
      if (placesOfWords.get(old.content) === place) placesOfWords.delete(old.content)
      placesOfWords.set(content, place)
      merged[place] = {
        id: old.id,
        content,
        status: change.status ?? old.status,
        priority: change.priority === '' ? old.priority : change.priority,
      }
    } else if (change.content !== null && merged.length < maxTodos) {
      if (id !== null) places.set(id, merged.length)
      if (!placesOfWords.has(change.content)) placesOfWords.set(change.content, merged.length)
      merged.push(change)
    }
  }
  return merged
}

/** The to-dos as entries of a plan. */
export function todoEntries(todos: readonly Todo[]): readonly PlanEntry[] {
  return todos.map(({ id, content, status, priority }) => ({
    content: content ?? '',
    status: status ?? 'pending',
    priority,
    ...(id === null ? {} : { id }),
  }))
}
