import { describe, expect, test } from 'vitest'
import { toldByCall, withoutStatusMarks, withTodoCall, type TodoCall } from '../../src/plans/todo-call.ts'
import type { PlanEntry } from '../../src/protocol/plans/plan-content.ts'

/** Entries by their texts: `x Read`, with the status in front. */
function list(...entries: readonly string[]): readonly PlanEntry[] {
  return entries.map((entry) => {
    const [status = '', ...words] = entry.split(' ')
    return { content: words.join(' '), status, priority: 'medium' }
  })
}

const call: TodoCall = { id: 'c', entries: null, isSent: true, isHeld: false, inferredBefore: null }

function words(entries: readonly PlanEntry[] | null): readonly string[] | null {
  return (
    entries?.map(({ content, status, told }) => {
      const sent = told?.sentStatus === undefined ? '' : ` (${told.sentStatus ?? 'left out'})`
      return `${status} ${content}${sent}`
    }) ?? null
  )
}

describe('the statuses of the call', () => {
  test.each([
    ['pending', 'blocked', 'blocked A (pending)'],
    ['completed', 'abandoned', 'abandoned A (completed)'],
    ['completed', 'cancelled', 'cancelled A (completed)'],
    ['pending', 'cancelled', 'cancelled A (pending)'],
    ['completed', 'pending', 'completed A'],
    ['in_progress', 'blocked', 'in_progress A'],
    ['skipped', 'cancelled', 'skipped A'],
  ])('the plan says %s, the call %s', (sent, called, expected) => {
    expect(words(toldByCall(list(`${sent} A`), list(`${called} A`)))).toEqual([expected])
  })

  test('the same statuses leave the list as it is', () => {
    const sent = list('completed A', 'pending B')
    expect(toldByCall(sent, list('completed A', 'pending B'))).toBe(sent)
  })

  test('steps that the call gave up, and the plan leaves out, are there', () => {
    const called = list('cancelled A', 'pending B', 'cancelled C')
    expect(words(toldByCall(list('pending B'), called))).toEqual([
      'cancelled A (left out)',
      'pending B',
      'cancelled C (left out)',
    ])
  })

  test.each([
    ['another text', list('pending A'), list('blocked B')],
    ['another order', list('pending A', 'pending B'), list('blocked B', 'pending A')],
    ['one more in the plan', list('pending A', 'pending B'), list('blocked A')],
    ['one more in the call', list('pending A'), list('blocked A', 'pending B')],
  ])('%s: they are two lists', (_name, sent, called) => {
    expect(toldByCall(sent, called)).toBeNull()
  })

  test('phases and reasons come from the call, and go with the next one', () => {
    const told = { group: 'Build', reason: 'no release' }
    const blocked = toldByCall(list('pending A'), [{ content: 'A', status: 'blocked', priority: '', told }])
    expect(blocked?.[0]?.told).toEqual({ ...told, sentStatus: 'pending' })
    expect(toldByCall(blocked ?? [], list('pending A'))?.[0]).toMatchObject({
      status: 'pending',
      told: undefined,
    })
  })
})

describe('the updates after a call', () => {
  const called = { ...call, entries: list('completed A', 'blocked B'), isSent: false }

  test('the first one, and those that repeat it, are of the call', () => {
    const first = withTodoCall(list('completed A', 'pending B'), [], called)
    expect(words(first.entries)).toEqual(['completed A', 'blocked B (pending)'])
    expect(first.call).toEqual({ ...called, isSent: true })
    const second = withTodoCall(list('completed A', 'pending B'), first.entries, first.call)
    expect(words(second.entries)).toEqual(words(first.entries))
    expect(second.call).toBe(first.call)
  })

  test('another list ends what the call says', () => {
    const other = withTodoCall(list('pending X'), [], called)
    expect([words(other.entries), other.call.entries]).toEqual([['pending X'], null])
  })

  test('only the open steps, again: those that are over stay', () => {
    const before = list('completed A', 'in_progress B', 'abandoned C', 'pending D')
    const { entries } = withTodoCall(list('pending B', 'pending D'), before, call)
    expect(words(entries)).toEqual(['completed A', 'pending B', 'abandoned C', 'pending D'])
  })

  test('nothing, when nothing is open: the steps stay', () => {
    const before = list('completed A', 'completed B')
    expect(withTodoCall([], before, call).entries).toEqual(before)
  })

  test('nothing, after a call that ends the last step: what the call says stays', () => {
    const before = list('completed A', 'in_progress B')
    const ended = { ...call, entries: list('completed A', 'cancelled B'), isSent: false }
    expect(words(withTodoCall([], before, ended).entries)).toEqual(['completed A', 'cancelled B'])
    const open = { ...ended, entries: list('completed A', 'pending B') }
    expect(withTodoCall([], before, open).entries).toEqual([])
  })

  test.each([
    ['the agent clears a list with open steps', [], list('completed A', 'pending B')],
    ['one of the open steps is missing', list('pending B'), list('completed A', 'pending B', 'pending C')],
    [
      'the open steps in another order',
      list('pending C', 'pending B'),
      list('completed A', 'pending B', 'pending C'),
    ],
    ['a finished one is among them', list('completed A'), list('completed A', 'completed B')],
  ])('%s: that is the list now', (_name, sent, before) => {
    expect(withTodoCall(sent, before, call).entries).toBe(sent)
  })

  test('the first update after a call may drop finished steps', () => {
    const sent = list('pending B')
    const { entries } = withTodoCall(sent, list('completed A', 'pending B'), { ...call, isSent: false })
    expect(entries).toBe(sent)
  })
})

test('a mark in front of the words of a step is its status', () => {
  const sent = list(
    'completed [cancelled] Ask',
    'completed [x] Read',
    'pending [cancelled] Write',
    'pending [blocked] Ship — no release',
  )
  expect(words(withoutStatusMarks(sent))).toEqual([
    'cancelled Ask (completed)',
    'completed [x] Read',
    'pending [cancelled] Write',
    'blocked Ship — no release (pending)',
  ])
  const plain = list('completed Ask')
  expect(withoutStatusMarks(plain)).toBe(plain)
})
