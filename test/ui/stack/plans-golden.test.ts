import { describe, expect, test } from 'vitest'
import type { AppEvent } from '../../../src/app/state/app-event.ts'
import type { PlanContent } from '../../../src/protocol/plan-kinds/plan-kinds.ts'
import {
  asked,
  asksFor,
  chosen,
  described,
  ended,
  items,
  linked,
  openedSession,
  selectedSession,
  stateAfter,
  subagent,
  titled,
  updated,
} from '../../support/app-states.ts'
import { expectScreens, type Scene } from './golden-screens.ts'
import { ShownScreen } from './shown-screen.ts'

function plan(atMs: number, sessionId: string, title: string, content: PlanContent): AppEvent {
  const update = { type: 'plan-replaced', plan: { dialect: 'planId', id: title }, title, content } as const
  return updated(atMs, update, sessionId)
}

function gone(atMs: number, sessionId: string, id: string): AppEvent {
  return updated(atMs, { type: 'plan-removed', plan: { dialect: 'planId', id } }, sessionId)
}

const one = [
  linked({ state: 'open', sinceMs: 0 }),
  described(),
  openedSession('s1'),
  titled('s1', 'fix the parser'),
  asksFor('s1', 'fix the parser'),
  plan(90_000, 's1', 'Parser', items('✓ Read it', '» Split the tokenizer out of the parser', '○ Test')),
]

const several = [
  ...one,
  plan(1_000, 's1', 'Old ideas', items('○ Rewrite it all')),
  gone(4_000, 's1', 'Old ideas'),
  plan(2_000, 's1', 'Notes for the release of the next version', { type: 'markdown', text: 'Text' }),
  subagent('s1', 'helper', 'Reviewer'),
  plan(117_000, 'helper', 'Plan', items('✓ Read', '» Write the review')),
  openedSession('docs'),
  titled('docs', 'write the docs'),
  asksFor('docs', 'write the docs'),
  asked(100_000, { sessionId: 'docs', toolKind: 'switch_mode', plan: { type: 'markdown', text: '# Docs' } }),
  plan(60_000, 'docs', '日本語の計画', items('✓ a', '✓ b')),
  openedSession('site'),
  titled('site', 'move the site'),
  asksFor('site', 'move the site'),
  asked(20_000, {
    key: 2,
    sessionId: 'site',
    toolKind: 'switch_mode',
    plan: { type: 'markdown', text: 'Move it' },
  }),
  chosen(21_000, 2, 'once'),
  plan(22_000, 'site', 'Site', items('✓ Build', '» Upload')),
  ended(23_000, 'cancelled', 'site'),
  openedSession('old'),
  titled('old', 'before'),
  plan(3_000, 'old', 'Before', items('✓ a', '○ b')),
  { type: 'session-closed', atMs: 5_000, sessionId: 'old', wasDeleted: false } as const,
  selectedSession('s1'),
]

const scenes: Readonly<Record<string, Scene>> = {
  'all-plans': { state: stateAfter(...several), keys: ['p'] },
  'all-plans-found': { state: stateAfter(...several), keys: ['p', 'p', 'a', 'r', 'space', 's', 'p'] },
  'all-plans-not-found': { state: stateAfter(...several), keys: ['p', 'x', 'x'] },
  'all-plans-closed': { state: stateAfter(...several), keys: ['p', 'pagedown', 'pagedown'] },
  'all-plans-one': { state: stateAfter(...one), keys: ['p'] },
}

describe('all plans', () => {
  expectScreens(scenes, { foreign: '日本語の計画' })

  test('on a large screen', async () => {
    const { text } = new ShownScreen(stateAfter(...several), {
      columns: 160,
      rows: 50,
      nowMs: 130_000,
    }).press('p')
    await expect(`${text}\n`).toMatchFileSnapshot('../golden/all-plans.160x50.txt')
  })
})
