import { expect, test } from 'vitest'
import { revisionsOf } from '../../../src/app/history/plan-history.ts'
import { mergedState } from '../../../src/app/observed/merged-state.ts'
import { initialState } from '../../../src/app/state/app-state.ts'
import {
  asked,
  items,
  opened,
  planned,
  prompted,
  stateAfter,
  subagent,
  wrong,
} from '../../support/app-states.ts'

const one = stateAfter(...opened(), prompted(1), planned(2, items('○ One')), wrong(5, 'odd'))
const two = stateAfter(...opened(), prompted(1), planned(3, items('○ Two')), wrong(4, 'strange'))
const asking = stateAfter(...opened(), prompted(1), planned(2, items('○ Three')), asked(3))

test('the sessions of each source follow each other, and problems stand in order', () => {
  const merged = mergedState([one, two], initialState)
  expect([...merged.sessions.keys()]).toEqual(['s1', 's1 2'])
  expect(merged.currentSessionId).toBeNull()
  expect(merged.problems.items.map(({ problem }) => problem.text)).toEqual(['strange', 'odd'])
  expect(merged.problemCount).toBe(2)
  expect(merged.problems.items.map(({ sessionId }) => sessionId)).toEqual(['s1 2', 's1'])
})

test('who waits for an answer comes first', () => {
  const merged = mergedState([one, asking], initialState)
  expect([...merged.sessions.keys()]).toEqual(['s1 2', 's1'])
  expect(merged.permissions.map(({ sessionId }) => sessionId)).toEqual(['s1 2'])
})

test('ids that only one source has stay as they are, and so do its sessions', () => {
  const other = stateAfter({ ...planned(1, items('○ Other')), sessionId: 's2' } as ReturnType<typeof planned>)
  const merged = mergedState([one, other], initialState)
  expect(merged.sessions.get('s1')).toBe(one.sessions.get('s1'))
  expect(merged.sessions.get('s2')).toBe(other.sessions.get('s2'))
})

test('a renamed session keeps its history, its marks and its sub-agents', () => {
  const withChild = stateAfter(
    ...opened(),
    prompted(1),
    subagent('s1', 'child', 'Look'),
    planned(2, items('○ Two')),
    planned(3, items('» Two')),
  )
  const merged = mergedState([one, withChild], initialState)
  expect(merged.sessions.get('child 2')?.subagent?.parentId).toBe('s1 2')
  const history = [...merged.history.plans].find(([key]) => key.startsWith('s1 2\u0000'))?.[1]
  expect(history === undefined ? 0 : revisionsOf(history).length).toBe(2)
  expect(merged.history.marks.get('s1 2')?.items.length).toBe(withChild.history.marks.get('s1')?.items.length)
  // The same objects again, so that frames are cheap.
  const again = mergedState([one, withChild], initialState)
  expect(again.sessions.get('child 2')).toBe(merged.sessions.get('child 2'))
})

test('of no source it is the given state', () => {
  expect(mergedState([], initialState)).toBe(initialState)
})
