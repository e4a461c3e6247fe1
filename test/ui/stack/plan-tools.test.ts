import { describe, expect, test } from 'vitest'
import type { AppEvent } from '../../../src/app/state/app-event.ts'
import {
  ended,
  items,
  opened,
  planned,
  planToolsTold,
  prompted,
  stateAfter,
} from '../../support/app-states.ts'
import { ShownScreen } from './shown-screen.ts'

function screen(columns: number, ...events: readonly AppEvent[]): ShownScreen {
  return new ShownScreen(stateAfter(...events), { columns, nowMs: 99 })
}

describe('switched-on plans', () => {
  test('are mentioned in the header, if there is room', () => {
    const events = [planToolsTold({ type: 'set' }, 'claude-agent-acp'), ...opened()]
    expect(screen(80, ...events).text).toContain('claude-agent-acp · 0.100.0 · ACP v1 · plan tools set')
    expect(screen(40, ...events).text).not.toContain('plan tools')
    expect(screen(80, planToolsTold({ type: 'own' }, 'claude-agent-acp'), ...opened()).text).not.toContain(
      'plan tools',
    )
  })

  test('are mentioned in the help, with what was set and how to avoid it', () => {
    const help = screen(120, planToolsTold({ type: 'set' }, 'claude-agent-acp'), ...opened()).press(
      '?',
      'G',
    ).text
    expect(help).toContain("The agent's start")
    expect(help).toContain(
      'plan tools: CLAUDE_CODE_ENABLE_TODO_TOOLS=1 was set for Claude Agent (see --plan-tools)',
    )
  })
})

describe('the key that switches plans on', () => {
  const off = planToolsTold({ type: 'unset' })

  test('is among the hints when a turn has ended without a plan', () => {
    expect(screen(80, off, ...opened(), prompted(0), ended(1)).text).toContain('P plan tools on')
  })

  test.each<[string, readonly AppEvent[]]>([
    ['before a turn', [off, ...opened()]],
    ['while a turn runs', [off, ...opened(), prompted(0)]],
    ['beside a plan', [off, ...opened(), prompted(0), planned(1, items('○ A')), ended(2)]],
    [
      'where plans are on',
      [planToolsTold({ type: 'set' }, 'claude-agent-acp'), ...opened(), prompted(0), ended(1)],
    ],
    ['where nothing is known of the start', [...opened(), prompted(0), ended(1)]],
  ])('is not %s', (_, events) => {
    expect(screen(80, ...events).text).not.toContain('P plan tools on')
  })
})
