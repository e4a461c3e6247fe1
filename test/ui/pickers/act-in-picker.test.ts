import { describe, expect, test } from 'vitest'
import type { AppEvent } from '../../../src/app/app-event.ts'
import type { AppState } from '../../../src/app/state/app-state.ts'
import type { AgentOffers, Link } from '../../../src/app/state/link.ts'
import type { Intent } from '../../../src/ui/intent.ts'
import { act, actHeld, paste } from '../../../src/ui/keys/act.ts'
import { focusOf } from '../../../src/ui/keys/focus.ts'
import { itemId } from '../../../src/ui/pickers/sessions-picker.ts'
import {
  asked,
  asksFor,
  described,
  linked,
  listedAs,
  modes,
  offersAll,
  opened,
  openedSession,
  options,
  selectedSession,
  stateAfter,
  titled,
  updated,
  wantsLogin,
} from '../../support/app-states.ts'
import { loadedDocumentCache, ShownScreen } from '../screen/shown-screen.ts'

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

/** Presses keys on a drawn screen, and collects the intents. */
class Keys {
  readonly intents: Intent[] = []
  readonly screen: ShownScreen
  state: AppState
  #events: readonly AppEvent[]

  constructor(events: readonly AppEvent[], size = { columns: 80, rows: 24 }) {
    this.#events = events
    this.state = stateAfter(...events)
    this.screen = new ShownScreen(this.state, { ...size, documentCache })
  }

  press(...names: readonly string[]): this {
    for (const name of names) {
      const text = name === 'space' ? ' ' : /^.$/u.test(name) ? name : ''
      const context = { state: this.state, facts: this.screen.drawn.facts, nowMs: 0 }
      const acted =
        name === 'pause' ? actHeld(this.screen.ui, context) : act(this.screen.ui, { name, text }, context)
      this.intents.push(...acted.intents)
      this.screen.press(name)
    }
    return this
  }

  happens(...events: readonly AppEvent[]): this {
    this.#events = [...this.#events, ...events]
    this.state = stateAfter(...this.#events)
    this.screen.show(this.state)
    return this
  }

  get selected(): string | null {
    return this.screen.ui.picker?.selected ?? null
  }
}

function keysOn(...events: readonly AppEvent[]): Keys {
  return new Keys(events)
}

describe('the list of sessions', () => {
  test('requests the agent’s sessions when it opens, if the agent can list them', () => {
    expect(keysOn(...both).press('s').intents).toEqual([{ type: 'list-sessions' }])
    const without = { ...offersAll, list: false }
    expect(keysOn(...both, described(without)).press('s').intents).toEqual([])
    const asking = listedAs({ state: 'asking', sessions: [] })
    expect(keysOn(...both, asking).press('s').intents).toEqual([])
  })

  test('starts at the current session, and enter returns to it', () => {
    const keys = keysOn(...both).press('s')
    expect(keys.selected).toBe(itemId('s1'))
    expect(keys.press('enter').intents).toEqual([{ type: 'list-sessions' }])
    expect(keys.screen.ui.picker).toBeNull()
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
      keysOn(...both, listed)
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
    const keys = keysOn(...both, listed).press('s', 'down', ...names)
    expect(keys.intents.slice(1)).toEqual([])
  })

  test('D must be confirmed, and says what y does', () => {
    const keys = keysOn(...both).press('s', 'down', 'D')
    expect(keys.screen.text).toContain('! y deletes it for good')
    expect(keys.press('escape').screen.text).not.toContain('! y')
    expect(keys.screen.ui.picker).not.toBeNull()
  })

  test.each([
    ['Dynamic', 'dynamic'],
    ['Docs', 'docs'],
    ['my Docs', 'my docs'],
    ['anyDy', 'anydy'],
  ])('“%s” is a word to find', (word, filter) => {
    const names = Array.from(word, (letter) => (letter === ' ' ? 'space' : letter))
    const keys = keysOn(...both).press('s', ...names, 'pause')
    expect(keys.screen.ui.picker?.filter.text.toLowerCase()).toBe(filter)
    expect(keys.intents.slice(1)).toEqual([])
  })

  test('closing a session must be confirmed, and says if it is working', () => {
    const keys = keysOn(...both, asksFor('s1', 'go')).press('s', 'ctrl-x')
    expect(keys.intents.slice(1)).toEqual([])
    expect(keys.screen.text).toContain('! y closes it while it works')
    expect(keys.press('y', 'pause').intents.slice(1)).toEqual([{ type: 'close-session', sessionId: 's1' }])
  })

  test.each<[keyof AgentOffers, readonly string[]]>([
    ['close', ['ctrl-x', 'y', 'pause']],
    ['delete', ['D', 'y', 'pause']],
  ])('what is not offered is not asked: %s', (offer, names) => {
    const without = described({ ...offersAll, [offer]: false })
    expect(
      keysOn(...both, without)
        .press('s', ...names)
        .intents.slice(1),
    ).toEqual([])
  })

  test('without load and resume, enter on an earlier session has no intent', () => {
    const without = described({ ...offersAll, load: false, resume: false })
    const keys = keysOn(...both, without, listed).press('s', 'down', 'down', 'enter')
    expect(keys.intents.slice(1)).toEqual([])
    expect(keys.screen.text).toContain('cannot load a session')
  })

  test('the selection stays on its session while the list grows, and moves to the neighbour when the session is deleted', () => {
    const keys = keysOn(...both, listed).press('s', 'down', 'down', 'down')
    expect(keys.selected).toBe(itemId('older'))
    const more = { id: 'new one', title: 'a', cwd: null, updatedAtMs: 0 }
    const sessions = listed.type === 'sessions-listed' ? listed.listing : null
    if (sessions?.state !== 'listed') throw new Error('no list')
    keys.happens(listedAs({ state: 'listed', sessions: [more, ...sessions.sessions] }))
    expect(keys.selected).toBe(itemId('older'))
    keys.happens({ type: 'session-closed', atMs: 0, sessionId: 'older', wasDeleted: true })
    expect(keys.selected).toBe(itemId('old'))
  })

  test('enter opens the session that the last frame showed as selected', () => {
    const keys = keysOn(...both).press('s', 'down')
    // It is removed after the last frame.
    keys.state = stateAfter(...both, { type: 'session-closed', atMs: 0, sessionId: 's2', wasDeleted: true })
    expect(keys.press('enter').intents).toEqual([{ type: 'list-sessions' }])
  })

  test('esc clears the filter, then closes; letters are not commands', () => {
    const keys = keysOn(...both).press('s', 'q', 'escape')
    expect(keys.screen.ui.picker?.filter.text).toBe('')
    expect(keys.press('escape').screen.ui.picker).toBeNull()
    expect(keys.intents.filter(({ type }) => type === 'quit')).toEqual([])
  })

  test('pasted text is added to the filter', () => {
    const { screen, state } = keysOn(...both).press('s')
    expect(paste(screen.ui, 'doc\ns', state).picker?.filter.text).toBe('doc s')
  })

  test('has the focus instead of a question, until it closes', () => {
    const keys = keysOn(...both, asked(0))
    expect(focusOf(keys.screen.ui, keys.state)).toBe('permission')
    keys.press('s')
    expect(focusOf(keys.screen.ui, keys.state)).toBe('picker')
    keys.press('escape')
    expect(focusOf(keys.screen.ui, keys.state)).toBe('permission')
  })

  test.each<[Link, string]>([
    [{ state: 'starting', sinceMs: 0 }, 'The agent is not ready yet.'],
    [{ state: 'ended', sinceMs: 0, end: { kind: 'closed' } }, 'The agent has ended: R starts it again.'],
  ])('without an agent says so: %j', (link, message) => {
    for (const name of ['s', 'M']) {
      const { ui } = keysOn(...both, linked(link)).press(name).screen
      expect(ui.picker).toBeNull()
      expect(ui.message?.text).toBe(message)
    }
  })

  test('closes when the connection ends', () => {
    const keys = keysOn(...both).press('s')
    keys.happens(linked({ state: 'ended', sinceMs: 0, end: { kind: 'closed' } }))
    expect(keys.screen.ui.picker).toBeNull()
  })
})

describe('settings', () => {
  const settable = [...opened(), described(), openedSession('s1', { modes, configOptions: options })]

  test.each<[readonly string[], readonly Intent[]]>([
    [['enter', 'down', 'enter'], [{ type: 'set-mode', modeId: 'acceptEdits' }]],
    [['down', 'enter', 'down', 'enter'], [{ type: 'set-config-option', optionId: 'model', value: 'large' }]],
    [['w', 'e', 'b', 'enter'], [{ type: 'set-config-option', optionId: 'web', value: false }]],
    [['enter', 'enter'], []],
    [['b', 'u', 'd', 'enter'], []],
  ])('%j', (names, intents) => {
    expect(keysOn(...settable).press('M', ...names).intents).toEqual(intents)
  })

  test.each<[readonly string[], Intent]>([
    [['enter', 'b', 'y', 'p', 'enter'], { type: 'set-mode', modeId: 'bypassPermissions' }],
    [['s', 'k', 'i', 'p', 'enter'], { type: 'set-config-option', optionId: 'skip', value: true }],
  ])('what lets the agent act without asking needs a second enter: %j', (names, intent) => {
    const keys = keysOn(...settable).press('M', ...names)
    expect(keys.intents).toEqual([])
    expect(keys.screen.text).toContain('! enter again')
    expect(keys.press('enter').intents).toEqual([intent])
  })

  test('the values of an option start at the current one, and esc returns to the settings', () => {
    const keys = keysOn(...settable).press('M', 'down', 'enter')
    expect(keys.selected).toBe('value medium')
    expect(keys.press('escape').screen.ui.picker?.place).toEqual({ kind: 'settings' })
    expect(keys.selected).toBe('option model')
    expect(keys.press('enter', 'up', 'enter').screen.ui.picker?.place).toEqual({ kind: 'settings' })
  })

  test('shows reported changes at once', () => {
    const keys = keysOn(...settable).press('M')
    keys.happens(updated(0, { type: 'mode-changed', modeId: 'plan' }))
    expect(keys.screen.text).toMatch(/Mode +Plan\n/)
  })

  test('says so when the agent no longer offers an option', () => {
    const keys = keysOn(...settable).press('M', 'down', 'enter')
    keys.happens(updated(0, { type: 'config-options', options: [] }))
    expect(keys.screen.text).toContain('The agent does not offer this any more.')
    expect(keys.press('enter').intents).toEqual([])
  })

  test('modes that are also a config option are listed once', () => {
    const [model] = options
    const mode = model?.type === 'select' ? [{ ...model, id: 'm', name: 'Way', category: 'mode' }] : []
    const keys = keysOn(...opened(), openedSession('s1', { modes, configOptions: mode })).press('M')
    expect(keys.screen.text).toContain('Way')
    expect(keys.screen.text).not.toContain('Manual')
  })
})

describe('logging in', () => {
  const methods = [
    { id: 'a', name: 'First', description: null, how: { type: 'agent' } },
    { id: 'b', name: 'Second', description: null, how: { type: 'terminal', args: ['login'], env: {} } },
  ] as const

  test('opens automatically, and enter logs in', () => {
    const keys = keysOn(described(), wantsLogin(methods))
    expect(focusOf(keys.screen.ui, keys.state)).toBe('picker')
    expect(keys.press('enter').intents).toEqual([{ type: 'log-in', methodId: 'a' }])
  })

  test('a method outside of this program is explained, and has no intent', () => {
    const keys = keysOn(described(), wantsLogin(methods)).press('j', 'enter')
    expect(keys.intents).toEqual([])
    expect(keys.screen.text).toContain("claude-agent-acp '--quiet mode' login")
  })

  test('an item taller than the list is scrolled to its end before the next one is selected', () => {
    const how = {
      type: 'terminal',
      args: Array.from({ length: 40 }, (_, at) => `--option-${at}`),
      env: {},
    } as const
    const events = [described(), wantsLogin([{ ...methods[1], how }, methods[0]])]
    const keys = new Keys(events, { columns: 40, rows: 12 })
    const seen = new Set<string>()
    let presses = 0
    for (; keys.selected === 'method b' && presses < 30; presses++) {
      for (const [option] of keys.screen.text.matchAll(/--option-\d+/g)) seen.add(option)
      keys.press('down')
    }
    expect(seen.size).toBe(40)
    expect(keys.selected).toBe('method a')
    for (let back = 0; back < presses; back++) keys.press('up')
    expect(keys.screen.text).toContain('Second')
  })

  test('allows one attempt at a time', () => {
    expect(keysOn(described(), wantsLogin(methods, { trying: 'a' })).press('enter').intents).toEqual([])
  })

  test('other keys keep their meaning', () => {
    const keys = keysOn(described(), wantsLogin(methods))
    expect(keys.press('R', 'pause').intents).toEqual([{ type: 'restart' }])
    expect(keys.press('escape', 'q', 'pause').intents.slice(1)).toEqual([{ type: 'quit', reason: 'quit' }])
    expect(keys.press('e').screen.ui.panel).toBe('stderr')
    expect(keys.press('escape', 'i', 'h', 'i', 'enter').intents.at(-1)).toEqual({
      type: 'prompt',
      text: 'hi',
    })
    expect(keys.screen.ui.message?.text).toBe('Sent when you are logged in.')
  })

  test('closes when the agent is connected', () => {
    const keys = keysOn(described(), wantsLogin(methods)).press('j')
    keys.happens(linked({ state: 'open', sinceMs: 0 }))
    expect(keys.screen.ui.picker).toBeNull()
    expect(focusOf(keys.screen.ui, keys.state)).toBe('plan')
  })
})
