import { describe, expect, test } from 'vitest'
import type { AppState } from '../../../../src/app/state/app-state.ts'
import { keyTable } from '../../../../src/ui/keys/key-table.ts'
import { ended, items, opened, planned, prompted, removed, stateAfter } from '../../../support/app-states.ts'
import { ShownScreen } from '../../stack/shown-screen.ts'
import { perPlan } from '../../per-plan.ts'
import { scrollOf } from '../../../../src/ui/state/ui-state.ts'

const first = planned(1000, items('» One', '○ Two'))
const second = planned(2000, items('» One', '○ Two', '○ Three'))
const other = planned(3000, items('○ Other'), 'other')
const state = stateAfter(...opened(), prompted(0), first, second, other)

function opens(shown: AppState = state, ...before: readonly string[]): ShownScreen {
  return new ShownScreen(shown, { nowMs: 100_000, rows: 80 }).press(...before, 'ctrl-p')
}

function listed(screen: ShownScreen): readonly string[] {
  const place = screen.ui.picker?.topic
  return place?.kind === 'commands' ? place.entries.map(({ text }) => text) : []
}

function chosen(screen: ShownScreen, text: string): ShownScreen {
  return screen.press(...text.split(''), 'enter')
}

describe('the palette', () => {
  test('is opened by both keys, and left by escape, which clears its filter first', () => {
    for (const key of [':', 'ctrl-p']) {
      const screen = new ShownScreen(state).press(key)
      expect(screen.text).toContain('Commands')
      expect(screen.press('d', 'escape').ui.picker).not.toBeNull()
      expect(screen.press('escape').ui.picker).toBeNull()
    }
  })

  test('lists the commands that do something now, and no others', () => {
    const screen = opens()
    expect(listed(screen)).toContain('next plan')
    expect(listed(screen)).toContain('go to plan 2: other')
    expect(listed(screen)).not.toContain('restart the agent, or reconnect')
    expect(listed(screen)).not.toContain('show or close the last removed plan')
    expect(listed(screen)).not.toContain('return to now')
    const gone = stateAfter(...opened(), prompted(0), first, other, removed(4000, 'other'), ended(5000))
    expect(listed(opens(gone))).toContain('show or close the last removed plan')
  })

  test('lists the baselines of the shown plan', () => {
    const screen = opens(state, '1')
    expect(listed(screen)).toContain('mark changes since revision 1')
    expect(perPlan(chosen(screen, 'since revision').ui, 'baseline').size).toBe(1)
    expect(screen.ui.message?.text).toBe('Changes since revision 1.')
    expect(chosen(opens(state, '1'), 'mark no changes').ui.message?.text).toBe('Changes are not marked.')
  })

  test('carries out what is chosen on what was shown before', () => {
    expect(chosen(opens(), 'go to plan 1').text).toContain('Three')
    expect(chosen(opens(), 'timeline').ui.timeline).not.toBeNull()
    expect(chosen(opens(), 'protocol errors').ui.panel).toBe('problems')
    expect(chosen(opens(), 'write a prompt').ui.writing?.kind).toBe('prompt')
    expect(chosen(opens(state, '1', 'g'), 'next step').text).toContain('» One')
    const { ui } = chosen(opens(state, '1', 'j'), 'next step')
    expect(scrollOf(ui, ui.tab).selected).toBe(1)
  })

  test('opens over a panel, which is there again afterwards', () => {
    expect(opens(state, 'a').press('escape').ui.panel).toBe('conversation')
    expect(opens(state, 'a').ui.panel).toBeNull()
    expect(chosen(opens(state, 'a'), 'search').ui).toMatchObject({
      panel: 'conversation',
      writing: { kind: 'search' },
    })
    expect(chosen(opens(state, 'a'), 'close, go back').ui.panel).toBeNull()
  })

  test('asks twice where the key does', () => {
    const screen = chosen(opens(), 'close the panel, or quit')
    expect(screen.intents).toEqual([])
    expect(screen.press('q').intents).toEqual([{ type: 'quit', reason: 'quit' }])
  })

  test('marks the letters that match, also those of words in another order', () => {
    const screen = opens().press(...'plan nex'.split(''))
    const [item] = screen.rows.filter((each) => each.some(({ text }) => text === 'nex'))
    expect(item?.filter(({ style }) => style.inverse).map(({ text }) => text)).toEqual(['nex', 'plan'])
  })

  test('finds a command by its name too, after all others', () => {
    expect(opens().press(...'write-prompt'.split('')).text).toContain('write a prompt')
  })

  test('says that nothing matches', () => {
    expect(opens().press(...'qqq'.split('')).text).toContain('Nothing matches.')
  })

  test('lists every command of the key table somewhere', () => {
    const texts = new Set(keyTable.map(({ does }) => does))
    expect(texts.size).toBe(keyTable.length)
  })
})
