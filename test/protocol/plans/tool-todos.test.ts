import { expect, test } from 'vitest'
import type { PlanEntry } from '../../../src/protocol/plans/plan-content.ts'
import { readSessionUpdate } from '../../../src/protocol/session/session-update.ts'

function todosIn(call: object): readonly PlanEntry[] | undefined {
  const update = { sessionUpdate: 'tool_call_update', toolCallId: 't', ...call }
  const [event] = readSessionUpdate({ sessionId: 's', update }).events
  if (event?.type !== 'tool-call') throw new Error('a tool call was expected')
  expect(event.todos === undefined || event.hasTodos).toBe(true)
  return event.todos
}

function text(words: string): object {
  return { content: [{ type: 'content', content: { type: 'text', text: words } }] }
}

/** The input of a call that gives these to-dos. */
function todos(...list: readonly unknown[]): object {
  return { rawInput: { todos: list } }
}

function entry(content: string, status: string, priority = '', id?: string): PlanEntry {
  return { content, status, priority, ...(id === undefined ? {} : { id }) }
}

const list = [{ content: 'A', status: 'pending' }]
const read = [entry('A', 'pending')]

test.each<[string, object, readonly PlanEntry[]]>([
  [
    'opencode: todowrite',
    { title: 'todowrite', ...todos({ id: '1', content: 'A', status: 'in_progress', priority: 'high' }) },
    [entry('A', 'in_progress', 'high', '1')],
  ],
  [
    'opencode: what the tool knows',
    { title: '1 todos', rawOutput: { output: '[]', metadata: { todos: list, truncated: false } } },
    read,
  ],
  ['opencode: what the tool wrote', { title: '1 todos', rawOutput: { output: JSON.stringify(list) } }, read],
  ['opencode: what it shows', { title: '1 todos', ...text(JSON.stringify(list, null, 2)) }, read],
  [
    'claude: TodoWrite',
    todos({ content: 'A', status: 'completed', activeForm: 'Doing A' }),
    [entry('A', 'completed')],
  ],
  ['claude: the answer of TodoWrite', { rawOutput: { oldTodos: [], newTodos: list } }, read],
  [
    'cursor: updateTodos, with the names of an enumeration',
    {
      title: 'Update TODOs',
      rawInput: {
        _toolName: 'updateTodos',
        todos: [
          { id: '1', content: 'A', status: 'TODO_STATUS_IN_PROGRESS' },
          { id: '2', content: 'B', status: 'TODO_STATUS_COMPLETED' },
          { id: '3', content: 'C', status: 'inProgress' },
        ],
      },
    },
    [
      entry('A', 'in_progress', '', '1'),
      entry('B', 'completed', '', '2'),
      entry('C', 'in_progress', '', '3'),
    ],
  ],
  [
    'codex: update_plan',
    { name: 'update_plan', rawInput: { explanation: 'x', plan: [{ step: 'A', status: 'in_progress' }] } },
    [entry('A', 'in_progress')],
  ],
  [
    'codex: update_plan as JSON',
    { name: 'update_plan', rawInput: '{"plan":[{"step":"A","status":"pending"}]}' },
    read,
  ],
  [
    'kimi: TodoList',
    { title: 'TodoList', ...todos({ title: 'A', status: 'done' }, { title: 'B', status: 'in_progress' }) },
    [entry('A', 'completed'), entry('B', 'in_progress')],
  ],
  [
    'kimi: the input as JSON',
    { title: 'TodoList', ...text('{"todos":[{"title":"A","status":"pending"}]}') },
    read,
  ],
  [
    'gemini: write_todos',
    todos({ description: 'A', status: 'cancelled' }, { description: 'B', status: 'blocked' }),
    [entry('A', 'cancelled'), entry('B', 'blocked')],
  ],
  [
    'an editor: manage_todo_list',
    { rawInput: { todoList: [{ id: 1, title: 'A', description: 'long', status: 'not-started' }] } },
    [entry('A', 'pending', '', '1')],
  ],
  [
    'boxes that are checked',
    {
      title: 'todos',
      rawInput: {
        items: [
          { text: 'A', completed: true },
          { text: 'B', completed: false },
        ],
      },
    },
    [entry('A', 'completed'), entry('B', 'pending')],
  ],
  ['a list alone, by a tool with that name', { name: 'todo_read', rawOutput: list }, read],
  ['an empty list', todos(), []],
  [
    'words for the states',
    todos(...['Deleted', 'canceled', 'In Progress', 'DONE', 'skipped'].map((status) => entry('A', status))),
    ['cancelled', 'cancelled', 'in_progress', 'completed', 'skipped'].map((status) => entry('A', status)),
  ],
  [
    'bad ones among good ones',
    todos(
      null,
      'A',
      { status: 'pending' },
      { content: 4, status: 'done' },
      { content: ' ' },
      { content: 'A' },
      ...list,
    ),
    [entry('A', 'pending'), ...read],
  ],
  ['the input counts before the output', { ...todos(...list), rawOutput: { todos: [] } }, read],
])('%s', (_, call, todos) => {
  expect(todosIn(call)).toEqual(todos)
})

test.each<[string, object]>([
  ['no list', { title: 'todowrite', rawInput: {} }],
  ['a list that the tool would not take', { status: 'failed', ...todos(...list) }],
  [
    'what a call is about to do',
    { title: 'TodoList', status: 'pending', ...text('{"todos":[{"title":"A","status":"pending"}]}') },
  ],
  ['a list that is merged into one', { title: 'Update todos', rawInput: { merge: true, todos: list } }],
  ['one task', { title: 'TaskUpdate', rawInput: { taskId: '1', status: 'completed' } }],
  ['a plan in words', { kind: 'switch_mode', rawInput: { plan: '# Plan' } }],
  ['a plan of prices', { rawInput: { plan: [{ name: 'pro', price: 4 }] } }],
  ['a list of something else', { title: 'Search', rawOutput: { items: list } }],
  ['a list alone, by another tool', { title: 'List issues', rawOutput: list }],
  ['JSON that another tool shows', { title: 'cat', ...text(JSON.stringify({ todos: list })) }],
  ['JSON that is not whole', { title: 'TodoList', ...text('{"todos":[{"title":"A","sta') }],
  ['JSON in JSON in JSON', { title: 'TodoList', rawInput: JSON.stringify(JSON.stringify({ todos: list })) }],
  ['words', { title: 'TodoList', rawOutput: 'Todo list updated.' }],
  ['a list of words', todos('A', 'B')],
  ['a number', { title: 'todo', rawInput: 4, rawOutput: null, content: 'x' }],
])('%s is no list of to-dos', (_, call) => {
  expect(todosIn(call)).toBeUndefined()
})

test('a text that is too long is not parsed', () => {
  const todos = [{ content: 'x'.repeat(300_000), status: 'pending' }]
  expect(todosIn({ title: 'TodoList', rawInput: JSON.stringify({ todos }) })).toBeUndefined()
})

test('a merge is marked as one, and is not the whole list', () => {
  const change = (rawInput: object): unknown => {
    const update = { sessionUpdate: 'tool_call', toolCallId: 't', title: 'Update TODOs', rawInput }
    const [event] = readSessionUpdate({ sessionId: 's', update }).events
    return event?.type === 'tool-call' ? [event.todos, event.todoChange] : null
  }
  const done = { id: '1', content: null, status: 'completed', priority: '' }
  expect(change({ merge: true, todos: [{ id: '1', status: 'TODO_STATUS_COMPLETED' }, 5] })).toEqual([
    undefined,
    { todos: [done], isMerge: true },
  ])
  expect(change({ _toolName: 'updateTodos', todos: [{ content: 'A', status: 'done' }] })).toEqual([
    [entry('A', 'completed')],
    { todos: [{ ...done, id: null, content: 'A' }], isMerge: false },
  ])
  expect(change({ todos: list })).toEqual([read, undefined])
})
