import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { at } from '../../plans/update-time.ts'
import { withPlanRemoved, withPlanUpdate, type SessionPlans } from '../../../src/plans/session-plans.ts'
import type { Plan } from '../../../src/plans/plan.ts'
import type { PlanEntry } from '../../../src/protocol/plans/plan-content.ts'
import type { PlanContent } from '../../../src/protocol/plan-kinds/plan-kinds.ts'
import { rowWidth, rowText, type Row } from '../../../src/lib/cells/row.ts'
import { makeTheme } from '../../../src/ui/paint/theme.ts'
import { items as checklist } from '../../../src/ui/plan-panes/items-pane.ts'
import type { PaneAt, SettledPane } from '../../../src/ui/plan-panes/pane.ts'
import { startOfPane, type PaneScroll } from '../../../src/ui/state/ui-state.ts'
import { dark, plain } from '../paint/any-rows.ts'
import { ansiText } from '../../support/ansi-text.ts'
import { paneAt } from './pane-at.ts'
import { items } from '../../support/app-states.ts'

const name = { dialect: 'plan', id: null } as const

/** The plan after updates, one a second. */
function planAfter(...contents: readonly PlanContent[]): Plan {
  let plans: SessionPlans = new Map()
  for (const [index, content] of contents.entries())
    plans = withPlanUpdate(plans, { plan: name, content }, at(index * 1000))
  const [plan] = withPlanRemoved(plans, 'id:other', at(0)).values()
  if (plan === undefined) throw new Error('no plan')
  return plan
}

const frame: PaneAt = { ...paneAt, nowMs: 60_000, work: at(60_000).work, clock: 'working' }

function draw(plan: Plan, more: Partial<PaneAt> = {}): SettledPane {
  if (plan.body.type !== 'items') throw new Error('no checklist')
  return checklist.settle(plan, plan.body, { ...frame, ...more })
}

function scroll(more: Partial<PaneScroll>): PaneScroll {
  return { ...startOfPane, ...more }
}

function texts(rows: readonly Row[]): readonly string[] {
  return rows.map((each) => rowText(each).trimEnd())
}

/** The rows beneath the bar. */
function listed(plan: Plan, more: Partial<PaneAt> = {}): readonly string[] {
  return texts(draw(plan, more).draw()).slice((more.rows ?? frame.rows) >= 12 ? 2 : 1)
}

const many = (count: number, current: number): PlanContent => ({
  type: 'items',
  entries: Array.from({ length: count }, (_, index): PlanEntry => {
    const status = index < current ? 'completed' : index === current ? 'in_progress' : 'pending'
    return { content: `Step ${index}`, status, priority: 'medium' }
  }),
})

describe('the visible steps', () => {
  test('include the current step while it is followed, whatever the scroll position was, folded or not', () => {
    fc.assert(
      fc.property(
        fc.record({
          count: fc.integer({ min: 1, max: 200 }),
          at: fc.nat({ max: 300 }),
          top: fc.nat({ max: 400 }),
          rows: fc.integer({ min: 2, max: 40 }),
          isCollapsed: fc.boolean(),
        }),
        ({ count, at, top, rows, isCollapsed }) => {
          const current = at % count
          const shown = listed(planAfter(many(count, current)), {
            rows,
            scroll: scroll({ top, isCollapsed }),
          })
          expect(shown.some((text) => text.includes(`» Step ${current}`))).toBe(true)
        },
      ),
    )
  })

  test('include the selected step, and as much of its text as fits', () => {
    fc.assert(
      fc.property(
        fc.record({
          count: fc.integer({ min: 1, max: 60 }),
          at: fc.nat({ max: 60 }),
          top: fc.nat({ max: 80 }),
          lines: fc.integer({ min: 0, max: 30 }),
        }),
        ({ count, at, top, lines }) => {
          const selected = at % count
          const content = Array.from({ length: lines + 1 }, (_, line) => `line ${line} of it`).join('\n')
          const entries = Array.from({ length: count }, (_, index) => ({
            content: index === selected ? content : `Step ${index}`,
            status: 'pending',
            priority: '',
          }))
          const plan = planAfter({ type: 'items', entries })
          const shown = listed(plan, {
            rows: 12,
            scroll: scroll({ top, selected, follows: 'free' }),
          })
          expect(shown.filter((text) => /line \d+ of it/.test(text))).toHaveLength(Math.min(lines + 1, 10))
          expect(shown.some((text) => text.includes('line 0 of it'))).toBe(true)
        },
      ),
    )
  })

  test('start at the first step to do if none is in progress', () => {
    const entries = Array.from({ length: 50 }, (_, index) => (index < 30 ? '✓ done' : '○ open'))
    const plan = planAfter(items('⊘ never', ...entries))
    expect(listed(plan)).toContain('  ○ open')
    expect(listed(plan, { scroll: scroll({ isCollapsed: true }) })).toContain('  ○ open')
  })

  test('are the only ones of 10,000 that are drawn', () => {
    const plan = planAfter(many(10_000, 7000))
    const view = draw(plan)
    expect(view.draw()).toHaveLength(frame.rows)
    expect(view.shown).toMatchObject({ total: 10_000, visible: 12 })
    expect(texts(view.draw())).toContainEqual(expect.stringMatching(/^  » Step 7000 +1:00$/))
    expect(listed(plan, { scroll: scroll({ follows: 'end' }) }).at(-1)).toBe('  ○ Step 9999')
  })
})

const mixed = items(
  '✓ Read the parser !high',
  '» Add tests for nested quotes — “é”, 日本語, 🚀 !high',
  '○ Update the README !low',
  '⊘ Rename parse() everywhere',
  'blocked Wait for the release !urgent',
)

describe('a row', () => {
  test.each([40, 80])('has a sign, the text and facts, in %i columns', async (columns) => {
    for (const [theme, kind] of [
      [dark, 'unicode'],
      [plain, 'ascii'],
    ] as const) {
      const rows = draw(planAfter(mixed), { theme, columns, rows: 8 }).draw()
      expect(rows.filter((each) => rowWidth(each) > columns)).toEqual([])
      await expect(texts(rows).join('\n')).toMatchFileSnapshot(`../golden/items.${columns}.${kind}.txt`)
    }
  })

  test('has only ASCII signs in an ASCII terminal', () => {
    const rows = draw(planAfter(items('✓ done', '» now !high', '○ open')), {
      theme: plain,
      columns: 40,
    }).draw()
    expect(rows.filter((each) => !/^[\x20-\x7e]*$/.test(rowText(each)))).toEqual([])
  })

  test('without colour the current step differs by its weight', () => {
    const bare = makeTheme({ name: 'dark', color: false, ascii: false, hyperlinks: false })
    const rows = draw(planAfter(items('✓ done', '» now', '○ open')), { theme: bare }).draw()
    expect(rows.flat().filter(({ style }) => style.fg !== null)).toEqual([])
    expect(rows.slice(2).map(ansiText)).toEqual([
      expect.stringContaining('\u001b[2mdone\u001b[0m'),
      expect.stringContaining('\u001b[1mnow\u001b[0m'),
      expect.stringContaining('○ open'),
    ])
  })

  test('contains no control sequences or line breaks of the agent', () => {
    const plan = planAfter(items('○ a\u001b[2Jb\nc\u202ed'))
    expect(listed(plan)).toEqual(['  ○ a␛[2Jb ⏎ cd'])
  })
})

describe('the selected step', () => {
  const plan = planAfter({
    type: 'items',
    entries: [
      {
        content: `Split the tokenizer ${'out of the parser '.repeat(8)}`,
        status: 'in_progress',
        priority: 'high',
      },
      { content: 'first line\nsecond line\n\nlast line', status: 'pending', priority: '' },
      { content: '日本語の長い文章'.repeat(12), status: 'a word of my own', priority: 'very urgent indeed' },
    ],
  })

  test.each([40, 120])('unfolds in %i columns', async (columns) => {
    const shown = [0, 1, 2].map((cursorKey) =>
      listed(plan, { columns, rows: 11, scroll: scroll({ selected: cursorKey, follows: 'free' }) }).join(
        '\n',
      ),
    )
    await expect(shown.join('\n\n')).toMatchFileSnapshot(`../golden/selected.${columns}.txt`)
  })
})

describe('a change', () => {
  const before = items('✓ a', '○ b', '○ c', '○ d', '○ e')
  const after = items('✓ a', '✓ d', '○ e', '○ f')

  test('is marked for a second and a half; a dropped step stays in its place', () => {
    const plan = planAfter(before, after)
    expect(listed(plan, { nowMs: 1000 })).toEqual([
      '  ✓ a',
      expect.stringMatching(/^  × b +dropped$/),
      expect.stringMatching(/^  × c +dropped$/),
      expect.stringMatching(/^  ✓ d +· changed$/),
      '  ○ e',
      expect.stringMatching(/^  ○ f +\+ new$/),
    ])
    expect(draw(plan, { nowMs: 1000 }).nextAtMs).toBe(2500)
    expect(listed(plan, { nowMs: 2499 })).toHaveLength(6)
    expect(listed(plan, { nowMs: 2500 })).toEqual(['  ✓ a', '  ✓ d', '  ○ e', '  ○ f'])
    expect(draw(plan, { nowMs: 2500 }).nextAtMs).toBeNull()
  })

  test('is not marked without animation', () => {
    const plan = planAfter(before, after)
    expect(listed(plan, { nowMs: 1000, hasMarks: false, steps: null })).toEqual([
      '  ✓ a',
      '  ✓ d',
      '  ○ e',
      '  ○ f',
    ])
  })

  test('the clock of the running step ticks once a second, and stops with the turn', () => {
    const plan = planAfter(items('» now'))
    expect(draw(plan, { nowMs: 1300, work: at(1300).work }).nextAtMs).toBe(2000)
    expect(draw(plan, { nowMs: 1300, work: at(1300).work, clock: 'standing' }).nextAtMs).toBeNull()
  })
})

describe('done steps, folded', () => {
  const plan = planAfter(items('✓ a', '✓ b', '» c', '✓ d', '○ e'))
  test.each([
    [80, ['  ✓ 2 done steps · c shows them', '  » c', '  ✓ 1 done step · c shows it', '  ○ e']],
    [40, [' ✓ 2 done steps · c shows them', ' » c', ' ✓ 1 done step · c shows it', ' ○ e']],
  ])('in %i columns', (columns, expected) => {
    const shown = listed(plan, { columns, scroll: scroll({ isCollapsed: true }) })
    expect(shown.map((text) => text.replace(/ +1:00$/, ''))).toEqual(expected)
  })
})

test('an empty list says whether it was cleared or never had steps', () => {
  expect(texts(draw(planAfter(items())).draw())).toEqual(['', '  This plan has no steps yet.'])
  expect(texts(draw(planAfter(items('○ a'), items()), { hasMarks: false, steps: null }).draw())).toEqual([
    '',
    '  The agent cleared this plan.',
  ])
  expect(texts(draw(planAfter(items()), { columns: 40, rows: 6 }).draw())).toEqual([
    ' This plan has no steps yet.',
  ])
})

test('a search finds and marks texts, not parts of escape sequences', () => {
  const plan = planAfter(items('✓ two', '○ three', '○ TWO 2'))
  expect(draw(plan, { query: 'two' }).shown.matches).toEqual([0, 2])
  expect(draw(plan, { query: '2' }).shown.matches).toEqual([2])
  expect(ansiText(draw(plan, { query: 'two' }).draw()[2] ?? [])).toContain('\u001b[2;7mtwo')
})

test.each([80, 40])('a stalled step has a word at its row, in %s columns', (columns) => {
  const plan = planAfter(items('✓ A', '» Run all tests of the parser, and those of the tokenizer'))
  const { body } = plan
  if (body.type !== 'items') throw new Error('no checklist')
  const stalledKey = body.entries[1]?.key ?? null
  const shown = (key: number | null): string =>
    checklist
      .settle(plan, body, { ...frame, columns, stalledKey: key })
      .draw()
      .map(rowText)
      .join('\n')
  expect(shown(stalledKey)).toMatch(/» Run all .*… +stalled|» Run all .* stalled/)
  expect(shown(null)).not.toContain('stalled')
})
