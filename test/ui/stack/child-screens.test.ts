import { describe, expect, test } from 'vitest'
import type { AppEvent } from '../../../src/app/state/app-event.ts'
import { rowText } from '../../../src/lib/cells/row.ts'
import type { SessionEvent } from '../../../src/protocol/session/session-event.ts'
import {
  asked,
  asksFor,
  described,
  ended,
  items,
  linked,
  openedSession,
  stateAfter,
  titled,
  updated,
} from '../../support/app-states.ts'
import { expectScreens } from './golden-screens.ts'
import { ShownScreen } from './shown-screen.ts'

const parent = 's1'

function plan(sessionId: string, ...lines: readonly string[]): AppEvent {
  const content = items(...lines)
  return updated(1000, { type: 'plan-replaced', plan: { dialect: 'plan', id: null }, content }, sessionId)
}

function child(
  id: string,
  title: string,
  more: Partial<Extract<SessionEvent, { type: 'subagent' }>>,
): AppEvent {
  return updated(2000, { type: 'subagent', childSessionId: id, title, ...more }, parent)
}

const working = [
  linked({ state: 'open', sinceMs: 0 }),
  described(),
  openedSession(parent),
  titled(parent, 'fix the parser'),
  asksFor(parent, 'fix the parser'),
  plan(parent, '✓ Read the parser', '» Split the tokenizer', '○ Update the README'),
]
const begun = [
  ...working,
  child('c1', 'Find callers', { state: 'running' }),
  plan('c1', '✓ Search', '» Open each file'),
]
const saidDone = plan(parent, '✓ Read the parser', '✓ Split the tokenizer', '✓ Update the README')
const many = ['Find callers', 'Write tests', 'Look for races', 'Read the history', 'Measure it', 'Review']

describe('sub-agents below their steps', () => {
  expectScreens({
    'child-running': { state: stateAfter(...begun, saidDone) },
    'child-waiting': {
      state: stateAfter(
        ...begun,
        child('c1', 'Find callers', { state: 'requires_action' }),
        asked(3000, { sessionId: 'c1', title: 'Edit parser.ts' }),
        saidDone,
      ),
    },
    'child-in-background': {
      state: stateAfter(
        ...begun,
        saidDone,
        updated(4000, { type: 'state', state: 'idle', background: ['c1'] }, parent),
      ),
    },
    'children-ended': {
      state: stateAfter(
        ...begun,
        child('c1', 'Find callers', { state: 'idle', stopReason: 'end_turn' }),
        child('c2', 'Write tests', { state: 'idle', stopReason: 'max_tokens' }),
        updated(2000, { type: 'task', taskId: 't', title: 'npm test', state: 'running' }, parent),
        saidDone,
        ended(5000, 'end_turn', parent),
      ),
    },
    'children-of-no-step': {
      state: stateAfter(
        ...working.slice(0, -1),
        plan(parent, '○ Read the parser', '○ Split the tokenizer'),
        ...many.map((title, at) => child(`c${at}`, title, { state: at < 2 ? 'running' : 'idle' })),
      ),
    },
  })
})

test('a held step is not folded with those that are done', () => {
  const screen = new ShownScreen(stateAfter(...begun, saidDone)).press('c')
  const text = screen.rows.map(rowText).join('\n')
  expect(text).toContain('✓ 1 done step')
  expect(text).toContain('✓ Split the tokenizer')
})

test('a click on the row of a sub-agent leads to its plan', () => {
  const screen = new ShownScreen(stateAfter(...begun)).clickOn('↳ Find callers · running')
  expect(screen.rows.map(rowText).join('\n')).toContain('Open each file')
})
