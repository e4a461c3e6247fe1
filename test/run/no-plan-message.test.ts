import { expect, test } from 'vitest'
import type { SwitchState } from '../../src/app/state/plan-tools.ts'
import type { AppEvent } from '../../src/app/state/app-event.ts'
import { noPlanMessage } from '../../src/run/no-plan-message.ts'
import { ended, items, opened, over, planned, prompted, stateAfter } from '../support/app-states.ts'

function planTools(agent: string, state: SwitchState): AppEvent {
  return {
    type: 'plan-tools-told',
    atMs: 0,
    planTools: { mode: 'on', startedAgent: agent, switches: [{ agent, state }] },
  }
}

const off = planTools('claude-agent-acp', { type: 'unset' })
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
  const unread = planTools('codex-acp', { type: 'unreadable', fault: 'no-json' })
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
