import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { AppEvent } from '../../../src/app/state/app-event.ts'
import { tabBar, type TabBarOptions } from '../../../src/ui/chrome/tab-bar.ts'
import { rowWidth, rowText, type Row } from '../../../src/lib/cells/row.ts'
import { safeLine, type SafeText } from '../../../src/lib/text/safe-text.ts'
import { tabsOf, type Tab } from '../../../src/ui/state/tabs.ts'
import { startUiState } from '../../../src/ui/state/ui-state.ts'
import type { Look } from '../../../src/ui/paint/look.ts'
import { paint } from '../../../src/ui/paint/paint.ts'
import type { PlanContent } from '../../../src/protocol/plan-kinds/plan-kinds.ts'
import { dark, plain } from '../paint/any-rows.ts'
import { rowOf } from '../rows/row-of.ts'
import { approvedPlan, changedPlan } from '../../support/changed-plan.ts'
import {
  asked,
  chosen,
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
    Array.from({ length: count }, (_, index) =>
      titledPlan(`Plan number ${index}`, items('✓ a', '○ b'), { id: `${index}` }),
    ),
  )
}

type Shown = Partial<TabBarOptions & Look>

function barOf(tabs: readonly Tab[], selected: number, more: Shown = {}): Row {
  const { theme = dark, columns = 80, ...others } = more
  const look = { theme, columns }
  const options = {
    selected: tabs[selected]?.id ?? null,
    isPast: () => false,
    sessionNames: namesOf(tabs),
    currentSessionId: null,
    isAgentGone: false,
    ...others,
  }
  return rowOf(tabBar(tabs, options, look), look)
}

function drawn(tabs: readonly Tab[], selected: number, more: Shown = {}): string {
  const row = barOf(tabs, selected, more)
  expect(rowWidth(row)).toBeLessThanOrEqual(more.columns ?? 80)
  return rowText(row).trimEnd()
}

function titledPlan(
  title: string,
  content: PlanContent,
  at: { readonly id: string; readonly session?: string },
): AppEvent {
  const update = { type: 'plan-replaced', plan: { dialect: 'planId', id: at.id }, title, content } as const
  return updated(1, update, at.session)
}

function namesOf(tabs: readonly Tab[]): ReadonlyMap<string, SafeText> {
  const ids = [...new Set(tabs.map((tab) => tab.headId))]
  return new Map(ids.length > 1 ? ids.map((id) => [id, safeLine(id)]) : [])
}

describe('the tabs', () => {
  test('around the selected one are shown, with the number of hidden ones at each end', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 200 }),
        fc.nat({ max: 199 }),
        fc.integer({ min: 40, max: 300 }),
        (count, at, columns) => {
          const selected = at % count
          const text = drawn(many(count), selected, { columns })
          const shown = [...text.matchAll(/ Plan num\S* ?(\d+)?/g)]
          const before = Number(/^ ‹ (\d+)/.exec(text)?.[1] ?? 0)
          const after = Number(/(\d+) ›$/.exec(text)?.[1] ?? 0)
          expect(before + shown.length + after).toBe(count)
          expect(before).toBeLessThanOrEqual(selected)
          expect(after).toBeLessThan(count - selected)
          if (columns >= 60) expect(text).toContain(`Plan number ${selected} 1/2`)
        },
      ),
      { numRuns: 40 },
    )
  })

  test('never exceed the bar, whatever their names and its width', () => {
    const title = fc.oneof(
      fc.constantFrom('Plan', 'Proposed plan', '日本語'),
      fc.string({ unit: 'grapheme', maxLength: 60 }),
    )
    fc.assert(
      fc.property(
        fc.array(fc.record({ title, session: fc.constantFrom('a', 'b', 'b', 'c'), hasSteps: fc.boolean() }), {
          minLength: 1,
          maxLength: 30,
        }),
        fc.nat(),
        fc.integer({ min: 20, max: 200 }),
        (plans, at, columns) => {
          const tabs = tabsAfter(
            plans.map(({ title: name, session, hasSteps }, index) =>
              titledPlan(name, hasSteps ? items('» a', '○ b') : { type: 'markdown', text: 'x' }, {
                id: `id${index}`,
                session,
              }),
            ),
          )
          const selected = at % tabs.length
          const bar = barOf(tabs, selected, { columns })
          expect(rowWidth(bar)).toBeLessThanOrEqual(columns)
          const [accent] = paint(dark, 'accent', safeLine('x'))
          expect(bar.filter(({ style }) => style.sgr === accent?.style.sgr)).toHaveLength(1)
        },
      ),
      { numRuns: 60 },
    )
  })

  test('use the room there is: names are cut only where they have to be, the longest first', () => {
    const titles = [
      'Short',
      'A name that is longer than twenty-four',
      'Another one that is longer than the others',
    ]
    const tabs = tabsAfter(titles.map((title, at) => titledPlan(title, items('○ a'), { id: `${at}` })))
    expect(drawn(tabs, 0, { columns: 160 })).toBe(
      ` ${titles.map((title, at) => `${title} 0/1${at === 0 ? '  ' : ' ●'}`).join('  ')}`,
    )
    expect(drawn(tabs, 0, { columns: 84 })).toBe(
      ' Short 0/1    A name that is longer than… 0/1 ●  Another one that is longer… 0/1 ●',
    )
    expect(drawn(tabs, 1, { columns: 84 })).toBe(
      ' ‹ 1 A name that is longer than twenty-four 0/1    Another one that is longe… 0/1 ●',
    )
  })

  test('stay where they are when the progress and the marks of others change', () => {
    const plansOf = (steps: readonly (readonly string[])[]): readonly AppEvent[] => [
      prompted(0),
      ...steps.map((lines, at) => titledPlan(`Plan number ${at}`, items(...lines), { id: `${at}` })),
    ]
    const twelve = (sign: string, count: number): readonly string[] =>
      Array.from({ length: 12 }, (_, at) => `${at < count ? '✓' : sign} step ${at}`)
    const placesOf = (events: readonly AppEvent[], columns: number): readonly unknown[] => {
      const text = drawn(tabsAfter(events), 1, { columns })
      return [...text.matchAll(/Plan number \d+|[‹›]/g)].map(({ 0: word, index }) => [word, index])
    }
    for (const columns of [40, 80, 100, 160]) {
      const places = [0, 9, 10, 12].flatMap((done) =>
        ['○', '»'].map((sign) =>
          placesOf(
            plansOf([twelve(sign, done), ['○ a'], twelve('○', 12 - done), ['○ a'], twelve('○', done)]),
            columns,
          ),
        ),
      )
      expect(new Set(places.map((each) => JSON.stringify(each))).size).toBe(1)
    }
  })

  test.each<[string, readonly string[], readonly string[], string]>([
    ['by their ids', ['main', 'other'], ['s', 's'], ' Work (main) 0/1    Work (other) 0/1 ●'],
    [
      'by their numbers if they have no ids to show',
      ['x'.repeat(20), `${'x'.repeat(20)}y`],
      ['s', 's'],
      ' Work #1 0/1    Work #2 0/1 ●',
    ],
    [
      'by the names of their sessions',
      ['main', 'main'],
      ['docs', 'site'],
      ' docs:  Work 0/1    │  site:  Work 0/1 ●',
    ],
  ])('with the same name are told apart %s', (_name, ids, sessions, expected) => {
    const events = ids.map((id, at) => titledPlan('Work', items('○ a'), { id, session: sessions[at] ?? '' }))
    expect(drawn(tabsAfter(events), 0)).toBe(expected)
  })

  test('whose title and id nobody sees are called Plan', () => {
    const events = [
      titledPlan('\u2800\u200b', items('○ a'), { id: '\u3164' }),
      titledPlan('Work', items('○ a'), { id: 'w' }),
    ]
    expect(drawn(tabsAfter(events), 0)).toBe(' Plan 0/1    Work 0/1 ●')
  })

  test('stand behind the whole name of their session, if no tab is cut for it', () => {
    const sessions = ['docs', 'a long name of a session']
    const events = sessions.map((session) => titledPlan('Work', items('○ a'), { id: 'main', session }))
    expect(drawn(tabsAfter(events), 0, { columns: 61 })).toContain('a long name of a session:  Work 0/1 ●')
    expect(drawn(tabsAfter(events), 0, { columns: 56 })).toContain('a long name of …:  Work 0/1 ●')
  })

  test('of one name in several sessions have the name of the session, if there is no room to name the sessions', () => {
    const sessions = ['docs', 'site', 'a very long name of a session']
    const events = sessions.map((session) => titledPlan('Work', items('○ a'), { id: 'main', session }))
    expect(drawn(tabsAfter(events), 0, { columns: 72 })).toBe(
      ' Work (docs) 0/1    │  Work (site) 0/1 ●  │  Work (a very long…) 0/1 ●',
    )
  })

  test('without room for a name keep what tells them apart', () => {
    const events = ['one', 'two'].map((id) => titledPlan('The same long name', items('○ a'), { id }))
    expect(drawn(tabsAfter(events), 1, { columns: 40 })).toBe(' The s… (one) 0/1 ●  The s… (two) 0/1')
  })

  test.each([
    ['unicode', dark],
    ['ASCII', plain],
  ])('in all widths, from one to a thousand: %s', async (look, theme) => {
    const bars = [1, 2, 5, 12, 40, 1000].flatMap((count) => {
      const tabs = many(count)
      return [40, 80, 160, 300].flatMap((columns) =>
        [...new Set([0, Math.floor(count / 2), count - 1])].map((at) => {
          const bar = drawn(tabs, at, { theme, columns })
          return `${count} tabs, the shown one ${at + 1}, ${columns} columns\n${bar}\n`
        }),
      )
    })
    await expect(bars.join('\n')).toMatchFileSnapshot(`../golden/tab-bars.${look}.txt`)
  })

  test('of several sessions are separated, and still fit', () => {
    const events = Array.from({ length: 25 }, (_, index) =>
      titledPlan(`P${index}`, items('○ a'), { id: 'p', session: `other${index}` }),
    )
    const tabs = tabsAfter(events)
    expect(drawn(tabs, 0, { columns: 40 })).toBe(' P0 0/1    │  P1 0/1 ●             23 ›')
    for (let selected = 0; selected < 25; selected++)
      expect(drawn(tabs, selected, { theme: plain })).toContain(`P${selected} 0/1`)
  })

  test.each([
    ['done', [planned(1, items('✓ a'), 'x')], 'Plan 1/1 ✓'],
    ['working and not seen yet', [planned(1, items('» a'), 'x')], 'Plan 0/1 ●'],
    ['removed', [planned(1, items('○ a'), 'x'), removed(2, 'x')], 'Plan 0/1 ×'],
    ['without steps', [planned(1, { type: 'markdown', text: 'text' }, 'x')], 'Plan ●'],
  ] as const)('%s', (_name, events, expected) => {
    expect(drawn(tabsAfter(events), -1).trim()).toBe(expected)
  })

  test('the selected one is marked as active, not as changed', () => {
    expect(drawn(tabsAfter([prompted(1), planned(1, items('» a'), 'x')]), 0).trim()).toBe('Plan 0/1 »')
    expect(drawn(tabsAfter([planned(1, items('» a'), 'x')]), 0, { isAgentGone: true }).trim()).toBe(
      'Plan 0/1 ×',
    )
    expect(drawn(tabsAfter([planned(1, items('✓ a'), 'x')]), 0, { isAgentGone: true }).trim()).toBe(
      'Plan 1/1 ✓',
    )
  })

  test('an answered proposal is not marked as unfinished when the agent ends', () => {
    const proposed = [
      prompted(1),
      asked(2, { toolKind: 'switch_mode', plan: { type: 'markdown', text: '# Move it' } }),
    ]
    const gone = over(4, { kind: 'exited', code: 3, signal: null })
    const shown = (...events: readonly AppEvent[]): string =>
      drawn(tabsAfter([...proposed, ...events, gone]), 0, { isAgentGone: true }).trim()
    expect(shown(chosen(3, 1, 'once'))).toBe('Proposed plan')
    expect(shown(chosen(3, 1, 'no'))).toBe('Proposed plan')
    expect(shown()).toBe('Proposed plan ×')
  })

  test('a started plan is not marked as active when the turn has ended', () => {
    const begun = [prompted(1), planned(1, items('» a'), 'x')]
    const cancelled = [...begun, ended(2, 'cancelled')]
    expect(drawn(tabsAfter(cancelled), 0).trim()).toBe('Plan 0/1 ◐')
    expect(drawn(tabsAfter([planned(1, items('» a'), 'x')]), 0).trim()).toBe('Plan 0/1 ◐')
    expect(drawn(tabsAfter(cancelled), 0, { theme: plain }).trim()).toBe('Plan 0/1 o')
  })

  test('hostile and long titles are cut and made safe', () => {
    const title = `\u001b]0;pwned\u0007${'日本語'.repeat(30)}`
    const tabs = tabsAfter([titledPlan(title, items('○ a'), { id: 'x' })])
    expect(drawn(tabs, 0)).toMatch(/^ ␛\]0;pwned␇(?:日本語)+日?本?… 0\/1$/)
    expect(drawn(tabs, 0, { columns: 40 })).toMatch(/^ ␛\]0;pwned␇(?:日本語)+日?本?… 0\/1$/)
  })
})

test.each([
  [dark, ' Design ≠'],
  [plain, ' Design %'],
])('an approved plan that changed afterwards carries a sign', (theme, expected) => {
  expect(drawn(tabsAfter([...approvedPlan, ...changedPlan]), 0, { theme })).toBe(expected)
  expect(drawn(tabsAfter(approvedPlan), 0, { theme })).not.toBe(expected)
})
