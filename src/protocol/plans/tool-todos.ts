import {
  given,
  isObject,
  stringAt,
  type JsonObject,
  objectAt,
  objectIn,
  listIn,
  valueInText,
} from '../wire/message.ts'
import { entryId, todoStatus, visitSteps, wordsKey, type PlanEntry, type ToldOfStep } from './plan-content.ts'
import { closeFaults, faultsInto, reportFault, nameOf, type WireProblem } from '../wire/wire-problem.ts'

/**
 * The whole to-do list in a tool call, recognised by its shape: opencode's and Claude's `todos`, codex's `plan` of
 * steps, kimi's titles and gemini's descriptions, Oh My Pi's tasks in phases, in the input or, if that has none (a reload,
 * a tool that reads the list), in the output or the content; deepagents names them `input` and `output`. null if there is no such list. Calls that change one task, or merge into a
 * list, do not hold the whole list, and give null. `isTodoTool`: by its name, so more shapes are accepted.
 */
export function readToolTodos(update: JsonObject, isTodoTool: boolean): readonly PlanEntry[] | null {
  const { status } = update
  // A list that the tool has refused, and changes of one.
  if (status === 'failed' || isGroksMerge(update)) return null
  // kimi shows the input of a call before it makes it, and sends a plan when it makes it.
  const isShown = isTodoTool && status !== 'pending'
  const list =
    listInValue(update['rawInput'] ?? update['input'], isTodoTool) ??
    listInValue(update['rawOutput'] ?? update['output'], isTodoTool) ??
    listInMeta(update['_meta']) ??
    (isShown ? listInContent(update['content']) : null)
  return list === null ? null : entriesOf(list)
}

const listKeys = ['todos', 'newTodos', 'todoList', 'todo_list', 'task_list', 'plan']
const looseListKeys = ['items', 'tasks', 'steps']

type List = readonly unknown[]

function listInValue(value: unknown, isTodoTool: boolean): List | null {
  if (typeof value === 'string') return isTodoTool ? listInText(value) : tasksIn(valueInText(value))
  if (Array.isArray(value)) return isTodoTool && isTodoList(value) ? value : null
  if (!isObject(value) || value['merge'] === true || isBegun(value)) return null
  const { metadata, details, output, args } = value
  // opencode, Oh My Pi, Grok and extensions of Pi keep the tool's own data beside the text for the model.
  const keys = isTodoTool ? ['todos', ...looseListKeys] : ['todos']
  const list =
    listAt(value, listKeys) ??
    firstList([metadata, details, value['TodosUpdated']], (data) => listAt(objectIn(data), keys)) ??
    listInPhases(objectIn(details)['phases']) ??
    // A tool of OpenClaw that calls others.
    listAt(objectIn(args), listKeys)
  if (list !== null || !isTodoTool) return list
  // A list that is markdown is emptied so.
  if (value['content'] === '' && Object.keys(value).length === 1) return []
  const texts = [output, value['content'], value['todos']].filter((text) => typeof text === 'string')
  return listAt(value, looseListKeys) ?? firstList(texts, listInText)
}

/** The answer of Mastra Code's tools is JSON text. No other tool says what its tasks are called while they are worked on. */
function tasksIn(value: unknown): List | null {
  const tasks = listIn(objectIn(value)['tasks'])
  const isOwn = tasks.length > 0 && tasks.every((task) => stringAt(task, 'activeForm') !== undefined)
  return isOwn && isTodoList(tasks) ? tasks : null
}

/** Cursor's call begins without to-dos, which a request tells after it. One that clears the list says that it does not merge. */
function isBegun({ _toolName: name, todos, merge }: JsonObject): boolean {
  return name === 'updateTodos' && merge === undefined && Array.isArray(todos) && todos.length === 0
}

function listAt(object: JsonObject, keys: readonly string[]): List | null {
  return keys.map((key) => object[key]).find(isTodoList) ?? null
}

/**
 * CodeBuddy and claude-agent-acp keep what a tool answered in `_meta`, in a field of their own. CodeBuddy empties its list when no task
 * is open any more: the call of the last one tells what has become of it.
 */
function listInMeta(meta: unknown): List | null {
  if (!isObject(meta)) return null
  const answers = Object.values(meta).flatMap((value) =>
    isObject(value) ? [value, value['toolResponse']] : [],
  )
  return firstList(answers, (answer) => {
    const list = listInValue(answer, false)
    const { task, taskId } = objectIn(answer)
    return list?.length === 0 && (task ?? taskId) !== undefined ? null : list
  })
}

/** The tasks of all phases, each with the name of its own. */
function listInPhases(phases: unknown): List | null {
  if (!Array.isArray(phases)) return null
  const list: unknown[] = []
  for (const phase of phases as readonly unknown[]) {
    if (!isObject(phase) || !Array.isArray(phase['tasks'])) return null
    for (const task of phase['tasks'] as readonly unknown[])
      list.push(isObject(task) ? { phase: phase['name'], ...task } : task)
  }
  return isTodoList(list) ? list : null
}

function firstList<Value>(values: readonly Value[], read: (value: Value) => List | null): List | null {
  for (const value of values) {
    const list = read(value)
    if (list !== null) return list
  }
  return null
}

function listInText(text: string): List | null {
  const value = valueInText(text)
  return value === undefined ? listOfBoxes(text) : listInValue(value, true)
}

const box = /^[^\S\n]*(?:(?:[-*+]|\d{1,4}[.)])[^\S\n]+)?\[([ xX~/>-])\][^\S\n]+(\S.*)$/gm

/** Goose keeps its list as markdown, which it rewrites whole, and Roo's tool has it, too. null: no line has a box. */
function listOfBoxes(text: string): List | null {
  const list = [...text.matchAll(box)].map(([, mark = '', content = '']) => ({
    content: content.trim(),
    status: /x/i.test(mark) ? 'completed' : mark === ' ' ? 'pending' : 'in_progress',
  }))
  return list.length === 0 ? null : list
}

/** opencode shows the output as JSON, kimi the input. */
function listInContent(content: unknown): List | null {
  const texts = listIn(content).flatMap((item) => stringAt(objectAt(item, 'content'), 'text') ?? [])
  return firstList(texts, listInText)
}

/** Empty, or an entry, or one within it, has a text and a status. */
function isTodoList(value: unknown): value is List {
  if (!Array.isArray(value)) return false
  return value.length === 0 || value.some(isTodo) || allSteps(value).some(isTodo)
}

function isTodo(item: unknown): boolean {
  return isObject(item) && todoWords(item) !== null && todoStatus(item) !== null
}

/** The objects of a list, each with the steps within it behind it, which may be texts. */
function allSteps(list: List): readonly JsonObject[] {
  const all: JsonObject[] = []
  visitSteps(
    list,
    { path: '' },
    {
      step(item, _, { path }) {
        if (isObject(item)) all.push(item)
        else if (path !== '' && typeof item === 'string') all.push({ content: item })
      },
    },
  )
  return all
}

function entriesOf(list: List): readonly PlanEntry[] {
  return allSteps(list).flatMap((item) => {
    const content = todoWords(item)
    if (content === null) return []
    const status = todoStatus(item) ?? 'pending'
    const priority = stringAt(item, 'priority') ?? ''
    return [{ content, status, priority, ...given('id', entryId(item)), ...given('told', toldIn(item)) }]
  })
}

function toldIn(item: JsonObject): ToldOfStep | undefined {
  const told = { ...given('group', stringAt(item, 'phase')), ...given('reason', stringAt(item, 'blocker')) }
  return Object.keys(told).length === 0 ? undefined : told
}

function todoWords(item: JsonObject): string | null {
  const key = wordsKey(item)
  return key === undefined ? null : (stringAt(item, key) ?? null)
}

/** An entry of a to-do list with ids. null: not in the update, so it stays as it was. */
export interface Todo {
  readonly id: string | null
  readonly content: string | null
  readonly status: string | null
  readonly priority: string
}

/**
 * The change that a call makes to a list with ids: that of Cursor's tool or Grok's, whose `merge` says whether it is one, of Kiro's, or of Claude's
 * tools for single tasks, which other adapters show as calls; `hasList`: the whole list is beside the change of a task. null: the call
 * holds none. Never throws.
 */
export function readTodoChange(update: JsonObject, hasList: boolean): TodoChange | null {
  // A list that the tool has refused.
  if (update['status'] === 'failed') return null
  return cursorChange(update) ?? (hasList ? null : (kiroChange(update) ?? taskChange(update)))
}

/** Grok's tool merges unless it is told not to: the call begins without a word of it, its next update has one. */
function isGroksMerge({ rawInput, _meta: meta }: JsonObject): boolean {
  const isOwn = objectAt(meta, 'x.ai/tool')['name'] === 'todo_write'
  return isOwn && isObject(rawInput) && rawInput['merge'] === undefined
}

function cursorChange(update: JsonObject): TodoChange | null {
  const { rawInput } = update
  if (!isObject(rawInput) || !Array.isArray(rawInput['todos']) || isBegun(rawInput)) return null
  const isMerge = rawInput['merge'] === true || isGroksMerge(update)
  if (!isMerge && rawInput['merge'] !== false && rawInput['_toolName'] !== 'updateTodos') return null
  const todos = readTodos(rawInput['todos'], { path: 'rawInput.todos', isMerge }, [])
  return { todos, isMerge }
}

/** Kiro answers with the whole list, which it empties with its last task: those that were completed are in the input. */
function kiroChange({ rawInput, rawOutput }: JsonObject): TodoChange | null {
  if (!isObject(rawInput) || !isObject(rawOutput) || !Array.isArray(rawOutput['items'])) return null
  const [answer] = rawOutput['items'] as readonly unknown[]
  const { tasks } = objectAt(answer, 'Json')
  if (!Array.isArray(tasks)) return null
  if (tasks.length > 0) {
    const isOwn = tasks.every((task) => isObject(task) && typeof task['task_description'] === 'string')
    return isOwn
      ? { todos: readTodos(tasks, { path: 'rawOutput', isMerge: false }, []), isMerge: false }
      : null
  }
  const done = rawInput['completed_task_ids']
  const completed = (id: unknown): Todo => ({
    id: idOf(id),
    content: null,
    status: 'completed',
    priority: '',
  })
  return Array.isArray(done) ? { todos: done.map(completed), isMerge: true } : null
}

const createdTask = /^Task #(\S{1,40}) created successfully: (.{1,2000})$/

function taskChange({ rawInput, rawOutput, title, name }: JsonObject): TodoChange | null {
  const isCalled = (tool: string): boolean => name === tool || title === tool
  const output = objectIn(rawOutput)
  // oh-my-opencode answers with the task as it is now.
  const answer = stringAt(output, 'output')
  const now = answer?.startsWith('{"task":{"id":') === true ? objectAt(valueInText(answer), 'task') : {}
  if (typeof now['subject'] === 'string' && typeof now['id'] === 'string')
    return { todos: readTodos([now], { path: 'rawOutput', isMerge: true }, []), isMerge: true }
  const created = createdTask.exec(
    stringAt(output, 'text') ?? (typeof rawOutput === 'string' ? rawOutput : ''),
  )
  const { task } = output
  const isTask = isObject(task) && typeof task['subject'] === 'string' && isCalled('TaskCreate')
  const [id, content] = isTask ? [idOf(task['id']), task['subject']] : [created?.[1], created?.[2]]
  if (typeof id === 'string' && typeof content === 'string')
    return { todos: [{ id, content, status: 'pending', priority: '' }], isMerge: true }
  if (!isObject(rawInput) || !isCalled('TaskUpdate')) return null
  const taskId = idOf(rawInput['taskId'])
  const todo = { id: taskId, content: stringAt(rawInput, 'subject') ?? null, status: todoStatus(rawInput) }
  return taskId === null ? null : { todos: [{ ...todo, priority: '' }], isMerge: true }
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
  let count = 0
  visitSteps(
    value as List,
    { path },
    {
      step(item, index, at) {
        if (++count > maxTodos) return
        const [content, id] = isObject(item) ? [todoWords(item), idOf(item['id'])] : [null, null]
        if (isObject(item) && (content !== null || (id !== null && isMerge))) {
          todos.push({ id, content, status: todoStatus(item), priority: stringAt(item, 'priority') ?? '' })
          return
        }
        const [field, text] = isObject(item)
          ? ['.content', 'the to-do has no content']
          : ['', `the to-do is ${nameOf(item)}, an object is expected`]
        reportFault(faults, { path: `${at.path}[${index}]${field}`, text, weight: 'rejected', value: item })
      },
    },
  )
  if (count > maxTodos) {
    const text = `only the first ${maxTodos} of ${count} to-dos are shown`
    reportFault(faults, { path, text, weight: 'rejected', value: value.at(-1) })
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

/** To-dos as the entries of a plan; what they do not tell is empty, or `pending`. */
export function todoEntries(todos: readonly Todo[]): readonly PlanEntry[] {
  return todos.map(({ id, content, status, priority }) => ({
    content: content ?? '',
    status: status ?? 'pending',
    priority,
    ...given('id', id ?? undefined),
  }))
}
