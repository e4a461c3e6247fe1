import { describe, expect, test } from 'vitest'
import type { AppEvent } from '../../../src/app/state/app-event.ts'
import { reduce } from '../../../src/app/reduce/reduce.ts'
import { mergedTodos, type Todo } from '../../../src/protocol/plans/tool-todos.ts'
import {
  after,
  answered,
  called,
  exited,
  items,
  opened,
  opening,
  plansOf,
  planned,
  session,
  sessionId,
  updated,
} from '../events.ts'
import { asked as permissionAsked } from '../../support/app-states.ts'

function todo(id: string | null, content: string | null, status: string | null = 'pending'): Todo {
  return { id, content, status, priority: '' }
}

function listed(...todos: readonly Todo[]): AppEvent {
  return updated({ type: 'todos', todos, isMerge: false })
}

function merged(...todos: readonly Todo[]): AppEvent {
  return updated({ type: 'todos', todos, isMerge: true })
}

/** A call of a to-do tool that keeps its list by ids. */
function toolCall(isMerge: boolean, ...todos: readonly Todo[]): AppEvent {
  return called({ hasTodos: true, todoChange: { todos, isMerge } })
}

const options = [
  { id: 'yes', name: 'Yes', kind: 'allow_once' },
  { id: 'no', name: 'No', kind: 'reject_once' },
]

function asked(key: number, ...todos: readonly Todo[]): AppEvent {
  const plan = { type: 'markdown', text: `# Plan ${key}` } as const
  return permissionAsked(1, { key, sessionId, toolKind: 'switch_mode', options, plan, todos })
}

const [a, b] = [todo('a', 'A'), todo('b', 'B')]

test('a list with ids is the plan without an id, and is changed by the ids of its items', () => {
  expect(plansOf(session(listed(a, b), merged(todo('b', null, 'completed'), todo('c', 'C'))))).toEqual({
    anonymous: '2: pending A, completed B, pending C',
  })
})

test('a plan without ids keeps the ids of the entries that it repeats', () => {
  const now = session(
    listed(a, b),
    planned(items('B', 'D')),
    merged(todo('b', null, 'completed'), todo('a', null, 'completed')),
  )
  expect(plansOf(now)).toEqual({ anonymous: '3: completed B, pending D' })
})

test('a list that is kept over a reload keeps its ids', () => {
  const now = session(listed(a, b), opening(), opened('s', 'loaded'), merged(todo('b', null, 'completed')))
  expect(plansOf(now)).toEqual({ anonymous: '2: pending A, completed B' })
})

test('a long list is changed by its words at once', () => {
  const long = Array.from({ length: 10_000 }, (_, index) => todo(null, `Step ${index}`))
  const done = long.toReversed().map((one) => ({ ...one, status: 'completed' }))
  expect(mergedTodos(long, done)).toEqual(long.map((one) => ({ ...one, status: 'completed' })))
})

describe('with the plan of a request', () => {
  test('the to-dos are the list at once, and stay when it is approved', () => {
    expect(plansOf(session(asked(1, a, b)))).toMatchObject({ anonymous: '1: pending A, pending B' })
    const approved = session(asked(1, a, b), answered('yes', 1), merged(todo('a', null, 'completed')))
    expect(plansOf(approved)).toMatchObject({ anonymous: '2: completed A, pending B' })
    expect(approved.proposedTodos).toBeNull()
  })

  test.each(['no', null])(
    'they go without a trace when it is not (%s), and something may be inferred again',
    (option) => {
      const now = session(asked(1, a), answered(option))
      expect([...now.plans.keys()]).toEqual(['proposed'])
      expect(now.counts.planUpdates).toBe(0)
      expect(plansOf(session(asked(1, a), answered(option), toolCall(false, b)))).toMatchObject({
        inferred: '1: pending B',
      })
    },
  )

  test('the list that they replaced is there again, with its ids', () => {
    const now = session(
      listed(todo('x', 'X')),
      asked(1, a),
      answered('no', 1),
      merged(todo('x', null, 'completed')),
    )
    expect(plansOf(now)).toMatchObject({ anonymous: '2: completed X' })
  })

  test('they are removed where the agent ends before the answer, and are not a plan that was sent', () => {
    const now = session(listed(todo('x', 'X')), asked(1, a), exited)
    expect(plansOf(now)).toMatchObject({ anonymous: '1: pending X' })
    expect([now.proposedTodos, now.counts.checklists]).toEqual([null, 1])
    expect(session(asked(1, a), answered('no', 1)).counts.checklists).toBe(0)
  })

  test('later updates of the list are kept', () => {
    const now = session(asked(1, a), merged(todo('a', null, 'in_progress')), answered('no', 1))
    expect(plansOf(now)).toMatchObject({ anonymous: '2: in_progress A' })
  })
})

describe('calls of a tool that keeps its list by ids', () => {
  test('change what was inferred from the calls before', () => {
    const now = session(toolCall(false, a, b), toolCall(true, todo('a', null, 'completed'), todo('c', 'C')))
    expect(plansOf(now)).toEqual({ inferred: '2: completed A, pending B, pending C' })
  })

  test('change the list of a request', () => {
    const now = session(asked(1, a, b), answered('yes', 1), toolCall(true, todo('a', null, 'completed')))
    expect(plansOf(now)).toMatchObject({ anonymous: '2: completed A, pending B' })
    const whole = session(
      listed(a, b),
      toolCall(false, todo(null, 'A', 'completed'), todo(null, 'B')),
      merged(todo('b', null, 'completed')),
    )
    expect(plansOf(whole)).toEqual({ anonymous: '3: completed A, completed B' })
  })

  test('change no plan that the agent reports itself', () => {
    expect(plansOf(session(planned(items('R')), toolCall(true, a)))).toEqual({ anonymous: '1: pending R' })
  })

  test('say the same again when they end', () => {
    const before = after(opened(), listed(a), toolCall(true, todo('a', null, 'completed')))
    expect(reduce(before, toolCall(true, todo('a', null, 'completed')))).toBe(before)
  })
})
