import { expect, test } from 'vitest'
import type { AppEvent } from '../../../src/app/state/app-event.ts'
import { summaryOf } from '../../../src/app/observed/session-summary.ts'
import {
  asked,
  ended,
  items,
  opened,
  planned,
  prompted,
  removed,
  stateAfter,
} from '../../support/app-states.ts'

const working = [...opened(), prompted(1), planned(2, items('✓ Read it', '» Mend it', '○ Test it'))]

test('a session that works is told with its step and its progress', () => {
  expect(summaryOf(stateAfter(...working))).toEqual({
    doing: 'works',
    about: 'Mend it',
    plan: { title: 'Plan', progress: { done: 1, total: 3 } },
  })
})

test('the step is told in its words, without the marks of markdown', () => {
  const events = [...opened(), prompted(1), planned(2, items('» **Mend** `parser.ts`, not src/**/*.ts'))]
  expect(summaryOf(stateAfter(...events)).about).toBe('Mend parser.ts, not src/**/*.ts')
})

test('a question of the agent comes first, and a session at rest is about nothing', () => {
  expect(summaryOf(stateAfter(...working, asked(3, { title: 'Delete it?' })))).toMatchObject({
    doing: 'waits',
    about: 'Delete it?',
  })
  expect(summaryOf(stateAfter(...working, ended(3)))).toMatchObject({ doing: 'rests', about: null })
})

test('the plan that changed last counts, of those that came at once the last checklist, and removed ones never', () => {
  const text = { type: 'markdown', text: '# A design' } as const
  const titleAfter = (...events: readonly AppEvent[]): string | undefined =>
    summaryOf(stateAfter(...opened(), ...events)).plan?.title
  expect(titleAfter(planned(1, items('○ One'), 'a'), planned(2, text, 'b'))).toBe('A design')
  expect(titleAfter(planned(2, items('○ One'), 'a'), planned(2, text, 'b'))).toBe('Plan')
  expect(titleAfter(planned(1, items('○ One'), 'a'), planned(2, text, 'b'), removed(3, 'b'))).toBe('Plan')
})

test('nothing is known of a session without a plan', () => {
  expect(summaryOf(stateAfter())).toEqual({ doing: 'rests', about: null, plan: null })
})

test('texts of any length are cut', () => {
  const summary = summaryOf(stateAfter(...opened(), asked(1, { title: 'x'.repeat(1_000_000) })))
  expect(summary.about?.length).toBeLessThan(1000)
})
