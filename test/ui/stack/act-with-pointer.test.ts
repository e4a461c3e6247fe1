import { describe, expect, test } from 'vitest'
import type { AppState } from '../../../src/app/state/app-state.ts'
import { scrollOf, startUiState, type UiState } from '../../../src/ui/state/ui-state.ts'
import { nothingShown, type ShownManual } from '../../../src/ui/state/shown.ts'
import { actWithPointer } from '../../../src/ui/stack/act-with-pointer.ts'
import {
  asked,
  items,
  opened,
  planned,
  prompted,
  said,
  stateAfter,
  updated,
  wantsLogin,
} from '../../support/app-states.ts'
import { gestureMs, quitArmedMs } from '../../../src/ui/state/timing.ts'
import { ShownScreen } from './shown-screen.ts'

const sizes = [
  [40, 12],
  [80, 24],
  [160, 50],
] as const

const steps = Array.from({ length: 60 }, (_, index) => `○ Step ${index + 1} of many`)
const many = stateAfter(...opened(), prompted(0), planned(1, items(...steps)))
const text = {
  type: 'markdown',
  text: Array.from({ length: 90 }, (_, at) => `Line ${at + 1}\n`).join('\n'),
} as const
const three = stateAfter(
  ...opened(),
  prompted(0),
  planned(1, items('○ Read it', '○ Write it'), 'alpha'),
  planned(2, items('○ Test it'), 'beta'),
  planned(3, text, 'gamma'),
)
const asking = stateAfter(...opened(), prompted(0), planned(1, items('○ Read it')), asked(2))

function topOf(screen: ShownScreen): number {
  return scrollOf(screen.ui, screen.ui.tab).top
}

describe.each(sizes)('at %d×%d', (columns, rows) => {
  const shown = (state: AppState): ShownScreen => new ShownScreen(state, { columns, rows, nowMs: 100 })

  test('a click on any column of a tab shows it, and none between them does', () => {
    const screen = shown(three)
    const bar = screen.text.split('\n')[1] ?? ''
    const ids = Array.from(bar, (_, column) => {
      const { target } = screen.drawn.placeAt(column, 1)
      return target?.type === 'tab' ? target.id : null
    })
    const named = ids.filter((id, at) => id !== ids[at - 1] && id !== null)
    expect(new Set(named).size).toBe(named.length)
    for (const [at, id] of ids.entries()) {
      if (id === null || bar[at] === ' ') continue
      expect(shown(three).pointAt(at, 1).ui.tab).toBe(id)
    }
  })

  test('a click puts the cursor on the step that is seen there, and another one takes it away', () => {
    const screen = shown(many).press('pagedown')
    const step = /Step \d+ of many/.exec(screen.text)?.[0] ?? ''
    screen.clickOn(step)
    const line = screen.text.split('\n').find((each) => each.includes(step)) ?? ''
    expect(line).toMatch(/^\s*›/)
    expect(scrollOf(screen.clickOn(step).ui, screen.ui.tab).selected).toBe(null)
  })

  test('a click on any step leaves the steps where they are', () => {
    const screen = shown(many).press('g', 'pagedown')
    for (const [row, line] of screen.text.split('\n').entries()) {
      const { target } = screen.drawn.placeAt(5, row)
      if (target?.type !== 'step') continue
      expect(screen.pointAt(5, row).text.split('\n')[row]?.slice(6)).toBe(line.slice(6))
      screen.pointAt(5, row)
    }
  })

  test('the wheel scrolls the plan, not beyond its ends', () => {
    const screen = shown(many).press('g')
    expect(topOf(screen.clickOn('Step', 'wheel-up'))).toBe(0)
    expect(topOf(screen.clickOn('Step', 'wheel-down'))).toBe(3)
    for (let turn = 0; turn < 50; turn++) screen.clickOn('Step', 'wheel-down')
    expect(screen.text).toContain('Step 60 of many')
    expect(topOf(screen)).toBe(60 - screen.drawn.shown.main.visible)
  })

  test('the wheel at the end of a text follows it', () => {
    const screen = shown(three).press('3', 'g')
    for (let turn = 0; turn < 90; turn++) screen.clickOn('Line', 'wheel-down')
    expect(scrollOf(screen.ui, screen.ui.tab).follows).toBe('end')
    expect(scrollOf(screen.clickOn('Line', 'wheel-up').ui, screen.ui.tab).follows).toBe('free')
  })

  test('an option is selected by a click, and answered with by a second one', () => {
    const screen = shown(asking)
    const at = placesOf(screen).find(({ target }) => target?.type === 'option' && target.at === 1)
    if (at === undefined) throw new Error(`the option is not shown:\n${screen.text}`)
    expect(screen.pointAt(at.column, at.row).ui.choice).toMatchObject({ option: 1 })
    expect(screen.intents).toEqual([])
    expect(screen.text.includes('Click again to answer.')).toBe(rows > 12)
    expect(screen.wait(gestureMs).pointAt(at.column, at.row).intents).toMatchObject([{ type: 'answer' }])
  })
})

test('a link out of the manual opens with the second click', () => {
  const links = [{ row: 0, to: 'https://example.org/' }]
  const main: ShownManual = { ...nothingShown.main, layer: 'manual', pages: [], links, headings: [] }
  const report = { type: 'mouse', action: 'press', button: 'left', column: 0, row: 0 } as const
  const place = { part: 'panel', target: { type: 'link', index: 0 } } as const
  const clickedAt = (ui: UiState, nowMs: number): ReturnType<typeof actWithPointer> =>
    actWithPointer(ui, { report, place }, { state: many, shown: { ...nothingShown, main }, nowMs })
  const first = clickedAt({ ...startUiState(80, 24), panel: 'manual' }, 0)
  expect(first.intents).toEqual([])
  expect(first.ui.message?.text).toBe('Click again: it opens in the browser.')
  expect(clickedAt(first.ui, gestureMs).intents).toEqual([{ type: 'open-url', url: 'https://example.org/' }])
})

interface FoundPlace {
  readonly column: number
  readonly row: number
  readonly target: ReturnType<ShownScreen['drawn']['placeAt']>['target']
}

/** The places in the fifth column of the screen. */
function placesOf(screen: ShownScreen): readonly FoundPlace[] {
  return screen.rows.map((_, row) => ({ column: 5, row, ...screen.drawn.placeAt(5, row) }))
}

describe('a question', () => {
  const option = (screen: ShownScreen, at: number): FoundPlace => {
    const found = placesOf(screen).find(({ target }) => target?.type === 'option' && target.at === at)
    if (found === undefined) throw new Error(`option ${at} is not shown`)
    return found
  }
  const click = (screen: ShownScreen, at: number): ShownScreen => {
    const { column, row } = option(screen, at)
    return screen.pointAt(column, row)
  }

  test('is not answered by one click, not even on the option that is selected', () => {
    const screen = click(new ShownScreen(asking), 0)
    expect(screen.intents).toEqual([])
    expect(click(screen.wait(gestureMs), 0).intents).toMatchObject([{ type: 'answer' }])
  })

  test('is not answered by clicks on two options, by a late click, or after a key', () => {
    const two = click(click(new ShownScreen(asking), 0).wait(gestureMs), 1)
    expect(two.intents).toEqual([])
    const keyed = click(new ShownScreen(asking), 1).press('down', 'up').wait(gestureMs)
    expect(click(keyed, 1).intents).toEqual([])
    const late = click(new ShownScreen(asking), 0).wait(quitArmedMs)
    expect(click(late, 0).intents).toEqual([])
    const elsewhere = click(new ShownScreen(asking), 0).wait(gestureMs).clickOn('Read it').press('W')
    expect(click(elsewhere, 0).intents).toEqual([])
  })

  test('needs one more click for an option that allows more than once', () => {
    const screen = new ShownScreen(asking)
    const last =
      placesOf(screen)
        .flatMap(({ target }) => (target?.type === 'option' ? [target.at] : []))
        .at(-1) ?? 0
    click(click(screen, last).wait(gestureMs), last)
    expect([screen.intents, screen.ui.choice?.isArmed]).toEqual([[], true])
    expect(click(screen, last).intents).toEqual([])
    expect(click(screen.wait(gestureMs), last).intents).toMatchObject([{ type: 'answer' }])
  })

  test('is not answered by a double click, nor by many quick ones, on an option or on the hint', () => {
    const screen = new ShownScreen(asking)
    for (let count = 0; count < 50; count++) {
      click(screen.wait(gestureMs / 10), 0)
      expect(screen.text).toContain('Click again to answer.')
    }
    for (let count = 0; count < 50; count++) screen.wait(gestureMs / 10).clickOn('enter choose')
    expect(screen.intents).toEqual([])
    expect(screen.wait(gestureMs).clickOn('enter choose').intents).toMatchObject([{ type: 'answer' }])
  })

  test('is not answered while a line is being written', () => {
    const screen = new ShownScreen(asking).press('escape', 'enter', 'h', 'i')
    const found = placesOf(screen).find(({ target }) => target?.type === 'option')
    if (found !== undefined)
      screen.pointAt(found.column, found.row).wait(gestureMs).pointAt(found.column, found.row)
    expect(screen.intents).toEqual([])
    expect(screen.ui.prompt.line.text).toBe('hi')
  })
})

describe('lists and panels', () => {
  test('an item is selected by a click, and a second one does what enter does', () => {
    const methods = [
      { id: 'a', name: 'Alpha', description: null, how: { type: 'agent' } },
      { id: 'b', name: 'Beta', description: null, how: { type: 'agent' } },
    ] as const
    const screen = new ShownScreen(stateAfter(wantsLogin(methods)))
    screen.clickOn('Beta')
    expect([screen.ui.picker?.list.selected, screen.intents]).toEqual(['method b', []])
    expect(screen.clickOn('Beta').intents).toEqual([])
    expect(screen.wait(gestureMs).clickOn('Beta').intents).toMatchObject([{ type: 'log-in', methodId: 'b' }])
  })

  test('an item that is selected before any click is not carried out by one', () => {
    const methods = [{ id: 'a', name: 'Alpha', description: null, how: { type: 'agent' } }] as const
    const screen = new ShownScreen(stateAfter(wantsLogin(methods)))
    expect(screen.clickOn('Alpha').intents).toEqual([])
    expect(screen.wait(gestureMs).clickOn('Alpha').intents).toMatchObject([{ type: 'log-in', methodId: 'a' }])
  })

  test('the wheel scrolls a panel, and the plan below it stays', () => {
    const screen = new ShownScreen(many).press('g', '?', '?')
    const before = screen.text
    expect(screen.pointAt(10, 8, 'wheel-down').text).not.toBe(before)
    expect(screen.ui.panelScroll.top).toBe(3)
    expect(topOf(screen)).toBe(0)
    expect(screen.pointAt(10, 8, 'wheel-up').text).toBe(before)
  })
})

test('a step below a note is found where it is', () => {
  const inferred = updated(1, {
    type: 'plan-replaced',
    plan: { dialect: 'inferred', id: null },
    content: items('○ Read it', '○ Write it'),
  })
  const screen = new ShownScreen(stateAfter(...opened(), prompted(0), inferred))
  expect(screen.text).toContain('to-do tool')
  expect(screen.clickOn('Write it').text).toMatch(/^› .*Write it/m)
})

describe('hints', () => {
  test('do what their keys do', () => {
    const screen = new ShownScreen(three)
    expect(screen.clickOn('? help').ui.panel).toBe('help')
    expect(screen.clickOn('esc close').ui.panel).toBe(null)
    expect(screen.clickOn('enter ask').ui.writing?.kind).toBe('prompt')
    expect(screen.clickOn('esc back').ui.writing).toBeNull()
    const { tab } = screen.ui
    expect(screen.clickOn('tab plans').ui.tab).not.toBe(tab)
  })

  test('write no letter into a text: what is kept is left, anything else is to be ended first', () => {
    const state = stateAfter(...opened(), prompted(0), said(1, 'I read it.'), planned(1, items('○ Read it')))
    const screen = new ShownScreen(state, { columns: 170, rows: 40 })
    screen.press('enter', 'h', 'e', 'y', 'space')
    expect(screen.clickOn('Conversation').ui).toMatchObject({ panel: 'conversation', writing: null })
    expect(screen.ui.prompt.line.text).toBe('hey ')
    screen.press('escape', 'down', 'C', 'w', 'h', 'y')
    const { ui } = screen.clickOn('Conversation')
    expect(ui).toMatchObject({ panel: null, writing: { kind: 'comment', line: { text: 'why' } } })
    expect(screen.text).toContain('A text is written here: first enter or esc.')
  })

  test.each(sizes)('are found where they are at %d×%d', (columns, rows) => {
    const screen = new ShownScreen(three, { columns, rows })
    const line = screen.text.split('\n').at(-1) ?? ''
    const found = Array.from({ length: columns }, (_, column) => {
      const { target } = screen.drawn.placeAt(column, rows - 1)
      return target?.type === 'hint' ? `${target.hint.key} ${target.hint.does}` : null
    })
    const hints = [...new Set(found.filter((hint) => hint !== null))]
    expect(hints.join('  ')).toBe(line.trim())
    for (const hint of hints) {
      expect(line.slice(found.indexOf(hint), found.lastIndexOf(hint) + 1)).toBe(hint)
    }
  })
})

test('nothing happens beside the screen, at its edges, by other buttons and releases', () => {
  const screen = new ShownScreen(three)
  const { ui } = screen
  for (const [column, row] of [
    [0, 0],
    [500, 1],
    [0, 23],
    [3, 500],
  ] as const)
    screen.pointAt(column, row)
  expect(screen.ui).toEqual(ui)
})
