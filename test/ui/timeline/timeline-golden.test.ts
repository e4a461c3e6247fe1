import { describe, expect, test } from 'vitest'
import type { AppEvent } from '../../../src/app/state/app-event.ts'
import { rowWidth } from '../../../src/lib/cells/row.ts'
import { makeTheme } from '../../../src/ui/paint/theme.ts'
import {
  asked,
  chosen,
  ended,
  items,
  opened,
  planned,
  prompted,
  removed,
  said,
  stateAfter,
  updated,
} from '../../support/app-states.ts'
import { dark, plainAscii, ShownScreen } from '../stack/shown-screen.ts'
import { perPlan } from '../per-plan.ts'

const plan = (atMs: number, ...lines: readonly string[]): AppEvent => planned(atMs, items(...lines))

/** A turn with a question and a compaction, nine minutes of rest, and a second turn that goes on. */
const story: readonly AppEvent[] = [
  ...opened(),
  prompted(0, 'Split the tokenizer out'),
  plan(
    2000,
    '» Read the parser',
    '○ Split the tokenizer out of the parser',
    '○ Add tests',
    '○ Look at CI',
    '○ Update the README',
  ),
  plan(
    43_000,
    '✓ Read the parser',
    '» Split the tokenizer out of the parser',
    '○ Add tests',
    '○ Look at CI',
    '○ Update the README',
  ),
  asked(105_000, { key: 1 }),
  chosen(136_000, 1, 'once'),
  plan(
    138_000,
    '✓ Read the parser',
    '✓ Split the tokenizer out of the parser',
    '○ Add tests',
    '✓ Look at CI',
    '○ Update the README',
  ),
  ended(140_000),
  prompted(680_000, 'Go on'),
  plan(
    684_000,
    '✓ Read the parser',
    '✓ Split the tokenizer out of the parser',
    '» Add tests',
    '✓ Look at CI',
    '○ Update the README',
  ),
  updated(700_000, { type: 'compaction', compactionId: 'c', status: 'completed' }),
  { type: 'marked', atMs: 704_000, text: 'here it hangs' },
]

const nowMs = 711_000

const looks = [
  { name: '40x12', columns: 40, rows: 12, theme: dark },
  { name: '80x24', columns: 80, rows: 24, theme: dark },
  { name: '160x50', columns: 160, rows: 50, theme: dark },
  { name: '80x24.ascii', columns: 80, rows: 24, theme: plainAscii },
  {
    name: '80x24.no-color',
    columns: 80,
    rows: 24,
    theme: makeTheme({ name: 'dark', color: false, ascii: false, hyperlinks: false }),
  },
]

const scenes: Readonly<Record<string, readonly string[]>> = {
  timeline: ['T'],
  'timeline-selected': ['T', 'up'],
  'timeline-zoomed': ['T', '*', '*', 'left'],
  'timeline-past': ['T', '[', '['],
}

describe.each(Object.entries(scenes))('%s', (name, keys) => {
  test.each(looks)('$name', async ({ name: look, columns, rows, theme }) => {
    const screen = new ShownScreen(stateAfter(...story), { columns, rows, theme, nowMs }).press(...keys)
    expect(screen.rows).toHaveLength(rows)
    expect(screen.rows.filter((each) => rowWidth(each) > columns)).toEqual([])
    if (theme === plainAscii) expect(screen.text).toMatch(/^[\x20-\x7e\n]*$/)
    await expect(`${screen.text}\n`).toMatchFileSnapshot(`../golden/${name}.${look}.txt`)
  })
})

function opens(events: readonly AppEvent[], atMs: number, ...keys: readonly string[]): ShownScreen {
  return new ShownScreen(stateAfter(...events), { columns: 80, rows: 24, nowMs: atMs }).press('T', ...keys)
}

describe('the timeline', () => {
  test('needs a plan', () => {
    const screen = new ShownScreen(stateAfter(...opened(), prompted(0))).press('T')
    expect(screen.text).toContain('There is no plan yet.')
    expect(screen.text).not.toContain('Timeline')
  })

  test('T and esc close it, and the cursor stays where it was', () => {
    const screen = opens(story, nowMs, 'up')
    expect(screen.text).toContain('Timeline')
    const { selected } = perPlan(screen.ui, 'scroll').values().next().value ?? { selected: null }
    expect(screen.press('T').text).not.toContain('Timeline')
    expect(perPlan(screen.ui, 'scroll').values().next().value?.selected).toBe(selected)
    expect(screen.press('T', 'escape').ui.timeline).toBeNull()
  })

  test('a diff view covers it, and T leads back to it', () => {
    const screen = opens(story, nowMs, 'd')
    expect(screen.text).not.toContain('── Timeline')
    expect(screen.press('T').text).toContain('── Timeline')
    expect(screen.press('d', 'escape').text).toContain('── Timeline')
    expect(screen.press('escape').text).not.toContain('── Timeline')
  })

  test('a selected step has its sign', () => {
    expect(opens(story, nowMs, 'up', 'space').text).toMatch(/»[^ ]Add tests/)
  })

  test('the running step grows, and its neighbours stay where they are', () => {
    const lineOf = (atMs: number, words: string): string =>
      opens(story, atMs)
        .text.split('\n')
        .find((line) => line.includes(words)) ?? ''
    expect(lineOf(713_000, 'Add tests')).not.toBe(lineOf(711_000, 'Add tests'))
    expect(lineOf(713_000, 'Add tests')).toMatch(/▸$/)
    expect(lineOf(713_000, 'Read the parser')).toBe(lineOf(711_000, 'Read the parser'))
  })

  test('a step that waits for the user says so in place of growing', () => {
    const { text } = opens([...story, asked(711_000, { key: 2 })], 760_000)
    expect(text).toMatch(/Add tests .*█.*░\?/)
    expect(text).toContain('waited 0:49')
  })

  test('a plan of text has no times, and says so', () => {
    const markdown = planned(1, { type: 'markdown', text: '- [x] One\n- [ ] Two' })
    expect(opens([...opened(), prompted(0), markdown], 9000).text).toContain(
      'The boxes of a text have no times',
    )
  })

  test('an empty timeline has no hints of keys that move in bars', () => {
    const markdown = planned(1, { type: 'markdown', text: '- [x] One\n- [ ] Two' })
    for (const content of [markdown, plan(1, '○ One'), plan(1)]) {
      const { text } = opens([...opened(), prompted(0), content], 9000)
      expect(text).toContain('esc close')
      expect(text).not.toMatch(/steps {2}\* _|zoom/)
    }
    expect(opens([...opened(), prompted(0), plan(1, '» One')], 9000).text).toContain('↑↓ steps  * _ zoom')
  })

  test('a checklist that has not begun says so', () => {
    expect(opens([...opened(), plan(1, '○ One')], 9000).text).toContain('No step of this plan has been seen')
    expect(opens([...opened(), plan(1)], 9000).text).toContain('no steps yet')
  })

  test('steps that the plan no longer has are no bars', () => {
    const { text } = opens([...story, plan(705_000, '» Add tests', '○ Update the README')], nowMs)
    expect(text).not.toContain('Read the parser')
  })

  test('a clock that jumps back gives no negative bar', () => {
    const back = [
      ...opened(),
      prompted(50_000),
      plan(60_000, '» One', '○ Two'),
      plan(20_000, '✓ One', '» Two'),
      plan(30_000, '✓ One', '✓ Two'),
    ]
    const lines = opens(back, 40_000).text.split('\n')
    expect(lines.find((line) => line.includes(' One'))).toMatch(/▏/)
    expect(lines.find((line) => line.includes(' Two'))).toMatch(/[▏▎▍▌▋▊▉█]/)
  })

  test('a session of days has days on its axis', () => {
    const days = Array.from({ length: 5 }, (_, day) => day * 86_400_000)
    const events = days.flatMap((atMs, day) => [
      prompted(atMs),
      plan(atMs + 1, ...days.map((_, step) => `${step < day ? '✓' : step === day ? '»' : '○'} Step ${step}`)),
      said(atMs + 80_000_000, 'Done for today.'),
    ])
    expect(opens([...opened(), ...events], 4.9 * 86_400_000).text).toMatch(/Nov \d+ +Nov \d+/)
  })

  test('a proposal and its answer are marks of the checklist that follows; a removal of another plan is none', () => {
    const events = [
      ...opened(),
      prompted(0),
      asked(20_000, {
        key: 1,
        toolKind: 'switch_mode',
        plan: { type: 'markdown', text: '1. One' },
        options: [{ id: 'go', name: 'Yes', kind: 'allow_once' }],
      }),
      chosen(50_000, 1, 'go'),
      plan(51_000, '» One', '○ Two'),
      planned(70_000, items('○ Other'), 'other'),
      removed(80_000, 'other'),
      plan(90_000, '✓ One', '» Two'),
    ]
    const { text } = opens(events, 100_000)
    expect(text).toMatch(/\?proposed +▲approved/)
    expect(text).not.toContain('×removed')
  })

  test('10,000 steps scroll, and each key lays out only what is seen', () => {
    const lines = Array.from(
      { length: 10_000 },
      (_, at) => `${at < 5000 ? '✓' : at === 5000 ? '»' : '○'} Step ${at}`,
    )
    const screen = opens([...opened(), prompted(0), plan(1, '» Step 0'), plan(2000, ...lines)], 9000, 'G')
    expect(screen.text).toContain('Step 9999')
    expect(screen.press('g').text).toContain('Step 0')
    expect(screen.press('f').text).toContain('» Step 5000')
  })

  test('the keys that zoom say what they are for where there is no timeline', () => {
    const screen = new ShownScreen(stateAfter(...story), { nowMs }).press('*')
    expect(screen.text).toContain('T shows the timeline')
  })

  test('a search selects steps in it', () => {
    const screen = opens(story, nowMs, '/', 'C', 'I', 'enter')
    expect(screen.text).toMatch(/› ✓ Look at CI/)
  })
})
