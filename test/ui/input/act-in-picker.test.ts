import { describe, expect, test } from 'vitest'
import type { AppEvent } from '../../../src/app/state/app-event.ts'
import type { AgentOffers, Link } from '../../../src/app/state/link.ts'
import type { Intent } from '../../../src/ui/state/intent.ts'
import { act, paste } from '../../../src/ui/stack/act.ts'
import { focusOf } from '../focus.ts'
import { itemId } from '../../../src/ui/pickers/sessions-picker.ts'
import {
  asked,
  asksFor,
  described,
  ended,
  linked,
  listedAs,
  modes,
  offersAll,
  opened,
  openedSession,
  options,
  prompted,
  selectedSession,
  stateAfter,
  titled,
  updated,
  wantsLogin,
} from '../../support/app-states.ts'
import { loadedDocumentCache, ShownScreen } from '../stack/shown-screen.ts'

const documentCache = await loadedDocumentCache()
const ready = [...opened(), described(), titled('s1', 'parser')]
const both = [...ready, openedSession('s2'), titled('s2', 'docs'), selectedSession('s1')]
const listed = listedAs({
  state: 'listed',
  sessions: [
    { id: 'old', title: 'from before', cwd: null, updatedAtMs: 0 },
    { id: 'older', title: 'from long before', cwd: null, updatedAtMs: 0 },
  ],
})

function screenAt(events: readonly AppEvent[], size = { columns: 80, rows: 24 }): ShownScreen {
  return new ShownScreen(stateAfter(...events), { ...size, documentCache })
}

function screenOn(...events: readonly AppEvent[]): ShownScreen {
  return screenAt(events)
}

function selectedIn({ ui }: ShownScreen): string | null {
  return ui.picker?.list.selected ?? null
}

describe('the list of sessions', () => {
  test('requests the agent’s sessions when it opens, if the agent can list them', () => {
    expect(screenOn(...both).press('s').intents).toEqual([{ type: 'list-sessions' }])
    const without = { ...offersAll, list: false }
    expect(screenOn(...both, described(without)).press('s').intents).toEqual([])
    const asking = listedAs({ state: 'asking', sessions: [] })
    expect(screenOn(...both, asking).press('s').intents).toEqual([])
  })

  test('starts at the current session, and enter returns to it', () => {
    const screen = screenOn(...both).press('s')
    expect(selectedIn(screen)).toBe(itemId('s1'))
    expect(screen.press('enter').intents).toEqual([{ type: 'list-sessions' }])
    expect(screen.ui.picker).toBeNull()
  })

  test.each<[readonly string[], Intent]>([
    [['up', 'enter'], { type: 'new-session' }],
    [['down', 'enter'], { type: 'open-session', sessionId: 's2' }],
    [['ctrl-n', 'ctrl-n', 'enter'], { type: 'open-session', sessionId: 'old' }],
    [['pagedown', 'enter'], { type: 'open-session', sessionId: 'older' }],
    [[...'long'.split(''), 'enter'], { type: 'open-session', sessionId: 'older' }],
    [[...'doc'.split(''), 'enter'], { type: 'open-session', sessionId: 's2' }],
    [['down', 'ctrl-x', 'y', 'pause'], { type: 'close-session', sessionId: 's2' }],
    [['down', 'D', 'y', 'pause'], { type: 'delete-session', sessionId: 's2' }],
    [['down', 'down', 'D', 'y', 'pause'], { type: 'delete-session', sessionId: 'old' }],
  ])('%j', (names, intent) => {
    expect(
      screenOn(...both, listed)
        .press('s', ...names)
        .intents.slice(1),
    ).toEqual([intent])
  })

  test.each([
    [['D', 'D', 'D', 'pause']],
    [['D', 'up', 'down', 'y', 'pause']],
    [['D', 'escape', 'y', 'pause']],
    [['D', 'y', 'escape', 'pause']],
    [['D', 'x', 'y', 'pause']],
    [['ctrl-d', 'ctrl-d', 'ctrl-d', 'pause']],
    [['ctrl-x', 'ctrl-x', 'ctrl-x', 'pause']],
  ])('%j deletes and closes nothing', (names) => {
    const screen = screenOn(...both, listed).press('s', 'down', ...names)
    expect(screen.intents.slice(1)).toEqual([])
  })

  test('D must be confirmed, and says what y does', () => {
    const screen = screenOn(...both).press('s', 'down', 'D')
    expect(screen.text).toContain('! y deletes it for good')
    expect(screen.press('escape').text).not.toContain('! y')
    expect(screen.ui.picker).not.toBeNull()
  })

  test.each([
    ['Dynamic', 'dynamic'],
    ['Docs', 'docs'],
    ['my Docs', 'my docs'],
    ['anyDy', 'anydy'],
  ])('“%s” is a word to find', (word, filter) => {
    const names = Array.from(word, (letter) => (letter === ' ' ? 'space' : letter))
    const screen = screenOn(...both).press('s', ...names, 'pause')
    expect(screen.ui.picker?.filter.text.toLowerCase()).toBe(filter)
    expect(screen.intents.slice(1)).toEqual([])
  })

  test('closing a session must be confirmed, and says if it is working', () => {
    const screen = screenOn(...both, asksFor('s1', 'go')).press('s', 'ctrl-x')
    expect(screen.intents.slice(1)).toEqual([])
    expect(screen.text).toContain('! y closes it while it works')
    expect(screen.press('y', 'pause').intents.slice(1)).toEqual([{ type: 'close-session', sessionId: 's1' }])
  })

  test.each<[keyof AgentOffers, readonly string[]]>([
    ['close', ['ctrl-x', 'y', 'pause']],
    ['delete', ['D', 'y', 'pause']],
  ])('what is not offered is not asked: %s', (offer, names) => {
    const without = described({ ...offersAll, [offer]: false })
    expect(
      screenOn(...both, without)
        .press('s', ...names)
        .intents.slice(1),
    ).toEqual([])
  })

  test('without load and resume, enter on an earlier session has no intent', () => {
    const without = described({ ...offersAll, load: false, resume: false })
    const screen = screenOn(...both, without, listed).press('s', 'down', 'down', 'enter')
    expect(screen.intents.slice(1)).toEqual([])
    expect(screen.text).toContain('cannot load a session')
  })

  test('the selection stays on its session while the list grows, and moves to the neighbour when the session is deleted', () => {
    const screen = screenOn(...both, listed).press('s', 'down', 'down', 'down')
    expect(selectedIn(screen)).toBe(itemId('older'))
    const more = { id: 'new one', title: 'a', cwd: null, updatedAtMs: 0 }
    const sessions = listed.type === 'sessions-listed' ? listed.listing : null
    if (sessions?.state !== 'listed') throw new Error('no list')
    const grown = [...both, listedAs({ state: 'listed', sessions: [more, ...sessions.sessions] })]
    screen.show(stateAfter(...grown))
    expect(selectedIn(screen)).toBe(itemId('older'))
    const deleted: AppEvent = { type: 'session-closed', atMs: 0, sessionId: 'older', wasDeleted: true }
    screen.show(stateAfter(...grown, deleted))
    expect(selectedIn(screen)).toBe(itemId('old'))
  })

  test('enter opens the session that the last frame showed as selected', () => {
    const screen = screenOn(...both).press('s', 'down')
    // It is removed after the last frame.
    const state = stateAfter(...both, { type: 'session-closed', atMs: 0, sessionId: 's2', wasDeleted: true })
    const context = { state, shown: screen.drawn.shown, nowMs: 0 }
    expect(act(screen.ui, { name: 'enter', text: '' }, context).intents).toEqual([])
  })

  test('esc clears the filter, then closes; letters are not commands', () => {
    const screen = screenOn(...both).press('s', 'q', 'escape')
    expect(screen.ui.picker?.filter.text).toBe('')
    expect(screen.press('escape').ui.picker).toBeNull()
    expect(screen.intents.filter(({ type }) => type === 'quit')).toEqual([])
  })

  test('the sign before an empty filter is not typed into it', () => {
    const screen = screenOn(...both).press('s', '/', 'd', '/')
    expect(screen.ui.picker?.filter.text).toBe('d/')
  })

  test('pasted text is added to the filter', () => {
    const { ui } = screenOn(...both).press('s')
    expect(paste(ui, 'doc\ns', stateAfter(...both)).picker?.filter.text).toBe('doc s')
  })

  test('has the focus instead of a question, until it closes', () => {
    const events = [...both, asked(0)]
    const focusAfter = (...names: readonly string[]): string =>
      focusOf(screenOn(...events).press(...names).ui, stateAfter(...events))
    expect(focusAfter()).toBe('permission')
    expect(focusAfter('s')).toBe('picker')
    expect(focusAfter('s', 'escape')).toBe('permission')
  })

  test.each<[Link, string]>([
    [{ state: 'starting', sinceMs: 0 }, 'The agent is not ready yet.'],
    [{ state: 'ended', sinceMs: 0, end: { kind: 'closed' } }, 'The agent has ended: R starts it again.'],
  ])('without an agent says so: %j', (link, message) => {
    for (const name of ['s', 'M']) {
      const { ui } = screenOn(...both, prompted(0), ended(1), linked(link)).press(name)
      expect(ui.picker).toBeNull()
      expect(ui.message?.text).toBe(message)
    }
  })

  test('closes when the connection ends', () => {
    const screen = screenOn(...both).press('s')
    screen.show(stateAfter(...both, linked({ state: 'ended', sinceMs: 0, end: { kind: 'closed' } })))
    expect(screen.ui.picker).toBeNull()
  })
})

describe('settings', () => {
  const settable = [...opened(), described(), openedSession('s1', { modes, configOptions: options })]

  test.each<[readonly string[], readonly Intent[]]>([
    [['enter', 'down', 'enter'], []],
    [['enter', 'down', 'enter', 'enter'], [{ type: 'set-mode', modeId: 'acceptEdits' }]],
    [['down', 'enter', 'down', 'enter'], [{ type: 'set-config-option', optionId: 'model', value: 'large' }]],
    [['w', 'e', 'b', 'enter'], [{ type: 'set-config-option', optionId: 'web', value: false }]],
    [['enter', 'enter'], []],
    [['b', 'u', 'd', 'enter'], []],
  ])('%j', (names, intents) => {
    expect(screenOn(...settable).press('M', ...names).intents).toEqual(intents)
  })

  test.each<[readonly string[], Intent]>([
    [['enter', 'b', 'y', 'p', 'enter'], { type: 'set-mode', modeId: 'bypassPermissions' }],
    [['s', 'k', 'i', 'p', 'enter'], { type: 'set-config-option', optionId: 'skip', value: true }],
  ])('what lets the agent act without asking needs a second enter: %j', (names, intent) => {
    const screen = screenOn(...settable).press('M', ...names)
    expect(screen.intents).toEqual([])
    expect(screen.text).toContain('! enter again')
    expect(screen.press('enter').intents).toEqual([intent])
  })

  test('the values of an option start at the current one, and esc returns to the settings', () => {
    const screen = screenOn(...settable).press('M', 'down', 'enter')
    expect(selectedIn(screen)).toBe('value medium')
    expect(screen.press('escape').ui.picker?.topic).toEqual({ kind: 'settings' })
    expect(selectedIn(screen)).toBe('option model')
    expect(screen.press('enter', 'up', 'enter').ui.picker?.topic).toEqual({ kind: 'settings' })
  })

  test.each([
    ['largest', 'Model', '›   Largest 6'],
    ['model largest', 'Model', '›   Largest 6'],
    ['model', 'Model', '› ✓ Medium 5.5'],
    ['accept', 'Mode', '›   Accept edits'],
  ])('are found by their values, and open at the one that was found: %s', (words, name, value) => {
    const typed = Array.from(words, (letter) => (letter === ' ' ? 'space' : letter))
    const screen = screenOn(...settable).press('M', ...typed)
    expect(screen.text).toMatch(new RegExp(`› +${name} [^]* 1 of 5`))
    expect(screen.press('enter').text).toContain(value)
    expect(screen.press('escape').text).toContain('type to find')
  })

  test('shows reported changes at once', () => {
    const screen = screenOn(...settable).press('M')
    screen.show(stateAfter(...settable, updated(0, { type: 'mode-changed', modeId: 'plan' })))
    expect(screen.text).toMatch(/Mode +Plan\n/)
  })

  test('says so when the agent no longer offers an option', () => {
    const screen = screenOn(...settable).press('M', 'down', 'enter')
    screen.show(stateAfter(...settable, updated(0, { type: 'config-options', options: [] })))
    expect(screen.text).toContain('The agent does not offer this any more.')
    expect(screen.press('enter').intents).toEqual([])
  })

  test('modes that are also a config option are listed once', () => {
    const [model] = options
    const mode = model?.type === 'select' ? [{ ...model, id: 'm', name: 'Way', category: 'mode' }] : []
    const screen = screenOn(...opened(), openedSession('s1', { modes, configOptions: mode })).press('M')
    expect(screen.text).toContain('Way')
    expect(screen.text).not.toContain('Manual')
  })
})

describe('logging in', () => {
  const methods = [
    { id: 'a', name: 'First', description: null, how: { type: 'agent' } },
    { id: 'b', name: 'Second', description: null, how: { type: 'terminal', args: ['login'], env: {} } },
  ] as const

  test('opens automatically, and enter logs in', () => {
    const events = [described(), wantsLogin(methods)]
    const screen = screenOn(...events)
    expect(focusOf(screen.ui, stateAfter(...events))).toBe('picker')
    expect(screen.press('enter').intents).toEqual([{ type: 'log-in', methodId: 'a' }])
  })

  test('a method outside of this program is explained, and has no intent', () => {
    const screen = screenOn(described(), wantsLogin(methods)).press('j', 'enter')
    expect(screen.intents).toEqual([])
    expect(screen.text).toContain("claude-agent-acp '--quiet mode' login")
  })

  test('an item taller than the list is scrolled to its end before the next one is selected', () => {
    const how = {
      type: 'terminal',
      args: Array.from({ length: 40 }, (_, at) => `--option-${at}`),
      env: {},
    } as const
    const events = [described(), wantsLogin([{ ...methods[1], how }, methods[0]])]
    const screen = screenAt(events, { columns: 40, rows: 12 })
    const seen = new Set<string>()
    let presses = 0
    for (; selectedIn(screen) === 'method b' && presses < 30; presses++) {
      for (const [option] of screen.text.matchAll(/--option-\d+/g)) seen.add(option)
      screen.press('down')
    }
    expect(seen.size).toBe(40)
    expect(selectedIn(screen)).toBe('method a')
    for (let back = 0; back < presses; back++) screen.press('up')
    expect(screen.text).toContain('Second')
  })

  test('allows one attempt at a time', () => {
    expect(screenOn(described(), wantsLogin(methods, { trying: 'a' })).press('enter').intents).toEqual([])
  })

  test('other screen keep their meaning', () => {
    const screen = screenOn(described(), wantsLogin(methods))
    expect(screen.press('R', 'pause').intents).toEqual([{ type: 'restart' }])
    expect(screen.press('escape', 'q', 'pause').intents.slice(1)).toEqual([{ type: 'quit', reason: 'quit' }])
    expect(screen.press('e').ui.panel).toBe('stderr')
    screen.press('escape').change((ui) => paste(ui, 'hi', stateAfter(described(), wantsLogin(methods))))
    expect(screen.press('enter').intents.at(-1)).toEqual({
      type: 'prompt',
      text: 'hi',
    })
    expect(screen.ui.message?.text).toBe('Sent when you are logged in.')
  })

  test('closes when the agent is connected', () => {
    const screen = screenOn(described(), wantsLogin(methods)).press('j')
    const state = stateAfter(described(), wantsLogin(methods), linked({ state: 'open', sinceMs: 0 }))
    screen.show(state)
    expect(screen.ui.picker).toBeNull()
    expect(focusOf(screen.ui, state)).toBe('plan')
  })
})
