import { expect, test } from 'vitest'
import type { AppEvent } from '../../src/app/state/app-event.ts'
import { wrapClosingLine, closingLine } from '../../src/run/closing-line.ts'
import {
  asksFor,
  described,
  ended,
  items,
  offersAll,
  opened,
  openedSession,
  planned,
  prompted,
  selectedSession,
  stateAfter,
} from '../support/app-states.ts'

const plan = planned(0, items('✓ One', '» Two', '○ Three'))
const loaded: AppEvent = openedSession('s1', {}, { how: 'loaded' })
const goesOn = '--continue continues this session'

test.each<[string, readonly AppEvent[], string | null]>([
  ['nothing is open', [], null],
  ['nothing was asked', [...opened(), described()], null],
  ['a turn has ended', [...opened(), described(), prompted(0), plan, ended(1)], `1 of 3 done · ${goesOn}`],
  [
    'a turn still ran',
    [...opened(), described(), prompted(0), plan],
    `1 of 3 done · the turn was cancelled · ${goesOn}`,
  ],
  ['there was no plan', [...opened(), described(), prompted(0), ended(1)], goesOn],
  [
    'the agent opens no session again',
    [...opened(), described({ ...offersAll, load: false, resume: false }), prompted(0), plan, ended(1)],
    '1 of 3 done',
  ],
  [
    'it lists none: then by its id',
    [...opened(), described({ ...offersAll, list: false }), prompted(0), plan, ended(1)],
    '1 of 3 done · --session s1 continues this session',
  ],
  [
    'a session of the past was only looked at: another one may be newer',
    [...opened(), described(), loaded, plan],
    '1 of 3 done · --session s1 continues this session',
  ],
  [
    'two sessions were worked in',
    [
      ...opened(),
      described(),
      prompted(0),
      plan,
      ended(1),
      openedSession('s2'),
      asksFor('s2', 'x'),
      selectedSession('s1'),
    ],
    '1 of 3 done · --session s1 continues this session',
  ],
  [
    'its id cannot be typed in a command line',
    [
      ...opened(),
      described({ ...offersAll, list: false }),
      openedSession('a b'),
      asksFor('a b', 'x'),
      { type: 'turn-ended', atMs: 1, sessionId: 'a b', outcome: { kind: 'stopped', stopReason: 'end_turn' } },
    ],
    null,
  ],
])('%s', (_, events, words) => {
  expect(closingLine(stateAfter(...events), { demo: null, ascii: false })).toBe(words)
})

test('a demo has no session to continue', () => {
  const state = stateAfter(...opened(), described(), prompted(0), plan, ended(1))
  expect(closingLine(state, { demo: 'own', ascii: false })).toBe('1 of 3 done')
  expect(closingLine(state, { demo: 'built-in', ascii: false })).toBe(
    '1 of 3 done · your own agent: acp-plan-tui -- <agent command> · more demos: acp-plan-tui demo --list',
  )
  expect(closingLine(state, { demo: null, ascii: true })).toBe(`1 of 3 done - ${goesOn}`)
})

test('is wrapped between words, so that the option can be copied', () => {
  const way = '--session 01a201ee-b2fb-7c43-8b22-43e5b65c42bf'
  const standing = `2 of 4 done · ${way} continues this session`
  expect(wrapClosingLine(standing, undefined)).toBe(`acp-plan-tui: ${standing}`)
  expect(wrapClosingLine(standing, 200)).toBe(`acp-plan-tui: ${standing}`)
  expect(wrapClosingLine(standing, 80)).toBe(`acp-plan-tui: 2 of 4 done · ${way}\n  continues this session`)
  for (const line of wrapClosingLine(standing, 60).split('\n')) expect(line.length).toBeLessThanOrEqual(60)
})
