import { expect, test } from 'vitest'
import type { AppEvent } from '../../../src/app/state/app-event.ts'
import { reduce } from '../../../src/app/reduce/reduce.ts'
import { touchedPlans } from '../../../src/outputs/changes/touched-plans.ts'
import { asked as permissionAsked } from '../../support/app-states.ts'
import { after, exited, items, opened, opening, planned, sessionId } from '../../app/events.ts'

function touchedBy(last: AppEvent, ...before: readonly AppEvent[]): readonly string[] {
  const was = after(...before)
  return touchedPlans(last, reduce(was, last), was).map(({ key }) => key)
}

const asked = permissionAsked(1, {
  sessionId,
  toolKind: 'switch_mode',
  plan: { type: 'markdown', text: '# Plan' },
  todos: [{ id: 'a', content: 'A', status: 'pending', priority: '' }],
})

test('the end of an agent removes to-dos that were not approved', () => {
  expect(touchedBy(exited, opened(), asked)).toEqual(['anonymous'])
})

test('the end of an agent during a replayed history restores the former plans', () => {
  expect(touchedBy(exited, opened(), planned(items('A')), opening())).toEqual(['anonymous'])
})

test('the end of an agent keeps the plans that it sent', () => {
  expect(touchedBy(exited, opened(), planned(items('A')))).toEqual([])
})
