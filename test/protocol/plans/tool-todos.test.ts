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
  [
    'an extension of Pi: what the tool knows',
    {
      rawInput: { action: 'toggle', id: 2 },
      rawOutput: {
        content: [{ type: 'text', text: 'Todo #2 completed' }],
        details: { action: 'toggle', todos: [{ id: 2, text: 'A', done: true }], nextId: 3 },
      },
    },
    [entry('A', 'completed', '', '2')],
  ],
  [
    'an extension of Pi: tasks of a to-do tool',
    { title: 'todo', rawOutput: { details: { tasks: [{ id: 1, subject: 'A', status: 'deleted' }] } } },
    [entry('A', 'cancelled', '', '1')],
  ],
  ['opencode: what the tool wrote', { title: '1 todos', rawOutput: { output: JSON.stringify(list) } }, read],
  ['opencode: what it shows', { title: '1 todos', ...text(JSON.stringify(list, null, 2)) }, read],
  [
    'claude: TodoWrite',
    todos({ content: 'A', status: 'completed', activeForm: 'Doing A' }),
    [entry('A', 'completed')],
  ],
  [
    'claude: what TaskList answers',
    {
      title: 'TaskList',
      rawOutput: { tasks: [{ id: '1', subject: 'A', description: 'All of A', status: 'pending' }] },
    },
    [entry('A', 'pending', '', '1')],
  ],
  [
    'nanocoder: write_tasks',
    { title: 'write_tasks', rawInput: { tasks: [{ title: 'A', status: 'pending' }] } },
    read,
  ],
  [
    'mastracode: what task_update answers, as text',
    {
      rawOutput: JSON.stringify({
        content: 'Tasks updated: [0/1 completed]',
        tasks: [{ id: 't1', content: 'A', status: 'pending', activeForm: 'Doing A' }],
        isError: false,
      }),
    },
    [entry('A', 'pending', '', 't1')],
  ],
  [
    'openclaw: the input of a tool that calls another one',
    {
      title: 'tool_call: id: progress_card',
      rawInput: { id: 'progress_card', args: { plan: [{ step: 'A', status: 'pending' }] } },
    },
    read,
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
    'goose: markdown with boxes, whose tool is named beside the call',
    {
      rawInput: { content: '# Now\n- [x] A\n  * [ ] B\n1. [-] C\n- D' },
      _meta: { goose: { toolCall: { toolName: 'todo__todo_write', extensionName: 'todo' } } },
    },
    [entry('A', 'completed'), entry('B', 'pending'), entry('C', 'in_progress')],
  ],
  ['goose: an emptied list', { title: 'todo: todo write', rawInput: { content: '' } }, []],
  [
    'roo: boxes alone',
    { title: 'update_todo_list', rawInput: { todos: '[x] A\n[-] B' } },
    [entry('A', 'completed'), entry('B', 'in_progress')],
  ],
  [
    'openhands: task_tracker',
    {
      title: 'task_tracker',
      rawInput: {
        command: 'plan',
        task_list: [
          { title: 'A', status: 'done', notes: '' },
          { title: 'B', status: 'todo' },
        ],
      },
    },
    [entry('A', 'completed'), entry('B', 'pending')],
  ],
  [
    'set_plan, with steps',
    { name: 'set_plan', rawInput: { steps: [{ id: 1, title: 'A', status: 'active' }] } },
    [entry('A', 'in_progress', '', '1')],
  ],
  [
    'codebuddy: what the tool knows, beside the call',
    {
      title: 'TaskCreate',
      rawOutput: { type: 'text', text: 'Task #1 created successfully: A' },
      _meta: {
        'codebuddy.ai/rawResponse': {
          todos: [{ id: '1', activeForm: 'Doing A', status: 'pending' }],
        },
      },
    },
    [entry('Doing A', 'pending', '', '1')],
  ],
  [
    'claude: what the tool answered, beside the call',
    { _meta: { claudeCode: { toolName: 'TodoWrite', toolResponse: { oldTodos: [], newTodos: list } } } },
    read,
  ],
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
  [
    'codebuddy: the empty list after its last task',
    { _meta: { 'codebuddy.ai/rawResponse': { task: { id: '1', status: 'completed' }, todos: [] } } },
  ],
  ['codebuddy: the same, deleted', { _meta: { 'codebuddy.ai/rawResponse': { taskId: '1', todos: [] } } }],
  ['a plan in words', { kind: 'switch_mode', rawInput: { plan: '# Plan' } }],
  ['a plan of prices', { rawInput: { plan: [{ name: 'pro', price: 4 }] } }],
  ['a list of something else', { title: 'Search', rawOutput: { items: list } }],
  ['a list alone, by another tool', { title: 'List issues', rawOutput: list }],
  ['JSON that another tool shows', { title: 'cat', ...text(JSON.stringify({ todos: list })) }],
  ['JSON that is not whole', { title: 'TodoList', ...text('{"todos":[{"title":"A","sta') }],
  ['JSON in JSON in JSON', { title: 'TodoList', rawInput: JSON.stringify(JSON.stringify({ todos: list })) }],
  ['words', { title: 'TodoList', rawOutput: 'Todo list updated.' }],
  ['a list of words', todos('A', 'B')],
  ['words in place of boxes', { title: 'todo: todo write', rawInput: { content: 'Draft — in progress' } }],
  ['boxes in a file', { title: 'write', rawInput: { path: 'a.md', content: '- [ ] A' } }],
  [
    'boxes of another tool',
    { rawInput: { content: '- [ ] A' }, _meta: { goose: { toolCall: { toolName: 'developer__write' } } } },
  ],
  ['a number', { title: 'todo', rawInput: 4, rawOutput: null, content: 'x' }],
])('%s is no list of to-dos', (_, call) => {
  expect(todosIn(call)).toBeUndefined()
})

test('a text that is too long is not parsed', () => {
  const todos = [{ content: 'x'.repeat(1024 * 1024), status: 'pending' }]
  expect(todosIn({ title: 'TodoList', rawInput: JSON.stringify({ todos }) })).toBeUndefined()
})

test('a merge is marked as one, and is not the whole list', () => {
  const change = (rawInput: unknown, more: object = {}): unknown => {
    const update = { sessionUpdate: 'tool_call', toolCallId: 't', title: 'Update TODOs', rawInput, ...more }
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
  const merge = { merge: true, todos: [{ id: '1', status: 'completed' }] }
  const ofGrok = { _meta: { 'x.ai/tool': { name: 'todo_write' } } }
  expect(change({ todos: list }, ofGrok)).toEqual([
    undefined,
    { todos: [{ id: null, content: 'A', status: 'pending', priority: '' }], isMerge: true },
  ])
  expect(change({ merge: false, todos: list }, ofGrok)).toMatchObject([read, { isMerge: false }])
  expect(change(JSON.stringify(merge))).toEqual([undefined, { todos: [done], isMerge: true }])
})

test('a call of Cursor that begins without to-dos clears nothing, unless it says that it replaces the list', () => {
  const called = (rawInput: object): unknown => {
    const update = { sessionUpdate: 'tool_call', toolCallId: 't', title: 'Update TODOs: A', rawInput }
    return readSessionUpdate({ sessionId: 's', update }).events[0]
  }
  const begun = called({ _toolName: 'updateTodos', todos: [] })
  expect(begun).toMatchObject({ hasTodos: true })
  expect(begun).not.toHaveProperty('todos')
  expect(begun).not.toHaveProperty('todoChange')
  const cleared = called({ _toolName: 'updateTodos', todos: [], merge: false })
  expect([cleared]).toMatchObject([{ todos: [], todoChange: { todos: [], isMerge: false } }])
})

const kiroTasks = [
  { id: '1', task_description: 'A', completed: true },
  { id: '2', task_description: 'B', completed: false },
]
const change = (id: string, fields: object): object => ({
  id,
  content: null,
  status: null,
  priority: '',
  ...fields,
})
const kiro = (rawInput: object, tasks: readonly object[]): object => ({
  rawInput,
  rawOutput: { items: [{ Json: { tasks, description: 'x' } }] },
})

test.each<[string, object, readonly object[], boolean]>([
  [
    'kiro: the list that it answers with',
    kiro({ command: 'create', tasks: [{ task_description: 'A' }] }, kiroTasks),
    [change('1', { content: 'A', status: 'completed' }), change('2', { content: 'B', status: 'pending' })],
    false,
  ],
  [
    'kiro: the last task, with which it empties the list',
    kiro({ command: 'complete', completed_task_ids: ['2'] }, []),
    [change('2', { status: 'completed' })],
    true,
  ],
  [
    'a task that was created, by words',
    { rawOutput: { type: 'text', text: 'Task #1 created successfully: A' } },
    [change('1', { content: 'A', status: 'pending' })],
    true,
  ],
  [
    'a task that was created, by data',
    { title: 'TaskCreate', rawOutput: { task: { id: 7, subject: 'A' } } },
    [change('7', { content: 'A', status: 'pending' })],
    true,
  ],
  [
    'a task that changes',
    { title: 'TaskUpdate', rawInput: { taskId: '1', status: 'in_progress' } },
    [change('1', { status: 'in_progress' })],
    true,
  ],
  [
    'a task with other words',
    { name: 'TaskUpdate', rawInput: { taskId: '1', subject: 'B' } },
    [change('1', { content: 'B' })],
    true,
  ],
  [
    'a task as it is now, which oh-my-opencode answers as JSON',
    answer({ id: 'T-1', subject: 'A', status: 'in_progress' }),
    [change('T-1', { content: 'A', status: 'in_progress' })],
    true,
  ],
])('%s', (_, call, todos, isMerge) => {
  expect(changeIn(call)).toEqual({ todos, isMerge })
})

test.each<[string, object]>([
  [
    'a refused change',
    { status: 'failed', title: 'TaskUpdate', rawInput: { taskId: '1', status: 'completed' } },
  ],
  ['a task of another tool', { title: 'Jira', rawInput: { taskId: '1', status: 'completed' } }],
  ['a task without an id', { title: 'TaskUpdate', rawInput: { status: 'completed' } }],
  ['a task of another program in an answer', answer({ id: 7, subject: 'A' })],
  ['words about a task', { rawOutput: 'Done. Task #1 created successfully: A' }],
  ["an answer of kiro's other tools", kiro({ command: 'ls' }, [{ task: 'A' }])],
  ['a list that was emptied', kiro({ command: 'delete' }, [])],
])('%s changes no list', (_, call) => {
  expect(changeIn(call)).toBeUndefined()
})

function answer(task: object): object {
  return { rawOutput: { output: JSON.stringify({ task }), metadata: {} } }
}

function changeIn(call: object): unknown {
  const update = { sessionUpdate: 'tool_call_update', toolCallId: 't', ...call }
  const [event] = readSessionUpdate({ sessionId: 's', update }).events
  return event?.type === 'tool-call' ? event.todoChange : null
}
