import { expect, test } from 'vitest'
import type { AppEvent } from '../../../src/app/state/app-event.ts'
import type { Session } from '../../../src/app/state/session.ts'
import {
  after,
  answered,
  asked,
  ended,
  opened,
  outcomes,
  opening,
  planned,
  plansOf,
  sent,
  sessionIn,
} from '../events.ts'

const text = '# Split the parser\n\n1. Move the tokenizer\n'

function sends(words: string, atMs: number): AppEvent {
  return planned({ type: 'markdown', text: words }, { dialect: 'planId', id: 'plan-mode' }, atMs)
}

/** A session in which a plan was approved is loaded again, and tells this of its past. */
function reloaded(...told: readonly AppEvent[]): Session {
  const approved = [asked({ type: 'markdown', text }), answered('yes'), sends(text, 10), ended(20)]
  return sessionIn(after(opened(), sent(), ...approved, opening(), ...told, opened('s', 'loaded')))
}

test('a replay with the same plan: its answer is kept', () => {
  const now = reloaded(sends(text.trim(), 31))
  expect(plansOf(now)).toEqual({ 'id:plan-mode': `1: ${text.trim()}` })
  expect(outcomes(now)).toEqual({ 'id:plan-mode': 'approved' })
  expect(now.plans.get('id:plan-mode')?.name).toEqual({ dialect: 'proposed', id: 'plan-mode' })
})

test('a replay with another plan: that one has no answer', () => {
  const now = reloaded(sends('# Another one', 31))
  expect(outcomes(now)).toEqual({ 'id:plan-mode': null })
  expect(now.proposal).toBeNull()
})

test('a replay without plans: everything is kept', () => {
  const now = reloaded()
  expect(outcomes(now)).toEqual({ proposed: 'approved' })
  expect([...now.mergedPlans]).toEqual([['id:plan-mode', 'proposed']])
})
