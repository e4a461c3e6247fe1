import { shownSteps } from '../../../../src/ui/state/shown.ts'
import { describe, expect, test } from 'vitest'
import type { AppEvent } from '../../../../src/app/state/app-event.ts'
import { tableKeys } from '../../../../src/ui/keys/key-map.ts'
import { keyTable } from '../../../../src/ui/keys/key-table.ts'
import { items, opened, planned, prompted, removed, stateAfter } from '../../../support/app-states.ts'
import { loadedDocumentCache, ShownScreen } from '../../stack/shown-screen.ts'
import { perPlan } from '../../per-plan.ts'

const documentCache = await loadedDocumentCache()
const checklist = planned(0, items('» One', '○ Two'))
const text = planned(0, { type: 'markdown', text: '# A\n\nb\n' }, 'text')

function said(keys: readonly string[], ...events: readonly AppEvent[]): string | undefined {
  const screen = new ShownScreen(stateAfter(...opened(), ...events), { columns: 80, rows: 24, documentCache })
  return screen.press(...keys).ui.message?.text
}

describe('a key without effect says why', () => {
  test.each<[readonly string[], string, readonly AppEvent[]]>([
    [['n'], 'No search yet: / starts one.', [checklist]],
    [['N'], 'No search yet: / starts one.', [checklist]],
    [['/', 'z', 'enter'], 'No match for “z”.', [checklist]],
    [['/', 'z', 'enter', 'n'], 'No match for “z”.', [checklist]],
    [['o'], 'This plan is not a file.', [checklist]],
    [['u'], 'No plan was removed.', [checklist]],
    [['['], 'This plan has not changed yet.', [checklist]],
    [[']'], 'This is now.', [checklist]],
    [['{'], 'No turn, proposal or mark of yours belongs to this plan yet.', [checklist]],
    [['}'], 'This is now.', [checklist]],
    [['L'], 'This is now.', [checklist]],
    [['W'], 'Nothing waits for an answer.', [checklist]],
    [['d'], 'The plan has not changed yet: there is nothing to compare it with.', [checklist]],
    [['b'], 'The plan has not changed yet: there is nothing to compare it with.', [checklist]],
    [['R'], 'The agent is running.', [checklist]],
    [['7'], 'There is no plan 7.', [checklist]],
    [['tab'], 'There is no other plan.', [checklist]],
    [['shift-tab'], 'There is no other plan.', [checklist]],
    [['c'], 'No step is done yet.', [checklist]],
    [['c'], 'This plan has no steps to fold.', [text]],
    [['f'], 'Following the agent.', [checklist]],
    [['escape'], 'Nothing is open, and no turn runs.', [checklist]],
  ])('%j: %s', (keys, words, events) => {
    expect(said(keys, ...events)).toBe(words)
  })

  test.each([
    'j',
    'k',
    'g',
    'G',
    'pagedown',
    'pageup',
    'space',
    'tab',
    '1',
    '/',
    'n',
    'c',
    'o',
    '[',
    ']',
    '{',
    '}',
    'L',
  ])('without any plan: %s', (key) => {
    expect(said([key], prompted(0))).toBe('There is no plan yet.')
  })

  test('every key of the table has an effect or shows a message', () => {
    for (const [what, events] of [
      ['nothing', []],
      ['a plan', [prompted(0), checklist]],
    ] as const) {
      for (const { keys, command } of keyTable) {
        for (const key of keys) {
          const state = stateAfter(...opened(), ...events)
          const screen = new ShownScreen(state, { columns: 80, rows: 24, documentCache })
          const before = screen.text
          screen.press(key, 'pause')
          const isMoved = command === 'up' || command === 'page-up' || command === 'page-down'
          const isSilent = screen.text === before && screen.intents.length === 0
          // Scrolling at an end has no effect, which is visible.
          if (!(isMoved || command === 'top' || command === 'bottom'))
            expect(isSilent, `${key} on ${what}`).toBe(false)
        }
      }
    }
  })

  test('a key that is not in the table shows no message', () => {
    expect(tableKeys.plan.commandOf('x')).toBeUndefined()
    expect(said(['x'], checklist)).toBeUndefined()
  })
})

describe('the selection begins in what is visible', () => {
  const steps = [...Array.from({ length: 60 }, (_, at) => `✓ Done ${at}`), '» Now', '○ Next']
  const long = stateAfter(...opened(), planned(0, items(...steps)))

  test.each<[readonly string[], string]>([
    [['g', 'j'], 'Done 0'],
    [['g', 'space'], 'Done 0'],
    [['g', 'pagedown', 'j'], 'Done 13'],
    [['G', 'j'], 'Now'],
    [['f', 'j'], 'Now'],
    [['f', 'k'], 'Now'],
  ])('%j: %s', (keys, step) => {
    const screen = new ShownScreen(long).press(...keys)
    const { tab } = screen.ui
    const key = tab === null ? null : perPlan(screen.ui, 'scroll').get(tab)?.selected
    const lines = shownSteps(screen.drawn.shown)
    expect(steps[lines?.lineOf(key ?? -1) ?? -1]?.slice(2)).toBe(step)
  })

  test('upwards from the last visible one', () => {
    const screen = new ShownScreen(long).press('g', 'k')
    const { shown } = screen.drawn
    const key = screen.ui.tab === null ? -1 : perPlan(screen.ui, 'scroll').get(screen.ui.tab)?.selected
    expect(shownSteps(shown)?.lineOf(key ?? -1)).toBe(shown.main.visible - 1)
  })
})

describe('a removed plan', () => {
  const gone = removed(3, 'b')
  const state = stateAfter(...opened(), checklist, planned(1, items('○ Other one'), 'b'), gone)

  test.each([['escape'], ['u']])('that u has shown is closed by %s', (key) => {
    const screen = new ShownScreen(state, { nowMs: 100_000 }).press('u')
    expect(screen.text).toContain('Other one')
    expect(screen.press(key).text).not.toContain('Other one')
    expect(screen.text).toContain('Two')
    expect(screen.press('u').text).toContain('Other one')
  })
})
