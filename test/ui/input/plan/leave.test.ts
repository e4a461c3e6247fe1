import { describe, expect, test } from 'vitest'
import { initialState } from '../../../../src/app/state/app-state.ts'
import type { Intent } from '../../../../src/ui/state/intent.ts'
import { act, actHeld } from '../../../../src/ui/stack/act.ts'
import { scrollOf, withScroll, type UiState } from '../../../../src/ui/state/ui-state.ts'
import { asked, opened, prompted, session, stateAfter, openedSession } from '../../../support/app-states.ts'
import { asking, drawnTabs, pressed, start, tabs, working } from '../pressed-keys.ts'

const [one] = tabs

describe('esc', () => {
  test('closes the panel, then the search, then the selection; after that two presses cancel the turn', () => {
    const selected = { ...scrollOf(start, one), selected: 3 }
    let ui: UiState = withScroll({ ...start, tab: one, panel: 'help', query: 'x' }, one, selected)
    const seen: unknown[] = []
    for (let press = 0; press < 5; press++) {
      const acted = pressed(ui, ['escape'], { state: working })
      ui = acted.ui
      seen.push([ui.panel, ui.query, scrollOf(ui, one).selected, acted.intents])
    }
    expect(seen).toEqual([
      [null, 'x', 3, []],
      [null, '', 3, []],
      [null, '', null, []],
      [null, '', null, []],
      [null, '', null, [{ type: 'cancel-turn' }]],
    ])
  })

  test('says what a second press does; the first one expires after two seconds or with another key', () => {
    const first = pressed(start, ['escape'], { state: working }).ui
    expect(first.message).toEqual({ text: 'esc again cancels the turn.', untilMs: 2000 })
    const late = { state: working, shown: drawnTabs, nowMs: 2000 }
    expect(act(first, { name: 'escape', text: '' }, late).intents).toEqual([])
    const between = pressed(first, ['j', 'escape'], { state: working })
    expect(between.all).toEqual([])
    expect(pressed(first, ['j'], { state: working }).ui).toMatchObject({ guard: { armed: null } })
    expect(pressed(start, ['escape', 'escape'], { state: working }).ui).toMatchObject({
      guard: { armed: null },
      message: null,
    })
  })

  test('says so when the turn is already being cancelled', () => {
    const cancelling = stateAfter(...opened(), prompted(0), {
      type: 'turn-cancelled',
      atMs: 1,
      sessionId: session,
    })
    const { ui, all } = pressed(start, ['escape', 'escape'], { state: cancelling })
    expect(pressed(start, ['escape'], { state: cancelling }).ui.message?.text).toMatch(/being cancelled/)
    expect(all).toEqual([{ type: 'cancel-turn' }])
    expect(ui.guard.armed).toBeNull()
  })

  test('drops a queued prompt at the first press', () => {
    const queued = { type: 'prompt-queued', atMs: 1, text: 'go', place: 0 } as const
    for (const waiting of [
      stateAfter({ ...queued, sessionId: null }),
      stateAfter(...opened(), { ...queued, sessionId: session }),
    ]) {
      const { ui, all } = pressed(start, ['escape'], { state: waiting })
      expect(all).toEqual([{ type: 'cancel-turn' }])
      expect(ui).toMatchObject({
        guard: { armed: null },
        message: { text: 'Prompts not sent yet are taken back.' },
      })
    }
    // An open panel is closed first.
    const unsent = stateAfter({ ...queued, sessionId: null })
    expect(pressed({ ...start, panel: 'help' }, ['escape'], { state: unsent }).all).toEqual([])
  })

  test('does nothing when nothing is open and no turn runs, and says so', () => {
    const { ui, all } = pressed(start, ['escape', 'escape'])
    expect(ui).toMatchObject({ ...start, message: { text: 'Nothing is open, and no turn runs.' } })
    expect(all).toEqual([])
  })

  test('takes effect when another key arrives together with it', () => {
    const { ui, all } = pressed({ ...start, panel: 'help' }, ['alt-a', 'alt-1'], { state: working })
    expect(ui).toMatchObject({ panel: null, tab: one })
    expect(all).toEqual([])
  })

  test('leaves a prompt unchanged, and ends a search', () => {
    expect(pressed(start, ['enter', 'h', 'i', 'escape']).ui).toMatchObject({
      writing: null,
      prompt: { line: { text: 'hi', cursor: 2 } },
    })
    expect(pressed(start, ['/', 'h', 'escape']).ui).toMatchObject({ writing: null, query: '' })
  })
})

const quit: Intent = { type: 'quit', reason: 'quit' }

describe('q', () => {
  test('quits when it interrupts nothing and no letter follows', () => {
    expect(pressed(start, ['q']).all).toEqual([])
    expect(pressed(start, ['q', 'pause']).all).toEqual([quit])
    expect(pressed(start, ['q', 'q']).all).toEqual([quit])
    // A key that types no letter does not continue a word.
    expect(pressed(start, ['q', 'ctrl-l']).all).toEqual([quit, { type: 'redraw' }])
    expect(pressed(start, ['q', 'escape', 'pause']).all).toEqual([])
    expect(pressed(start, ['j', 'j', 'j', 'q', 'pause']).all).toEqual([quit])
  })

  test('quits although another key comes later', () => {
    const { ui } = pressed(start, ['q'])
    const later = { state: initialState, shown: drawnTabs, nowMs: 300 }
    expect(act(ui, { name: 'x', text: 'x' }, later).intents).toEqual([quit])
    expect(act(ui, { name: 'x', text: 'x' }, { ...later, nowMs: 299 }).intents).toEqual([])
  })

  test('is not a command within a word', () => {
    const { ui, all } = pressed(start, ['q', 'u', 'pause'])
    expect(all).toEqual([])
    expect(ui.guard.held).toBeNull()
    expect(pressed(start, ['q', 'x']).ui.message?.text).toMatch(/press enter first/)
    const end = pressed(start, ['x', 'a', 'a', 'x', 'q', 'pause'])
    expect(end.all).toEqual([])
    expect(end.ui.message?.text).toBe('q again quits.')
    expect(pressed(end.ui, ['q']).all).toEqual([quit])
  })

  test('closes the open panel', () => {
    for (const panel of ['help', 'conversation', 'problems', 'stderr'] as const)
      expect(pressed({ ...start, panel }, ['q'], { state: working })).toMatchObject({
        ui: { panel: null },
        all: [],
      })
  })

  const background = stateAfter(...opened(), prompted(0), openedSession('s2', {}, { atMs: 1 }))
  test.each([
    ['the agent is working', working],
    ['the agent is working', background],
    ['a question waits', asking],
    ['a question waits', stateAfter(...opened(), asked(0))],
  ])('must be pressed twice while %s', (words, state) => {
    const first = pressed(start, ['q', 'pause'], { state })
    expect(first.all).toEqual([])
    expect(first.ui.message).toEqual({ text: `q again quits: ${words}.`, untilMs: 3000 })
    expect(pressed(first.ui, ['q'], { state }).all).toEqual([quit])
    expect(pressed(first.ui, ['x', 'q'], { state }).all).toEqual([])
    const late = { state, shown: drawnTabs, nowMs: 3000 }
    expect(act(first.ui, { name: 'q', text: 'q' }, late).intents).toEqual([])
    expect(pressed(first.ui, ['ctrl-c'], { state }).all).toEqual([])
  })

  test('must be pressed twice if a question arrives while it is held back', () => {
    const { ui } = pressed(start, ['q'])
    const asks = actHeld(ui, { state: asking, shown: drawnTabs, nowMs: 300 })
    expect(asks.intents).toEqual([])
    expect(asks.ui.message?.text).toContain('a question waits')
  })

  test('quits a recording at once', () => {
    const playback = { ...initialState, playback: {} as never }
    expect(pressed(start, ['q'], { state: playback }).all).toEqual([quit])
  })
})

describe('ctrl-c', () => {
  test('quits at once while no turn runs', () => {
    expect(pressed(start, ['ctrl-c']).intents).toEqual([{ type: 'quit', reason: 'interrupted' }])
  })

  test('must be pressed twice while the agent works', () => {
    const first = pressed(start, ['ctrl-c'], { state: working })
    expect(first.intents).toEqual([])
    expect(first.ui.message?.text).toBe('ctrl-c again quits: the agent is working.')
    expect(pressed(first.ui, ['ctrl-c'], { state: working }).intents).toEqual([
      { type: 'quit', reason: 'interrupted' },
    ])
  })

  test('counts as the first press again after the confirmation has expired', () => {
    const first = pressed(start, ['ctrl-c'], { state: working })
    const later = act(
      first.ui,
      { name: 'ctrl-c', text: '' },
      { state: working, shown: drawnTabs, nowMs: 10_000 },
    )
    expect(later.intents).toEqual([])
  })

  test('clears the prompt first', () => {
    const cleared = pressed(start, ['enter', 'h', 'ctrl-c'])
    expect(cleared.ui).toMatchObject({ writing: { kind: 'prompt' }, prompt: { line: { text: '' } } })
    expect(cleared.all).toEqual([])
    expect(pressed(cleared.ui, ['ctrl-c']).intents).toHaveLength(1)
  })

  test.each(['search', 'prompt', null] as const)('quits while this is written: %s', (kind) => {
    const writing = kind === null ? null : { kind }
    expect(pressed({ ...start, writing }, ['ctrl-c']).intents).toHaveLength(1)
    expect(
      pressed({ ...start, writing, panel: 'help' }, ['ctrl-c'], { state: asking }).ui.guard.armed?.key,
    ).toBe('ctrl-c')
  })
})
