import { expect, test } from 'vitest'
import {
  maxTodos,
  mergedTodos,
  readToolTodos,
  readTodos,
  todoEntries,
  type Todo,
} from '../../../src/protocol/plans/tool-todos.ts'
import type { WireProblem } from '../../../src/protocol/wire/wire-problem.ts'

function read(
  value: unknown,
  isMerge = false,
): { readonly todos: readonly Todo[]; readonly problems: unknown } {
  const problems: WireProblem[] = []
  const todos = readTodos(value, { path: 'params.todos', isMerge }, problems)
  return { todos, problems: problems.map(({ weight, code, path }) => `${weight} ${code} ${path ?? ''}`) }
}

const read1: Todo = { id: '1', content: 'Read', status: 'in_progress', priority: '' }
const write2: Todo = { id: '2', content: 'Write', status: 'pending', priority: '' }

test.each([
  ['TODO_STATUS_IN_PROGRESS', 'in_progress'],
  ['TODO_STATUS_COMPLETED', 'completed'],
  ['TODO_STATUS_PENDING', 'pending'],
  ['TODO_STATUS_CANCELLED', 'cancelled'],
  ['inProgress', 'in_progress'],
  ['TODO_STATUS_ODD', 'TODO_STATUS_ODD'],
  ['done', 'completed'],
])('the status %s is %s', (status, known) => {
  expect(read([{ id: '1', content: 'Read', status }]).todos).toEqual([{ ...read1, status: known }])
})

test('a malformed one is left out and reported with its path, the others are read', () => {
  expect(
    read([{ id: 1, content: 'Read', status: 'doing' }, 5, { id: 'x' }, { title: 'Write', status: 'todo' }]),
  ).toEqual({
    todos: [read1, { ...write2, id: null }],
    problems: ['rejected bad-entry params.todos[1]', 'rejected bad-entry params.todos[2].content'],
  })
})

test('an item of a merge needs its id only', () => {
  expect(read([{ id: '1', status: 'done' }, { status: 'done' }], true)).toEqual({
    todos: [{ id: '1', content: null, status: 'completed', priority: '' }],
    problems: ['rejected bad-entry params.todos[1].content'],
  })
})

test('a missing list is empty; a value that is not a list is a problem', () => {
  expect(read(undefined)).toEqual({ todos: [], problems: [] })
  expect(read({ 0: read1 })).toEqual({ todos: [], problems: ['rejected bad-entry params.todos'] })
})

test('ten thousand are kept', () => {
  const { todos, problems } = read(Array.from({ length: 10_001 }, (_, id) => ({ id, content: 'x' })))
  expect([todos.length, problems]).toEqual([10_000, ['rejected bad-entry params.todos']])
})

test('a merge changes by id, else by the same words, and adds the rest at the end', () => {
  const change = (given: Partial<Todo>): Todo => ({
    id: null,
    content: null,
    status: null,
    priority: '',
    ...given,
  })
  expect(
    mergedTodos(
      [read1, write2],
      [
        change({ id: '1', status: 'completed' }),
        change({ content: 'Write', priority: 'high' }),
        change({ id: '3', content: 'Check' }),
        change({ id: '3', status: 'in_progress' }),
        change({ id: '9', status: 'completed' }),
      ],
    ),
  ).toEqual([
    { ...read1, status: 'completed' },
    { ...write2, priority: 'high' },
    { id: '3', content: 'Check', status: 'in_progress', priority: '' },
  ])
  expect(mergedTodos([], [read1, write2])).toEqual([read1, write2])
  expect(todoEntries([change({ content: 'x' })])).toEqual([{ content: 'x', status: 'pending', priority: '' }])
})

test('to-dos within to-dos are read behind them, and counted', () => {
  const inner = [{ id: '2', content: 'Write', status: 'pending' }, 7]
  const { todos, problems } = read([{ id: '1', content: 'Read', status: 'in_progress', children: inner }])
  expect(todos).toEqual([read1, write2])
  expect(problems).toEqual(['rejected bad-entry params.todos[0].children[1]'])
  const many = Array.from({ length: maxTodos }, () => ({ content: 'x' }))
  const cut = read([{ content: 'Read', children: many }])
  expect(cut.todos).toHaveLength(maxTodos)
  expect(cut.problems).toEqual(['rejected bad-entry params.todos'])
})

test('so are those in the list of a tool, also below parts without a status; texts only there', () => {
  const entry = (content: string, status = 'pending'): object => ({ content, status, priority: '' })
  const list = [
    {
      content: 'A',
      status: 'in_progress',
      children: [{ content: 'A1', status: 'completed', subtasks: ['A1a'] }, 7],
    },
    'no to-do',
  ]
  const parts = [{ title: 'Part', steps: [{ step: 'A', status: 'pending' }] }]
  expect(readToolTodos({ rawInput: { todos: list } }, false)).toEqual([
    entry('A', 'in_progress'),
    entry('A1', 'completed'),
    entry('A1a'),
  ])
  expect(readToolTodos({ rawInput: { plan: parts } }, false)).toEqual([entry('Part'), entry('A')])
})
