import { expect, test } from 'vitest'
import type { AppEvent } from '../../src/app/state/app-event.ts'
import { wrapClosingLine, closingLine, noPlanMessage } from '../../src/run/last-words.ts'
import {
  asksFor,
  described,
  ended,
  items,
  offersAll,
  opened,
  openedSession,
  over,
  planned,
  planToolsTold,
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
  const state = stateAfter(...events)
  expect(closingLine(state, state, { demo: null, ascii: false })).toBe(words)
})

test('a demo has no session to continue', () => {
  const state = stateAfter(...opened(), described(), prompted(0), plan, ended(1))
  expect(closingLine(state, state, { demo: 'own', ascii: false })).toBe('1 of 3 done')
  expect(closingLine(state, state, { demo: 'built-in', ascii: false })).toBe(
    '1 of 3 done · your own agent: acp-plan-tui -- <agent command> · more demos: acp-plan-tui demo --list',
  )
  expect(closingLine(state, state, { demo: null, ascii: true })).toBe(`1 of 3 done - ${goesOn}`)
})

test('is wrapped between words, so that the option can be copied', () => {
  const way = '--session 01a201ee-b2fb-7c43-8b22-43e5b65c42bf'
  const standing = `2 of 4 done · ${way} continues this session`
  expect(wrapClosingLine(standing, undefined)).toBe(`acp-plan-tui: ${standing}`)
  expect(wrapClosingLine(standing, 200)).toBe(`acp-plan-tui: ${standing}`)
  expect(wrapClosingLine(standing, 80)).toBe(`acp-plan-tui: 2 of 4 done · ${way}\n  continues this session`)
  for (const line of wrapClosingLine(standing, 60).split('\n')) expect(line.length).toBeLessThanOrEqual(60)
})

const off = planToolsTold({ type: 'unset' }, 'claude-agent-acp')
const turn = [prompted(1), ended(2)]

function lines(...events: readonly AppEvent[]): readonly string[] {
  return noPlanMessage(stateAfter(...events), ['./my agent'])
}

test('a run without a plan explains why, with the command that helps', () => {
  expect(lines(off, ...opened(), ...turn)).toEqual([
    'acp-plan-tui: no plan came. Claude Agent has plan tools only if CLAUDE_CODE_ENABLE_TODO_TOOLS=1 is set, and it was started without it.',
    "  Start it like this, with your own options before --: acp-plan-tui --env CLAUDE_CODE_ENABLE_TODO_TOOLS=1 -- './my agent'",
  ])
})

test('a run whose agent has no switch says so', () => {
  expect(lines(...opened('gemini-cli'), ...turn)).toEqual([
    'acp-plan-tui: no plan came. Gemini CLI sends plans to no client, and they cannot be switched on. What its todo tool holds is in none of its messages; plans that it asks about are shown.',
  ])
})

test('unreadable settings are reported even if the agent ended because of them', () => {
  const unread = planToolsTold({ type: 'unreadable', fault: 'no-json' }, 'codex-acp', 'codex-acp')
  expect(lines(unread, over(1, { kind: 'exited', code: 1, signal: null }))).toEqual([
    `acp-plan-tui: no plan came. Your CODEX_CONFIG is not JSON, so it was left as it is, and Codex has no plan tools. Set it to CODEX_CONFIG='{"tools":{"update_plan":{"enabled":true}}}', together with your own settings.`,
  ])
})

test.each<[string, readonly AppEvent[]]>([
  ['a plan came', [off, ...opened(), prompted(1), planned(2, items('○ a')), ended(3)]],
  ['nobody asked', [off, ...opened()]],
  ['the agent is not known', [off, ...opened('mine').slice(0, 1), ...opened('mine').slice(2)]],
])('nothing is said where %s', (_, events) => {
  expect(lines(...events)).toEqual([])
})
