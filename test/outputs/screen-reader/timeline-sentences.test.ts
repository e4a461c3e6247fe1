import { expect, test } from 'vitest'
import type { AppEvent } from '../../../src/app/state/app-event.ts'
import { timelineSentences } from '../../../src/outputs/screen-reader/change-sentences.ts'
import {
  asked,
  chosen,
  ended,
  items,
  opened,
  planned,
  prompted,
  stateAfter,
  updated,
} from '../../support/app-states.ts'

const plan = (atMs: number, ...lines: readonly string[]): AppEvent => planned(atMs, items(...lines))

function said(nowMs: number, ...events: readonly AppEvent[]): readonly string[] {
  const wallMs = Date.UTC(2026, 10, 22, 14) + nowMs
  return timelineSentences(stateAfter(...events), { nowMs: () => nowMs, wallMs: () => wallMs })
}

const story = [
  ...opened(),
  prompted(0),
  plan(2000, '» Read the parser', '○ Split the tokenizer', '○ Add tests', '○ Look at CI'),
  plan(41_000, '✓ Read the parser', '» Split the tokenizer', '○ Add tests', '○ Look at CI'),
  asked(82_000, { key: 1 }),
  chosen(113_000, 1, 'once'),
  plan(134_000, '✓ Read the parser', '✓ Split the tokenizer', '» Add tests', '✓ Look at CI'),
  plan(134_000, '✓ Read the parser', '✓ Split the tokenizer', '○ Add tests', '✓ Look at CI'),
]

test('a sentence a step: when it began, how long it worked and waited, and when it ended', () => {
  expect(said(140_000, ...story)).toEqual([
    'Plan, when its steps were worked on:',
    'Step 1, Read the parser: began 14:00:02, worked 39 seconds, done 14:00:41.',
    'Step 2, Split the tokenizer: began 14:00:41, worked 1 minute 2 seconds, waited 31 seconds for answers, done 14:02:14.',
    'Step 3, Add tests: began 14:02:14, worked less than a second, not done yet.',
    'Step 4, Look at CI: done 14:02:14, not seen in progress.',
  ])
})

test('a step in progress says how far it is, and one that the agent left that it is unfinished', () => {
  const now = [
    ...story,
    plan(150_000, '✓ Read the parser', '✓ Split the tokenizer', '» Add tests', '✓ Look at CI'),
  ]
  expect(said(160_000, ...now)[3]).toBe(
    'Step 3, Add tests: began 14:02:14, in progress 2 times, worked 10 seconds, in progress.',
  )
  expect(said(9_000_000, ...now, ended(170_000))[3]).toBe(
    'Step 3, Add tests: began 14:02:14, in progress 2 times, worked 20 seconds, unfinished.',
  )
})

test('the calls of a step are counted, and those that have failed', () => {
  const called = (atMs: number, toolCallId: string, status: string): AppEvent =>
    updated(atMs, { type: 'tool-call', toolCallId, status, kind: 'read', hasTodos: false })
  const calls = [called(3000, 'a', 'completed'), called(4000, 'b', 'failed')]
  expect(said(140_000, ...story.slice(0, -4), ...calls)[2]).toBe(
    'Step 2, Split the tokenizer: began 14:00:41, worked 1 minute 39 seconds, in progress, 2 calls, 1 failed.',
  )
})

test('a stalled step is said to be', () => {
  const steps = [0, 1, 2, 3].map((done) =>
    plan(
      done * 5000,
      ...['A', 'B', 'C', 'D'].map((name, at) => `${at < done ? '✓' : at === done ? '»' : '○'} ${name}`),
    ),
  )
  expect(said(7_215_000, ...opened(), prompted(0), ...steps).at(-1)).toBe(
    'Step 4, D: began 14:00:15, worked 2 hours, in progress, seems to be stalled.',
  )
})

test('a plan of text, and no plan at all', () => {
  expect(said(9, ...opened(), planned(1, { type: 'markdown', text: '- [ ] One' }))).toEqual([
    'Plan: it has no steps with times.',
  ])
  expect(said(9, ...opened())).toEqual(['There is no plan.'])
})
