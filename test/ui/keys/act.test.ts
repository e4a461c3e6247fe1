import { describe, expect, test } from 'vitest'
import type { AppState } from '../../../src/app/app-state.ts'
import { initialState } from '../../../src/app/app-state.ts'
import { openQuestion, questionKey, type QuestionKey } from '../../../src/app/question.ts'
import { act, actHeld, focusOf, paste } from '../../../src/ui/keys/act.ts'
import type { Acted, Intent } from '../../../src/ui/keys/acted.ts'
import { commandOf, keyTable } from '../../../src/ui/keys/key-table.ts'
import { optionLetters } from '../../../src/ui/keys/option-letters.ts'
import { nothingDrawn, type DrawnFacts } from '../../../src/ui/screen/drawn-facts.ts'
import { choiceIn } from '../../../src/ui/screen/question-choice.ts'
import { scrollOf, startUiState, tabId, withScroll, type UiState } from '../../../src/ui/screen/ui-state.ts'
import { asked, opened, over, prompted, session, stateAfter } from '../screen/app-states.ts'

const tabs = [tabId(session, 'a'), tabId(session, 'b'), tabId(session, 'c')] as const
const [one, two, three] = tabs
const drawnTabs: DrawnFacts = { ...nothingDrawn, tabs: tabs.map((id) => ({ id, headId: session })) }
const start = startUiState(80, 24)
const [, second = '', third = ''] = optionLetters
const working = stateAfter(...opened(), prompted(0))
const asking = stateAfter(...opened(), prompted(0), asked(0))

interface Shown {
  readonly state?: AppState
  readonly facts?: DrawnFacts
}

const firstKey = 'permission 1' as QuestionKey
const secondKey = 'permission 2' as QuestionKey

/**
 * Presses keys one after the other, as a user would; the facts stay those of the last frame. `pause`: nothing follows for a
 * moment.
 */
function pressed(
  ui: UiState,
  names: readonly string[],
  on: Shown = {},
): Acted & { readonly all: readonly Intent[] } {
  const { state = initialState } = on
  const question = openQuestion(state)
  const { facts = { ...drawnTabs, questionKey: question === null ? null : questionKey(question) } } = on
  let acted: Acted = { ui, intents: [] }
  const all: Intent[] = []
  for (const name of names) {
    const text = name === 'space' ? ' ' : /^.$/u.test(name) ? name : ''
    const context = { state, facts, nowMs: 0 }
    acted = name === 'pause' ? actHeld(acted.ui, context) : act(acted.ui, { name, text }, context)
    all.push(...acted.intents)
  }
  return { ...acted, all }
}

describe('picking a plan', () => {
  const at = { ...start, tab: one }
  test.each([
    [['tab'], two],
    [['right', 'right'], three],
    [['tab', 'tab', 'tab'], one],
    [['shift-tab'], three],
    [['left', 'left'], two],
    [['2'], two],
    [['9'], one],
  ] as const)('%j shows another plan', (names, tab) => {
    expect(pressed(at, names).ui.tab).toBe(tab)
  })

  test('a plan that was picked stays, and closes the panel over it', () => {
    expect(pressed({ ...at, panel: 'help' }, ['2']).ui).toMatchObject({ followsTabs: false, panel: null })
    expect(pressed(at, ['9']).ui.followsTabs).toBe(true)
  })

  test('when the plan shown is gone, the first is next', () => {
    expect(pressed({ ...start, tab: tabId(session, 'gone') }, ['tab']).ui.tab).toBe(one)
  })
})

describe('without any plan', () => {
  test('no key does anything silly', () => {
    for (const { keys, command } of keyTable) {
      for (const key of keys) {
        const { ui, all } = pressed(start, [key, 'pause'], { facts: nothingDrawn })
        expect(ui.tab).toBeNull()
        expect(ui.scrolls.size).toBe(0)
        const isAsked = command === 'quit' || command === 'interrupt' || command === 'redraw'
        expect(all).toHaveLength(isAsked ? 1 : 0)
      }
    }
  })
})

describe('every key of the table', () => {
  test('is one command whatever has the focus, but for lines being written and options', () => {
    for (const { keys, command } of keyTable)
      for (const key of keys) expect(commandOf(key), key).toBe(command)
  })

  test.each([
    ['f', { followsTabs: true }],
    ['/', { focus: 'search' }],
    ['enter', { focus: 'prompt' }],
    ['i', { focus: 'prompt' }],
    ['a', { panel: 'activity', panelScroll: { follows: 'end' } }],
    ['!', { panel: 'problems', panelScroll: { follows: 'end' } }],
    ['e', { panel: 'stderr', panelScroll: { follows: 'end' } }],
    ['?', { panel: 'help', panelScroll: { top: 0, follows: 'free' } }],
    ['h', { panel: 'help' }],
  ])('on a plan, %s', (key, expected) => {
    expect(pressed({ ...start, followsTabs: false, tab: one }, [key]).ui).toMatchObject(expected)
  })

  test.each([
    ['ctrl-l', [{ type: 'redraw' }]],
    ['o', [{ type: 'fetch', uri: 'https://example.org/plan.md' }]],
  ])('%s asks the world', (key, intents) => {
    const facts = { ...drawnTabs, fileUri: 'https://example.org/plan.md' }
    expect(pressed(start, [key], { facts }).intents).toEqual(intents)
  })

  test('the agent is started again when it has ended, and only then', () => {
    const gone = stateAfter(...opened(), over(1, { kind: 'closed' }))
    expect(pressed(start, ['R', 'pause'], { state: gone }).all).toEqual([{ type: 'restart' }])
    const running = pressed(start, ['R'], { state: working })
    expect(running.intents).toEqual([])
    expect(running.ui.message?.text).toBe('The agent is running.')
  })

  test('a panel opens and closes by its key, and another one takes its place', () => {
    expect(pressed(start, ['a', 'a']).ui.panel).toBeNull()
    expect(pressed(start, ['a', '?']).ui.panel).toBe('help')
    expect(pressed(start, ['a', 'enter']).ui).toMatchObject({ panel: null, focus: 'prompt' })
  })

  test('a search is for what is open, and begins with what was searched last', () => {
    const ui = pressed({ ...start, panel: 'activity', query: 'abc' }, ['/']).ui
    expect(ui).toMatchObject({ panel: 'activity', focus: 'search', search: { text: 'abc', cursor: 3 } })
  })

  test('in a panel n and N go from match to match, around its ends', () => {
    const facts = { ...drawnTabs, total: 50, visible: 10, top: 5, matches: [3, 20, 48] }
    const panel: UiState = { ...start, tab: one, panel: 'activity', query: 'x' }
    const tops = ['n', 'n', 'n', 'N'].map((_, at, keys) => {
      const { ui } = pressed(panel, keys.slice(0, at + 1), { facts })
      expect(ui.scrolls.size).toBe(0)
      return ui.panelScroll.top
    })
    expect(tops).toEqual([20, 40, 3, 40])
  })

  test('steps that are done fold and unfold', () => {
    const ui = withScroll({ ...start, tab: one }, one, { ...scrollOf(start, one), top: 5 })
    const folded = pressed(ui, ['c']).ui
    expect(scrollOf(folded, one)).toMatchObject({ isCollapsed: true, top: 0 })
    expect(scrollOf(pressed(folded, ['c']).ui, one).isCollapsed).toBe(false)
  })
})

describe('esc', () => {
  test('closes the panel, then the search, then the selection, and then cancels the turn when it comes twice', () => {
    const selected = { ...scrollOf(start, one), cursorKey: 3 }
    let ui: UiState = withScroll({ ...start, tab: one, panel: 'help', query: 'x' }, one, selected)
    const seen: unknown[] = []
    for (let press = 0; press < 5; press++) {
      const acted = pressed(ui, ['escape'], { state: working })
      ui = acted.ui
      seen.push([ui.panel, ui.query, scrollOf(ui, one).cursorKey, acted.intents])
    }
    expect(seen).toEqual([
      [null, 'x', 3, []],
      [null, '', 3, []],
      [null, '', null, []],
      [null, '', null, []],
      [null, '', null, [{ type: 'cancel-turn' }]],
    ])
  })

  test('says what the second one does, and forgets the first after two seconds or another key', () => {
    const first = pressed(start, ['escape'], { state: working }).ui
    expect(first.message).toEqual({ text: 'esc again cancels the turn.', untilMs: 2000 })
    const late = { state: working, facts: drawnTabs, nowMs: 2000 }
    expect(act(first, { name: 'escape', text: '' }, late).intents).toEqual([])
    const between = pressed(first, ['j', 'escape'], { state: working })
    expect(between.all).toEqual([])
    expect(pressed(first, ['j'], { state: working }).ui).toMatchObject({ armed: null })
    expect(pressed(start, ['escape', 'escape'], { state: working }).ui).toMatchObject({
      armed: null,
      message: null,
    })
  })

  test('of a turn that is being cancelled says that it is', () => {
    const cancelling = stateAfter(...opened(), prompted(0), {
      type: 'turn-cancelled',
      atMs: 1,
      sessionId: session,
    })
    const { ui, all } = pressed(start, ['escape', 'escape'], { state: cancelling })
    expect(pressed(start, ['escape'], { state: cancelling }).ui.message?.text).toMatch(/being cancelled/)
    expect(all).toEqual([{ type: 'cancel-turn' }])
    expect(ui.armed).toBeNull()
  })

  test('does nothing when nothing is open and nothing runs, and says so', () => {
    const { ui, all } = pressed(start, ['escape', 'escape'])
    expect(ui).toMatchObject({ ...start, message: { text: 'Nothing is open, and no turn runs.' } })
    expect(all).toEqual([])
  })

  test('is heard when something else comes right after it', () => {
    const { ui, all } = pressed({ ...start, panel: 'help' }, ['alt-a', 'alt-1'], { state: working })
    expect(ui).toMatchObject({ panel: null, tab: one })
    expect(all).toEqual([])
  })

  test('leaves a prompt as it is written, and ends a search', () => {
    expect(pressed(start, ['enter', 'h', 'i', 'escape']).ui).toMatchObject({
      focus: 'plan',
      prompt: { line: { text: 'hi', cursor: 2 } },
    })
    expect(pressed(start, ['/', 'h', 'escape']).ui).toMatchObject({ focus: 'plan', query: '' })
  })
})

const quit: Intent = { type: 'quit', reason: 'quit' }

describe('q', () => {
  test('quits when nothing is lost by it, and nothing is typed after it', () => {
    expect(pressed(start, ['q']).all).toEqual([])
    expect(pressed(start, ['q', 'pause']).all).toEqual([quit])
    expect(pressed(start, ['q', 'q']).all).toEqual([quit])
    // What is no letter belongs to no word.
    expect(pressed(start, ['q', 'ctrl-l']).all).toEqual([quit, { type: 'redraw' }])
    expect(pressed(start, ['q', 'escape', 'pause']).all).toEqual([])
    expect(pressed(start, ['j', 'j', 'j', 'q', 'pause']).all).toEqual([quit])
  })

  test('is no command in a word', () => {
    const { ui, all } = pressed(start, ['q', 'u', 'pause'])
    expect(all).toEqual([])
    expect(ui.held).toBeNull()
    expect(pressed(start, ['q', 'x']).ui.message?.text).toMatch(/press enter first/)
    const end = pressed(start, ['x', 'a', 'a', 'x', 'q', 'pause'])
    expect(end.all).toEqual([])
    expect(end.ui.message?.text).toBe('q again quits.')
    expect(pressed(end.ui, ['q']).all).toEqual([quit])
  })

  test('closes the panel that is open', () => {
    for (const panel of ['help', 'activity', 'problems', 'stderr'] as const)
      expect(pressed({ ...start, panel }, ['q'], { state: working })).toMatchObject({
        ui: { panel: null },
        all: [],
      })
  })

  const background = stateAfter(...opened(), prompted(0), {
    type: 'session-opened',
    atMs: 1,
    sessionId: 's2',
    how: 'new',
    setup: { modes: null, configOptions: [], commands: [] },
  })
  test.each([
    ['the agent is working', working],
    ['the agent is working', background],
    ['a question waits for you', asking],
    ['a question waits for you', stateAfter(...opened(), asked(0))],
  ])('asks once where %s', (words, state) => {
    const first = pressed(start, ['q', 'pause'], { state })
    expect(first.all).toEqual([])
    expect(first.ui.message).toEqual({ text: `q again quits: ${words}.`, untilMs: 3000 })
    expect(pressed(first.ui, ['q'], { state }).all).toEqual([quit])
    expect(pressed(first.ui, ['x', 'q'], { state }).all).toEqual([])
    const late = { state, facts: drawnTabs, nowMs: 3000 }
    expect(act(first.ui, { name: 'q', text: 'q' }, late).intents).toEqual([])
    expect(pressed(first.ui, ['ctrl-c'], { state }).all).toEqual([])
  })

  test('asks where a question has come while it waited for what follows', () => {
    const { ui } = pressed(start, ['q'])
    const asks = actHeld(ui, { state: asking, facts: drawnTabs, nowMs: 300 })
    expect(asks.intents).toEqual([])
    expect(asks.ui.message?.text).toContain('a question waits')
  })

  test('of a recording quits at once', () => {
    const playback = { ...initialState, playback: {} as never }
    expect(pressed(start, ['q'], { state: playback }).all).toEqual([quit])
  })
})

describe('ctrl-c', () => {
  test('quits at once while nothing runs', () => {
    expect(pressed(start, ['ctrl-c']).intents).toEqual([{ type: 'quit', reason: 'interrupted' }])
  })

  test('while the agent works the first says so, and the second quits', () => {
    const first = pressed(start, ['ctrl-c'], { state: working })
    expect(first.intents).toEqual([])
    expect(first.ui.message?.text).toBe('ctrl-c again quits: the agent is working.')
    expect(pressed(first.ui, ['ctrl-c'], { state: working }).intents).toEqual([
      { type: 'quit', reason: 'interrupted' },
    ])
  })

  test('a second one after a while is a first one', () => {
    const first = pressed(start, ['ctrl-c'], { state: working })
    const later = act(
      first.ui,
      { name: 'ctrl-c', text: '' },
      { state: working, facts: drawnTabs, nowMs: 10_000 },
    )
    expect(later.intents).toEqual([])
  })

  test('in a prompt it takes what is written first', () => {
    const cleared = pressed(start, ['enter', 'h', 'ctrl-c'])
    expect(cleared.ui).toMatchObject({ focus: 'prompt', prompt: { line: { text: '' } } })
    expect(cleared.all).toEqual([])
    expect(pressed(cleared.ui, ['ctrl-c']).intents).toHaveLength(1)
  })

  test.each(['search', 'prompt', 'plan'] as const)('is heard wherever the focus is: %s', (focus) => {
    expect(pressed({ ...start, focus }, ['ctrl-c']).intents).toHaveLength(1)
    expect(pressed({ ...start, focus, panel: 'help' }, ['ctrl-c'], { state: asking }).ui.armed?.key).toBe(
      'ctrl-c',
    )
  })
})

describe('writing', () => {
  test('enter sends what is written, and the plan has the focus again', () => {
    const sent = pressed(start, ['enter', 'h', 'i', 'enter'])
    expect(sent.intents).toEqual([{ type: 'prompt', text: 'hi' }])
    expect(sent.ui).toMatchObject({ focus: 'plan', followsTabs: true, prompt: { history: ['hi'] } })
  })

  test('after the agent has ended what is sent waits for it, and a message says so', () => {
    const gone = stateAfter(...opened(), over(1, { kind: 'closed' }))
    const sent = pressed(start, ['enter', 'h', 'i', 'enter'], { state: gone })
    expect(sent.intents).toEqual([{ type: 'prompt', text: 'hi' }])
    expect(sent.ui).toMatchObject({ focus: 'plan', prompt: { history: ['hi'] } })
    expect(sent.ui.message?.text).toBe('It goes when R starts the agent.')
    expect(pressed(sent.ui, ['R', 'pause'], { state: gone }).all).toEqual([{ type: 'restart' }])
  })

  test('nothing but blanks is not sent', () => {
    expect(pressed(start, ['enter', 'space', 'enter']).all).toEqual([])
  })

  test('keys of the table are letters here', () => {
    const { ui, all } = pressed(start, ['enter', 'q', '/', '?', '1'])
    expect(ui.prompt.line.text).toBe('q/?1')
    expect(all).toEqual([])
  })

  test('a search follows what is written, in small letters', () => {
    expect(pressed(start, ['/', 'A', 'b']).ui).toMatchObject({ query: 'ab', search: { text: 'Ab' } })
    expect(pressed(start, ['/', 'A', 'tab']).ui.query).toBe('a')
  })
})

describe('pasting', () => {
  test('begins a prompt, keeps its lines and none of its controls', () => {
    const ui = paste(start, 'one\r\ntwo\u001b[2Jthree\tfour\rfive', working)
    expect(ui).toMatchObject({ focus: 'prompt' })
    expect(ui.prompt.line.text).toBe('one\ntwo [2Jthree four\nfive')
  })

  test('into a search is one line, and is searched', () => {
    const ui = paste({ ...start, focus: 'search' }, 'One\ntwo', working)
    expect(ui).toMatchObject({ focus: 'search', search: { text: 'One two' }, query: 'one two' })
  })
})

describe('a question of the agent’s', () => {
  // The safest first: Keep planning, Yes and ask, Yes and bypass.
  test('has the focus unless a line is written or a panel is open', () => {
    expect(focusOf(start, asking)).toBe('permission')
    expect(focusOf({ ...start, focus: 'prompt' }, asking)).toBe('prompt')
    expect(focusOf({ ...start, panel: 'activity' }, asking)).toBe('plan')
    expect(focusOf(start, working)).toBe('plan')
  })

  test.each([
    [['enter'], 'no'],
    [['down', 'enter'], 'once'],
    [['j', 'j', 'k', 'enter'], 'once'],
    [['up', 'enter'], 'no'],
    [[second, 'enter'], 'once'],
    [[third, 'k', 'enter'], 'once'],
    [['1', '2', 'enter'], 'no'],
  ] as const)('%j answers', (names, optionId) => {
    expect(pressed(start, names, { state: asking }).all).toEqual([{ type: 'answer', key: 1, optionId }])
  })

  test('what allows more than once needs a second enter, and moving away disarms it', () => {
    const armed = pressed(start, [third, 'enter'], { state: asking })
    expect(armed.all).toEqual([])
    expect(armed.ui.choice).toEqual({ questionKey: firstKey, option: 2, isArmed: true, detailTop: 0 })
    expect(pressed(armed.ui, ['enter'], { state: asking }).intents).toEqual([
      { type: 'answer', key: 1, optionId: 'bypass' },
    ])
    expect(pressed(armed.ui, ['up', 'down', 'enter'], { state: asking }).all).toEqual([])
  })

  test('after an answer the next question begins at its safest option', () => {
    const { ui } = pressed(start, [second, 'enter'], { state: asking })
    expect(ui).toMatchObject({ choice: null, message: null })
  })

  describe('that takes the place of another', () => {
    const later = asked(1, { key: 2 })
    const both = stateAfter(...opened(), prompted(0), asked(0), later)
    const withdrawn = stateAfter(...opened(), prompted(0), later)
    const armed = pressed(start, [third, 'enter'], { state: both }).ui

    test('while a dangerous option was asked for once: begins at its safest, and keeps its second enter', () => {
      expect(choiceIn(firstKey, armed.choice)).toMatchObject({ option: 2, isArmed: true })
      expect(choiceIn(secondKey, armed.choice)).toMatchObject({ option: 0, isArmed: false })
      expect(pressed(armed, ['enter'], { state: withdrawn }).all).toEqual([
        { type: 'answer', key: 2, optionId: 'no' },
      ])
      expect(pressed(armed, [third, 'enter'], { state: withdrawn }).all).toEqual([])
    })

    test('and comes back unarmed where the user has chosen in the other since', () => {
      const between = pressed(armed, ['down'], { state: withdrawn }).ui
      expect(pressed(between, [third, 'enter'], { state: both }).all).toEqual([])
    })

    test('after the agent was started again, too', () => {
      const ended = stateAfter(...opened(), prompted(0), asked(0), over(1, { kind: 'closed' }))
      const again = stateAfter(...opened(), asked(2, { key: 2 }))
      const restarted = pressed(armed, ['R', 'pause'], { state: ended })
      expect(restarted.all).toEqual([{ type: 'restart' }])
      expect(pressed(restarted.ui, [third, 'enter'], { state: again }).all).toEqual([])
    })

    test('since the last frame: the enter was not meant for it', () => {
      const facts = { ...drawnTabs, questionKey: firstKey }
      expect(pressed(armed, ['enter'], { state: withdrawn, facts }).all).toEqual([])
      expect(pressed(start, ['enter'], { state: withdrawn, facts: drawnTabs }).all).toEqual([])
    })
  })

  test('without options nothing can be answered, and it can be put aside', () => {
    const empty = stateAfter(...opened(), prompted(0), asked(0, { options: [] }))
    expect(pressed(start, ['enter', 'down', '1', 'enter'], { state: empty }).all).toEqual([])
    expect(pressed(start, ['escape', 'escape', 'escape'], { state: empty }).all).toEqual([
      { type: 'cancel-turn' },
    ])
  })

  test('the other keys mean what they always mean', () => {
    expect(pressed(start, ['tab'], { state: asking }).ui.tab).toBe(one)
    expect(pressed(start, ['?'], { state: asking }).ui.panel).toBe('help')
    expect(pressed(start, ['2'], { state: asking }).ui.tab).toBe(two)
    expect(pressed(start, ['/'], { state: asking }).ui.focus).toBe('search')
  })
})
