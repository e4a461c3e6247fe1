import { expect, test } from 'vitest'
import { items, opened, openedSession, planned, prompted, updated } from '../../support/app-states.ts'
import type { AppEvent } from '../../../src/app/state/app-event.ts'
import { scrollOf } from '../../../src/ui/state/ui-state.ts'
import { controlled } from './controlled-screen.ts'

const design = {
  type: 'markdown',
  text: `# The seam\n\n${'Some words.\n\n'.repeat(40)}Move **the to**kenizer out.\n\nThen delete the tokenizer of old.\n`,
} as const

/** Two plans of a session about a tokenizer, one about something else, and one of another session. */
const plans: readonly AppEvent[] = [
  ...opened(),
  prompted(0),
  planned(1, items('✓ Read the parser', '» Split the tokenizer', '○ Move its callers'), 'work'),
  planned(2, items('○ Update the README'), 'docs'),
  planned(3, design, 'design'),
  openedSession('s2'),
  updated(
    4,
    { type: 'plan-replaced', plan: { dialect: 'planId', id: 'other' }, content: items('○ A tokenizer') },
    's2',
  ),
]

/** The keys that type a text. */
const letters = (text: string): readonly string[] => text.split('')

function searched(text: string): ReturnType<typeof controlled> {
  const screen = controlled(...plans)
  for (const key of ['1', '/', ...letters(text)]) screen.press(key)
  return screen
}

test('while a text is typed, its matches in the other plans of the session are counted', () => {
  const { rows } = searched('tokenizer')
  expect(rows().at(-2)).toMatch(/^ \/ tokenizer +1 here, 2 in other plans $/)
})

test('after the last match of a plan comes the next plan of the session with some, and after the last plan the first', () => {
  const { press, controller, rows } = searched('tokenizer')
  /** The shown tab, and the step or the row of the document that the search has led to. */
  const place = (): string => {
    const { ui } = controller.draw()
    const name = ['work', 'docs', 'design', 'other'].find((each) => ui.tab?.includes(each))
    const { selected, matchRow } = scrollOf(ui, ui.tab)
    return selected === null ? `${name}, row ${matchRow}` : `${name}, a step`
  }
  press('enter')
  const seen = [place()]
  for (const key of ['n', 'n', 'n', 'N', 'N']) {
    press(key)
    seen.push(place())
  }
  expect(seen).toEqual([
    'work, a step',
    'design, row 83',
    'design, row 85',
    'work, a step',
    'design, row 85',
    'design, row 83',
  ])
  expect(rows().some((row) => row.includes('Move the tokenizer out.'))).toBe(true)
})

test('a plan without a match leads at once to one that has some, and without any it is said', () => {
  const { press, controller, rows } = controlled(...plans)
  for (const key of ['2', '/', ...letters('tokenizer'), 'enter']) press(key)
  expect(controller.draw().ui.tab).toContain('design')
  for (const key of ['/', 'ctrl-u', ...letters('zebra'), 'enter']) press(key)
  expect(rows().join('\n')).toContain('No match for “zebra”.')
})

test('a match that is found only after the next key does not scroll the plan away', () => {
  const hidden = { ...design, text: `${design.text}\n[there](https://example.org)\n` }
  const after = (...keys: readonly string[]): number => {
    const { press, controller, app } = controlled(...plans, planned(5, hidden, 'design'))
    for (const key of ['1', '/', ...letters('example.org'), 'enter', ...keys]) press(key)
    expect(controller.draw().shown.main.matches).toEqual([])
    app.dispatch(planned(9, { ...hidden, text: `${hidden.text}\nSee example.org.\n` }, 'design'))
    controller.draw()
    const { ui } = controller.draw()
    return scrollOf(ui, ui.tab).top
  }
  expect(after()).toBeGreaterThan(60)
  expect(after('g')).toBe(0)
})
