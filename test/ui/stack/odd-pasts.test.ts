import { describe, expect, test } from 'vitest'
import type { AppEvent } from '../../../src/app/state/app-event.ts'
import { reduce } from '../../../src/app/reduce/reduce.ts'
import type { PlanContent } from '../../../src/protocol/plan-kinds/plan-kinds.ts'
import { defaultHistoryBytes } from '../../../src/app/history/default-memory.ts'
import { items, planned, stateAfter } from '../../support/app-states.ts'
import { begun, head, planOf } from './past-stage.ts'
import { ShownScreen } from './shown-screen.ts'

const nowMs = 400_000

describe('odd pasts', () => {
  test('a file that was not read for a revision is told', () => {
    const at = (uri: string): AppEvent => planned(10_000, { type: 'file', uri }, 'design')
    const screen = new ShownScreen(stateAfter(...begun, at('file:///a.md'), at('file:///b.md')), { nowMs })
    screen.press('[')
    expect(planOf(screen)).toBe('The file of this revision was not read: its content then is unknown.')
  })

  test('a clock that jumps back never gives a negative time', () => {
    const state = stateAfter(
      ...begun,
      planned(90_000, items('» One')),
      planned(20_000, items('✓ One')),
      planned(50_000, items('✓ One', '» Two')),
    )
    const screen = new ShownScreen(state, { nowMs: 21_000 }).press('[', '[')
    expect(head(screen)).toContain('revision 1 of 3 · just now')
    expect(screen.drawn.nextAtMs).toBeGreaterThan(21_000)
    expect(head(screen.press(']'))).toContain('revision 2 of 3 · 1s ago')
  })

  test('a plan that turns from checklist to markdown and back', () => {
    const state = stateAfter(
      ...begun,
      planned(1000, items('» One', '○ Two')),
      planned(2000, { type: 'markdown', text: '# Heading\n\nText.\n' }),
      planned(3000, items('✓ One', '» Two')),
    )
    const screen = new ShownScreen(state, { nowMs }).press('j', '[')
    expect(planOf(screen)).toContain('Text.')
    expect(planOf(screen.press('space'))).toContain('Text.')
    expect(planOf(screen.press('['))).toMatch(/0 of 2[^]*» One/)
    expect(planOf(screen.press('c', ']', 'd', 'o'))).toContain('Text.')
    expect(planOf(screen.press('L'))).toMatch(/1 of 2/)
  })

  test('10,000 revisions of a small plan: their numbers stay, and the line fits any width', () => {
    let state = stateAfter(...begun)
    for (let at = 1; at <= 10_000; at++) state = reduce(state, planned(at * 1000, items(`» Step ${at}`)))
    const screen = new ShownScreen(state, { nowMs: 10_000_000 })
    screen.press('[', '[', '[')
    expect(head(screen)).toMatch(/revision 9,997 of 10,000 · [\d,]+ kept · 3s ago/)
    for (const columns of [40, 41, 59, 60, 80, 160, 300]) {
      screen.resize(columns, 24)
      const line = screen.text.split('\n').find((each) => each.includes('…●') || each.includes('─●')) ?? ''
      expect(line.length).toBeLessThanOrEqual(columns)
      expect(line).toMatch(/^ ○…○.*●.*○/)
    }
    expect(screen.press('{', '[').text).toContain('This is the first revision.')
    expect(planOf(screen)).toContain('Step 1')
  })

  test('1,000 revisions of a large text: the newest and the first are kept, within the memory for them', () => {
    const line = 'Read the parser, and write down what it does with quotes.\n'
    const text = (at: number): PlanContent => ({
      type: 'markdown',
      text: `# Text ${at}\n\n${line.repeat(1700)}`,
    })
    let state = stateAfter(...begun)
    for (let at = 1; at <= 1000; at++) state = reduce(state, planned(at * 1000, text(at)))
    expect(state.history.bytes).toBeLessThanOrEqual(defaultHistoryBytes)
    const screen = new ShownScreen(state, { nowMs: 1_000_000 }).press('[', '[')
    expect(head(screen)).toMatch(/revision 998 of 1,000 · \d{2,3} kept · 2s ago/)
    expect(planOf(screen)).toContain('Text 998')
    screen.press(...Array.from({ length: 400 }, () => '['))
    expect(screen.text).toContain('This is the first revision.')
    expect(planOf(screen)).toMatch(/Text 1$/m)
  })

  test('1,000 revisions of a large checklist are all kept: they share the steps that stay', () => {
    const steps = Array.from({ length: 1000 }, (_, at) => `○ Step ${at + 1} of the plan`)
    let state = stateAfter(...begun)
    for (let at = 0; at < 1000; at++) {
      steps[at] = `✓ Step ${at + 1} of the plan`
      state = reduce(state, planned((at + 1) * 1000, items(...steps)))
    }
    const screen = new ShownScreen(state, { nowMs: 1_000_000 }).press('[')
    expect(head(screen)).toContain('revision 999 of 1,000 · 1s ago')
    expect(planOf(screen)).toContain('999 of 1000')
  })

  test('statuses that go backwards: the past shows what was done then, and the difference says what is open again', () => {
    const state = stateAfter(
      ...begun,
      planned(1000, items('✓ One', '✓ Two', '» Three')),
      planned(2000, items('✓ One', '○ Two', '○ Three')),
    )
    const screen = new ShownScreen(state, { nowMs })
    expect(planOf(screen)).toContain('1 of 3')
    expect(planOf(screen.press('d', 'c'))).toMatch(/Two +open again/)
    expect(planOf(screen.press('d', '['))).toContain('2 of 3')
  })

  test('a revision that is thinned out while it is looked at stays', () => {
    let state = stateAfter(...begun)
    const step = (at: number): void => {
      state = reduce(state, planned(at * 1000, items(`» Step ${at}`)))
    }
    for (let at = 1; at <= 900; at++) step(at)
    const screen = new ShownScreen(state, { nowMs: 900_000 }).press(
      ...Array.from({ length: 899 }, () => '['),
      ']',
    )
    expect(head(screen)).toContain('revision 2 of 900')
    for (let at = 901; at <= 1500; at++) step(at)
    screen.show(state, 1_500_000)
    expect(planOf(screen)).toContain('Step 2')
    expect(head(screen)).toContain('revision 2 of 1,500')
    expect(screen.text).toMatch(/^ ○─●/m)
    expect(planOf(screen.press('['))).toMatch(/» Step 1 /)
  })
})
