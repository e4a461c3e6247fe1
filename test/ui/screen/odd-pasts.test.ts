import { describe, expect, test } from 'vitest'
import type { AppEvent } from '../../../src/app/app-event.ts'
import { reduce } from '../../../src/app/reduce/reduce.ts'
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

  test('100,000 revisions of a small plan: their numbers stay, and the line fits any width', () => {
    let state = stateAfter(...begun)
    for (let at = 1; at <= 100_000; at++) state = reduce(state, planned(at * 1000, items(`» Step ${at}`)))
    const screen = new ShownScreen(state, { nowMs: 100_000_000 })
    screen.press('[', '[', '[')
    expect(head(screen)).toMatch(/revision 99,997 of 100,000 · [\d,]+ kept · 3s ago/)
    for (const columns of [40, 41, 59, 60, 80, 160, 300]) {
      screen.resize(columns, 24)
      const line = screen.text.split('\n').find((each) => each.includes('…●') || each.includes('─●')) ?? ''
      expect(line.length).toBeLessThanOrEqual(columns)
      expect(line).toMatch(/^ ○…○.*●.*○/)
    }
    screen.press('{', '[')
    expect(screen.text).toContain('This is the first revision.')
    expect(planOf(screen)).toContain('Step 1')
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
