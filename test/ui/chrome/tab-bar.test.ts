import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { AppEvent } from '../../../src/app/app-event.ts'
import { tabBar, type TabBarFrame } from '../../../src/ui/chrome/tab-bar.ts'
import { rowWidth, rowText } from '../../../src/lib/cells/row.ts'
import { safeLine, type SafeText } from '../../../src/lib/text/safe-text.ts'
import { tabsOf, type Tab } from '../../../src/ui/state/tabs.ts'
import { startUiState } from '../../../src/ui/state/ui-state.ts'
import { dark, plain } from '../paint/any-rows.ts'
import { approvedPlan, changedPlan } from '../../support/changed-plan.ts'
import {
  asked,
  ended,
  items,
  opened,
  over,
  planned,
  prompted,
  removed,
  stateAfter,
  updated,
} from '../../support/app-states.ts'

function tabsAfter(events: readonly AppEvent[], nowMs = 5): readonly Tab[] {
  const state = stateAfter(...opened(), ...events)
  const ui = startUiState(80, 24)
  return tabsOf(state, ui, { nowMs, isAnimated: true })
}

function many(count: number): readonly Tab[] {
  return tabsAfter(
    Array.from({ length: count }, (_, index) => planned(1, items('✓ a', '○ b'), `Plan number ${index}`)),
  )
}

function drawn(tabs: readonly Tab[], selected: number, more: Partial<TabBarFrame> = {}): string {
  const frame: TabBarFrame = {
    theme: dark,
    columns: 80,
    selected: tabs[selected]?.id ?? null,
    past: new Map(),
    sessionNames: namesOf(tabs),
    currentSessionId: null,
    isAgentGone: false,
    ...more,
  }
  const row = tabBar(tabs, frame)
  expect(rowWidth(row)).toBeLessThanOrEqual(frame.columns)
  return rowText(row).trimEnd()
}

function namesOf(tabs: readonly Tab[]): ReadonlyMap<string, SafeText> {
  const ids = [...new Set(tabs.map((tab) => tab.headId))]
  return new Map(ids.length > 1 ? ids.map((id) => [id, safeLine(id)]) : [])
}

describe('the tabs', () => {
  test.each([
    [1, 0, ' Plan number 0 1/2 ●'],
    [3, 1, ' Plan number 0 1/2 ●  Plan number 1 1/2  Plan number 2 1/2 ●'],
  ])('%i of them', (count, selected, expected) => {
    expect(drawn(many(count), selected === 0 ? -1 : selected)).toBe(expected)
  })

  test('around the selected one are shown, and the hidden ones counted', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 200 }),
        fc.nat({ max: 199 }),
        fc.integer({ min: 40, max: 160 }),
        (count, at, columns) => {
          const selected = at % count
          const text = drawn(many(count), selected, { columns })
          const shown = text.match(/ Plan num\S*/g)?.length ?? 0
          const hidden = Number(/\+(\d+)$/.exec(text)?.[1] ?? 0)
          expect(shown + hidden).toBe(count)
          if (columns >= 60) expect(text).toContain(`Plan number ${selected} 1/2`)
        },
      ),
      { numRuns: 40 },
    )
  })

  test('of several sessions are separated, and still fit', () => {
    const events = Array.from({ length: 25 }, (_, index) =>
      updated(
        1,
        {
          type: 'plan-replaced',
          plan: { dialect: 'plan', id: null },
          title: `P${index}`,
          content: items('○ a'),
        },
        `other${index}`,
      ),
    )
    const tabs = tabsAfter(events)
    expect(drawn(tabs, 0, { columns: 40 })).toBe(' P0 0/1  │  P1 0/1 ●  │  P2 0/1 ●   +22')
    for (let selected = 0; selected < 25; selected++)
      expect(drawn(tabs, selected, { theme: plain })).toContain(`P${selected} 0/1`)
  })

  test.each([
    ['done', [planned(1, items('✓ a'), 'x')], 'x 1/1 ✓'],
    ['working and not seen yet', [planned(1, items('» a'), 'x')], 'x 0/1 ●'],
    ['removed', [planned(1, items('○ a'), 'x'), removed(2, 'x')], 'x 0/1 ×'],
    ['without steps', [planned(1, { type: 'markdown', text: 'text' }, 'x')], 'x ●'],
  ] as const)('%s', (_name, events, expected) => {
    expect(drawn(tabsAfter(events), -1).trim()).toBe(expected)
  })

  test('the selected one is marked as active, not as changed', () => {
    expect(drawn(tabsAfter([prompted(1), planned(1, items('» a'), 'x')]), 0).trim()).toBe('x 0/1 »')
    expect(drawn(tabsAfter([planned(1, items('» a'), 'x')]), 0, { isAgentGone: true }).trim()).toBe('x 0/1 ×')
    expect(drawn(tabsAfter([planned(1, items('✓ a'), 'x')]), 0, { isAgentGone: true }).trim()).toBe('x 1/1 ✓')
  })

  test('an answered proposal is not marked as unfinished when the agent ends', () => {
    const proposed = [
      prompted(1),
      asked(2, { toolKind: 'switch_mode', plan: { type: 'markdown', text: '# Move it' } }),
    ]
    const answered = (optionId: string): AppEvent => ({
      type: 'permission-answered',
      atMs: 3,
      key: 1,
      answer: { type: 'selected', optionId, by: 'user' },
    })
    const gone = over(4, { kind: 'exited', code: 3, signal: null })
    const shown = (...events: readonly AppEvent[]): string =>
      drawn(tabsAfter([...proposed, ...events, gone]), 0, { isAgentGone: true }).trim()
    expect(shown(answered('once'))).toBe('Proposed plan')
    expect(shown(answered('no'))).toBe('Proposed plan')
    expect(shown()).toBe('Proposed plan ×')
  })

  test('a started plan is not marked as active when the turn has ended', () => {
    const begun = [prompted(1), planned(1, items('» a'), 'x')]
    const cancelled = [...begun, ended(2, 'cancelled')]
    expect(drawn(tabsAfter(cancelled), 0).trim()).toBe('x 0/1 ◐')
    expect(drawn(tabsAfter([planned(1, items('» a'), 'x')]), 0).trim()).toBe('x 0/1 ◐')
    expect(drawn(tabsAfter(cancelled), 0, { theme: plain }).trim()).toBe('x 0/1 o')
  })

  test('hostile and long titles are cut and made safe', () => {
    const title = `\u001b]0;pwned\u0007${'日本語'.repeat(30)}`
    const tabs = tabsAfter([
      updated(1, {
        type: 'plan-replaced',
        plan: { dialect: 'planId', id: 'x' },
        title,
        content: items('○ a'),
      }),
    ])
    expect(drawn(tabs, 0)).toBe(' ␛]0;pwned␇日本語日本語… 0/1')
    expect(drawn(tabs, 0, { columns: 40 })).toBe(' ␛]0;pwned␇… 0/1')
  })
})

test.each([
  [dark, ' Design ≠'],
  [plain, ' Design !'],
])('an approved plan that changed afterwards carries a sign', (theme, expected) => {
  expect(drawn(tabsAfter([...approvedPlan, ...changedPlan]), 0, { theme })).toBe(expected)
  expect(drawn(tabsAfter(approvedPlan), 0, { theme })).not.toBe(expected)
})
