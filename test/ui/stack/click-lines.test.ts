import { describe, expect, test } from 'vitest'
import type { AppState } from '../../../src/app/state/app-state.ts'
import { focusOf } from '../focus.ts'
import { asked, items, opened, planned, prompted, stateAfter } from '../../support/app-states.ts'
import { ShownScreen } from './shown-screen.ts'
import { perPlan } from '../per-plan.ts'

const sizes = [
  [40, 12],
  [80, 24],
  [200, 60],
] as const
const idle = stateAfter(...opened(), planned(1, items('○ Read it')))
const asking = stateAfter(...opened(), prompted(0), planned(1, items('○ Read it')), asked(2))
const typed = (text: string): readonly string[] =>
  Array.from(text, (letter) => (letter === ' ' ? 'space' : letter === '\n' ? 'ctrl-j' : letter))

describe.each(sizes)('at %dx%d', (columns, rows) => {
  const shown = (state: AppState): ShownScreen => new ShownScreen(state, { columns, rows, nowMs: 3 })

  test('a click on the empty prompt opens it', () => {
    expect(shown(idle).clickOn('to write to the agent').ui.writing?.kind).toBe('prompt')
  })

  test.each([['enter'], ['m'], ['/']])(
    'a click puts the cursor into a text that is written after %s',
    (key) => {
      const screen = shown(idle).press(key, ...typed('one 漢字 two'))
      screen.clickOn('字 two').press('X')
      expect(screen.clickOn('ne').press('Y').text).toContain('oYne 漢X字 two')
      screen.clickOn('oYne')
      expect(screen.press('Z').text).toContain('ZoYne')
    },
  )

  test('a click behind the text puts the cursor at its end', () => {
    const screen = shown(idle).press('enter', ...typed('one two'), 'home')
    const row = screen.text.split('\n').findIndex((line) => line.includes('one two'))
    expect(screen.pointAt(30, row).press('!').ui.prompt.line.text).toBe('one two!')
  })

  test('the row of a question that was put aside leads back to it, and answers nothing', () => {
    const screen = shown(asking).press('escape')
    expect(focusOf(screen.ui, asking)).toBe('plan')
    screen.clickOn('to answer')
    expect(focusOf(screen.ui, asking)).toBe('permission')
    expect(screen.intents).toEqual([])
  })

  test('the row of a question leads back to it from a past revision', () => {
    const state = stateAfter(
      ...opened(),
      prompted(0),
      planned(1, items('○ Read it')),
      planned(2, items('✓ Read it')),
      asked(2),
    )
    const screen = shown(state).press('escape', '[')
    expect(perPlan(screen.clickOn('Write src/tok').ui, 'past').size).toBe(0)
  })
})

test('a click on any column of any line puts the cursor on the character that is seen there', () => {
  const text = 'first line\nsecond\nthird and longer'
  const start = (): ShownScreen => new ShownScreen(idle, { nowMs: 3 }).press('enter', ...typed(text))
  const lines = start().text.split('\n')
  for (const [row, line] of lines.entries()) {
    const from = ['first', 'second', 'third'].map((word) => line.indexOf(word)).find((at) => at >= 0)
    if (from === undefined) continue
    for (let column = from; column < line.trimEnd().length; column++) {
      const { text: all, cursor } = start().pointAt(column, row).ui.prompt.line
      expect(all[cursor]).toBe(line[column])
    }
  }
})

test('a click in a text that goes on in the next row puts the cursor on the character that is seen there', () => {
  const words = Array.from({ length: 30 }, (_, at) => `w${at + 10}`).join(' ')
  const start = (): ShownScreen => new ShownScreen(idle, { nowMs: 3 }).press('enter', ...typed(words))
  const lines = start().text.split('\n')
  for (const word of ['w10', 'w27', 'w28', 'w39']) {
    const row = lines.findIndex((line) => line.includes(word))
    const { text, cursor } = start().pointAt((lines[row] ?? '').indexOf(word), row).ui.prompt.line
    expect(text.slice(cursor, cursor + 3)).toBe(word)
  }
  expect(new Set(['w10', 'w39'].map((word) => lines.findIndex((line) => line.includes(word)))).size).toBe(2)
})

test('the filter of a list gets the cursor where it is clicked', () => {
  const screen = new ShownScreen(idle, { nowMs: 3 }).press(':', ...typed('heelp'))
  expect(screen.clickOn('elp').press('backspace').ui.picker?.filter.text).toBe('help')
})
