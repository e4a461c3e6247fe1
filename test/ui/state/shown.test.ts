import { expect, test } from 'vitest'
import { ended, items, opened, planned, prompted, stateAfter } from '../../support/app-states.ts'
import { selectedWords, visibleWords } from '../../../src/ui/state/shown.ts'
import { ShownScreen } from '../stack/shown-screen.ts'

test('a place is told by numbers', () => {
  expect(selectedWords({ at: 2, total: 8 })).toBe('3 of 8')
  expect(visibleWords({ top: 2, visible: 5, total: 40 })).toBe('3–7 of 40')
  expect(visibleWords({ top: 38, visible: 5, total: 40 })).toBe('39–40 of 40')
  expect(visibleWords({ top: 2, visible: 1, total: 40 })).toBe('3 of 40')
})

const done = Array.from({ length: 20 }, (_, at) => `✓ Done ${at}`)
const steps = Array.from({ length: 40 }, (_, at) => `○ Step ${at}`)
const long = stateAfter(...opened(), planned(0, items(...done, ...steps)))

test('the status line says which step is selected, also beside folded ones, else which are visible', () => {
  const screen = new ShownScreen(long)
  const place = (): string | undefined => /\d+(?:–\d+)? of 60$/m.exec(screen.text)?.[0]
  screen.press('g')
  expect(place()).toBe('1–15 of 60')
  screen.press('j', 'j', 'j')
  expect(place()).toBe('3 of 60')
  screen.press('c', 'g')
  expect(place()).toBe('21–34 of 60')
  screen.press('j', 'j')
  expect(place()).toBe('22 of 60')
})

test('rows that are no steps are not counted in what is visible', () => {
  const grown = stateAfter(...opened(), planned(0, items('○ Old')), planned(1, items(...steps)))
  const screen = new ShownScreen(grown).press('G')
  expect(screen.text).toMatch(/ \d+–40 of 40$/m)
})

test('what there is to doubt below the last step is said to be there while it is out of sight', () => {
  const all = items('» Now', ...steps.slice(0, 14))
  const screen = new ShownScreen(stateAfter(...opened(), prompted(0), planned(0, all), ended(9)))
  expect(screen.press('g').text).not.toContain('left open')
  expect(screen.text).toMatch(/ 1–15 of 15, more below$/m)
  expect(screen.press('G').text).toContain('left open: 15 steps')
  expect(screen.text).toMatch(/ \d–15 of 15$/m)
})

test('steps that were given up are not in the total, and are named as the agent does', () => {
  const entries = ['completed', 'in_progress', 'skipped', 'cancelled'].map((status) => ({
    content: `Step that is ${status}`,
    priority: 'medium',
    status,
  }))
  const screen = new ShownScreen(stateAfter(...opened(), planned(0, { type: 'items', entries })))
  expect(screen.text).toContain('1 of 2 · 50% · 1 skipped · 1 cancelled')
})

test('what fits completely needs no place', () => {
  const screen = new ShownScreen(stateAfter(...opened(), planned(0, items('○ One', '○ Two'))))
  expect(screen.press('j').text).not.toMatch(/\d of \d$/m)
})
