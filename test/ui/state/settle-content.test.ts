import { describe, expect, test } from 'vitest'
import type { AppEvent } from '../../../src/app/state/app-event.ts'
import {
  asked,
  ended,
  items,
  opened,
  planned,
  prompted,
  said,
  session,
  stateAfter,
} from '../../support/app-states.ts'
import { rowWidth } from '../../../src/lib/cells/row.ts'
import { reduce } from '../../../src/app/reduce/reduce.ts'
import type { AppState } from '../../../src/app/state/app-state.ts'
import { tabId } from '../../../src/ui/state/ui-state.ts'
import type { DocumentCache } from '../../../src/ui/plan-panes/document-cache.ts'
import { loadedDocumentCache, ShownScreen } from '../stack/shown-screen.ts'
import { perPlan } from '../per-plan.ts'

const text = '# The plan\n\n1. Do it\n2. Do it well\n'
const begun = [...opened(), prompted(0), planned(0, items('» One', '○ Two'))]

function proposes(atMs: number, key: number, plan = text, sessionId = session): AppEvent {
  return asked(atMs, { key, sessionId, title: 'Approve?', plan: { type: 'markdown', text: plan } })
}

function answers(atMs: number, key: number): AppEvent {
  return { type: 'permission-answered', atMs, key, answer: { type: 'selected', optionId: 'no', by: 'user' } }
}

function shown(state: AppState, documentCache?: DocumentCache): ShownScreen {
  return new ShownScreen(state, { nowMs: 10_000, ...(documentCache === undefined ? {} : { documentCache }) })
}

function after(state: AppState, ...events: readonly AppEvent[]): AppState {
  return events.reduce((before, event) => reduce(before, event), state)
}

const proposedTab = `${session}\u0000proposed`

describe('a question about a plan', () => {
  test('shows its plan, whichever tab was shown', () => {
    const state = stateAfter(...begun)
    const screen = shown(state).press('1')
    expect(screen.ui).toMatchObject({ followsTabs: false, tab: `${session}\u0000anonymous` })
    screen.show(after(state, proposes(5000, 1)))
    expect(screen.ui.tab).toBe(proposedTab)
    expect(screen.text).toContain('Proposed plan ?')
  })

  test('shows its plan only when the input line is left', () => {
    const state = stateAfter(...begun)
    const screen = shown(state).press('enter', 'h')
    screen.show(after(state, proposes(5000, 1)))
    expect(screen.ui.tab).not.toBe(proposedTab)
    expect(screen.text).toContain('Proposed plan ?')
    expect(screen.press('escape').ui).toMatchObject({ tab: proposedTab, prompt: { line: { text: 'h' } } })
  })

  test('shows its plan only when the panel is closed', () => {
    const state = stateAfter(...begun)
    const screen = shown(state).press('a')
    screen.show(after(state, proposes(5000, 1)))
    expect(screen.ui.tab).not.toBe(proposedTab)
    expect(screen.press('escape').ui.tab).toBe(proposedTab)
  })

  test('keeps its plan shown during other updates, until the user picks another tab', () => {
    const asking = after(stateAfter(...begun), proposes(5000, 1))
    const screen = shown(asking)
    const busy = after(asking, planned(9000, items('✓ One', '» Two')))
    screen.show(busy, 20_000)
    expect(screen.ui.tab).toBe(proposedTab)
    expect(screen.press('tab').ui.tab).toBe(`${session}\u0000anonymous`)
    screen.show(busy, 21_000)
    expect(screen.ui.tab).toBe(`${session}\u0000anonymous`)
  })

  test('the next question shows its plan again, from the first row', () => {
    const long = `# Plan\n\n${'A line of it.\n\n'.repeat(60)}`
    const asking = after(stateAfter(...begun), proposes(5000, 1, long))
    const screen = shown(asking).press('pagedown', '1')
    const next = after(asking, answers(6000, 1), proposes(7000, 2, `${long}\n\nAnd more.`))
    screen.show(next)
    expect(screen.ui.tab).toBe(proposedTab)
    expect(perPlan(screen.ui, 'scroll').get(tabId(session, 'proposed'))).toMatchObject({ top: 0 })
    expect(screen.text).toContain('revision 2 · +1 −0 line since the last proposal')
  })

  test('of a message is shown at the end of the turn', () => {
    const told = said(1000, `<proposed_plan>\n${text}</proposed_plan>\n`)
    const state = stateAfter(...begun, told)
    const screen = shown(state).press('1')
    screen.show(after(state, ended(3000)))
    expect(screen.ui.tab).toBe(proposedTab)
    expect(screen.text).toContain('Implement this plan?')
  })

  test('of another session is shown too', () => {
    const state = after(stateAfter(...begun), proposes(5000, 1, text, 'child'))
    const screen = shown(state)
    expect(screen.ui.tab).toBe('child\u0000proposed')
    screen.show(state, 30_000)
    expect(screen.ui.tab).toBe('child\u0000proposed')
    screen.show(after(state, answers(31_000, 1)), 40_000)
    expect(screen.ui.tab).toBe(`${session}\u0000anonymous`)
  })
})

test('two open questions of a session have a tab each, and the shown one is answered', () => {
  const state = after(
    stateAfter(...begun),
    proposes(5000, 1, '# The first'),
    proposes(6000, 2, '# The second'),
  )
  const screen = shown(state)
  expect(screen.ui.tab).toBe(proposedTab)
  expect(screen.text).toContain('The first ?')
  expect(screen.text).toContain('Proposed plan ?')
  screen.show(after(state, answers(7000, 1)))
  expect(screen.ui.tab).toBe(`${session}\u0000proposed:2`)
  expect(screen.text).toContain('revision 1')
})

test('a plan that changes during its question is shown in the version of the question', () => {
  const sends = (atMs: number, words: string): AppEvent =>
    planned(atMs, { type: 'markdown', text: words }, 'a-1')
  const state = after(
    stateAfter(...begun),
    sends(4000, text),
    proposes(5000, 1),
    sends(6000, '# Another plan'),
  )
  const screen = shown(state)
  expect(screen.text).toContain('an earlier proposal')
  expect(screen.text).toContain('Do it well')
  expect(screen.text).not.toContain('Another plan')
  screen.show(after(state, answers(7000, 1)))
  expect(screen.text).toContain('Another plan')
})

test('the plan has four rows in the smallest terminal', () => {
  const state = after(stateAfter(...begun), proposes(5000, 1))
  const screen = new ShownScreen(state, { columns: 40, rows: 12 })
  const main = screen.drawn.view.parts.find(({ kind }) => kind === 'plan-pane')
  expect(main?.rows).toHaveLength(4)
  expect(screen.drawn.shown.main.visible).toBe(4)
})

test.each([
  ['lines', (at: number) => `${at}. A step of it, with \`code\` and **more**\n`, 25_000],
  [
    'paragraphs',
    (at: number) => `The paragraph ${at} has words and more words, and some more of them.\n\n`,
    15_000,
  ],
  ['wide letters', (at: number) => `- 第${at}歩: 構文解析器を分割する、テストを追加する\n`, 30_000],
  ['sequences', (at: number) => `\u001b[2J\u202e${at}\u001b]0;x\u0007 &#27;[31m\n`, 40_000],
] as const)('a revised plan of a megabyte of %s delays no key for long', async (_what, line, count) => {
  const lines = Array.from({ length: count }, (_, at) => line(at))
  const before = lines.join('')
  const now = lines
    .with(7, 'Something else\n')
    .toSpliced(count / 2, 0, 'And one more\n')
    .join('')
  expect(now.length).toBeGreaterThan(900_000)
  const screen = shown(stateAfter(...begun), await loadedDocumentCache())
  const asking = after(
    stateAfter(...begun),
    proposes(5000, 1, before),
    answers(6000, 1),
    proposes(7000, 2, now),
  )
  screen.show(asking)
  for (const key of ['pagedown', 'down', 'd', 'd', 'G', 'f', 'x']) screen.press(key)
  expect(screen.text).toContain('revision 2')
  for (const row of screen.rows) expect(rowWidth(row)).toBeLessThanOrEqual(80)
})

describe('a question about a plan, and the timeline', () => {
  test('waits behind the timeline that is open when it comes; W shows the plan', () => {
    const state = stateAfter(...begun)
    const screen = shown(state).press('T')
    screen.show(after(state, proposes(5000, 1)))
    expect(screen.text).toContain('Timeline')
    expect(screen.text).toContain('W to answer')
    expect(screen.press('W').text).toContain('2. Do it well')
    expect(screen.text).toContain('enter choose')
  })

  test('is not answered while a timeline hides the plan; W shows the plan again', () => {
    const screen = shown(stateAfter(...begun, proposes(5000, 1))).press('T')
    expect(screen.text).toContain('Timeline')
    expect(screen.press('enter').intents).toEqual([])
    expect(screen.press('escape', 'W').text).toContain('2. Do it well')
    expect(screen.press('T', 'W').text).toContain('2. Do it well')
  })

  test('a question about something else is answered beside the timeline', () => {
    const screen = shown(stateAfter(...begun, asked(5000, { key: 1 }))).press('T')
    expect(screen.press('enter').intents).toHaveLength(1)
  })
})
