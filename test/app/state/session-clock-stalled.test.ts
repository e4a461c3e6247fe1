import { expect, test } from 'vitest'
import type { AppEvent } from '../../../src/app/state/app-event.ts'
import type { AppState } from '../../../src/app/state/app-state.ts'
import { stalledStep } from '../../../src/app/state/session-clock.ts'
import {
  asked,
  ended,
  items,
  planned,
  prompted,
  said,
  session,
  stateAfter,
  updated,
  opened,
} from '../../support/app-states.ts'

const steps = ['A', 'B', 'C', 'D']

function doneUntil(count: number): AppEvent {
  const atMs = count * 5000
  return planned(
    atMs,
    items(...steps.map((name, at) => `${at < count ? '✓' : at === count ? '»' : '○'} ${name}`)),
  )
}

/** Three steps took five seconds each; the last one is in progress since 15 s. */
const working = stateAfter(...opened(), prompted(0), ...[0, 1, 2, 3].map(doneUntil))

function isStalled(state: AppState, nowMs: number): boolean {
  const now = state.sessions.get(session)
  const plan = now?.plans.get('anonymous')
  return now !== undefined && plan !== undefined && stalledStep(state, { session: now, plan }, nowMs) !== null
}

function after(...events: readonly AppEvent[]): AppState {
  return stateAfter(...opened(), prompted(0), ...[0, 1, 2, 3].map(doneUntil), ...events)
}

test('a step is stalled when it takes far longer than the others, and nothing comes', () => {
  expect([74_999, 75_000, 75_001].map((nowMs) => isStalled(working, nowMs))).toEqual([false, false, true])
})

test.each<[string, AppEvent, number]>([
  ['a message', said(90_000, 'Still at it.'), 120_000],
  ['an update that changes nothing', updated(90_000, { type: 'other', update: 'x' }), 120_000],
  ['work of a sub-agent', updated(90_000, { type: 'state', state: 'running' }, 'child'), 120_000],
])('%s makes it wait for half a minute of silence', (_, event, nowMs) => {
  const state = after(event)
  expect([nowMs - 1, nowMs].map((each) => isStalled(state, each))).toEqual([false, true])
})

test.each<[string, AppEvent]>([
  ['an agent that waits for the user', asked(20_000, { key: 1 })],
  ['an agent that rests', ended(20_000)],
])('%s is not stalled', (_, event) => {
  expect(isStalled(after(event), 900_000)).toBe(false)
})
