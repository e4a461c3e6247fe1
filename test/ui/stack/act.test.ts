import { describe, expect, test } from 'vitest'
import type { QuestionKey } from '../../../src/app/state/question.ts'
import { paste } from '../../../src/ui/stack/act.ts'
import { focusOf } from '../focus.ts'
import { keyTable } from '../../../src/ui/keys/key-table.ts'
import { nothingShown } from '../../../src/ui/state/shown.ts'
import { scrollOf, tabId, withScroll, type UiState } from '../../../src/ui/state/ui-state.ts'
import {
  asked,
  ended,
  opened,
  over,
  planToolsTold,
  prompted,
  session,
  stateAfter,
} from '../../support/app-states.ts'
import { asking, mainShown, pressed, start, tabs, working } from '../input/pressed-keys.ts'
import { perPlan } from '../per-plan.ts'
import { choiceIn } from '../../../src/ui/state/question-state.ts'

const [one, two, three] = tabs
const firstKey = 'permission 1' as QuestionKey
const secondKey = 'permission 2' as QuestionKey

describe('switching plans on', () => {
  const unset = planToolsTold({ type: 'unset' })

  test('restarts the agent if its plan tools are off', () => {
    const resting = stateAfter(unset, ...opened(), prompted(0), ended(1))
    expect(pressed(start, ['P', 'pause'], { state: resting }).all).toEqual([{ type: 'switch-plans-on' }])
  })

  test.each([
    [
      'the agent works',
      stateAfter(unset, ...opened(), prompted(0)),
      'The agent is at work: wait for the end of its turn, or cancel it.',
    ],
    ['nothing is known of it', stateAfter(...opened()), 'No way to switch plans on is known.'],
  ])('says why it is not possible: %s', (_, shown, message) => {
    const { ui, intents } = pressed(start, ['P'], { state: shown })
    expect([ui.message?.text, intents]).toEqual([message, []])
  })
})

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
  ] as const)('%j shows the expected plan', (names, tab) => {
    expect(pressed(at, names).ui.tab).toBe(tab)
  })

  test('a picked plan stays, and the panel over it closes', () => {
    expect(pressed({ ...at, panel: 'help' }, ['2']).ui).toMatchObject({ followsTabs: false, panel: null })
    expect(pressed(at, ['9']).ui.followsTabs).toBe(true)
  })

  test('the first plan is shown when the shown one is gone', () => {
    expect(pressed({ ...start, tab: tabId(session, 'gone') }, ['tab']).ui.tab).toBe(one)
  })
})

test('without any plan no key fails or has an unexpected intent', () => {
  const state = stateAfter(...opened(), prompted(0), over(1, { kind: 'closed' }))
  for (const { keys, command } of keyTable) {
    for (const key of keys) {
      const { ui, all } = pressed(start, [key, 'pause'], { shown: nothingShown, state })
      expect(ui.tab).toBeNull()
      expect(perPlan(ui, 'scroll').size).toBe(0)
      const isAsked = ['quit', 'interrupt', 'redraw', 'report', 'stop', 'restart'].includes(command)
      expect(all).toHaveLength(isAsked ? 1 : 0)
    }
  }
})

describe('every key of the table', () => {
  test.each([
    ['f', { followsTabs: true }],
    ['/', { writing: { kind: 'search' } }],
    ['enter', { writing: { kind: 'prompt' } }],
    ['i', { panel: 'wire' }],
    ['a', { panel: 'conversation', panelScroll: { follows: 'end' } }],
    ['!', { panel: 'problems', panelScroll: { follows: 'current' } }],
    ['e', { panel: 'stderr', panelScroll: { follows: 'end' } }],
    ['?', { panel: 'help', panelScroll: { top: 0, follows: 'free' } }],
  ])('on a plan, %s', (key, expected) => {
    expect(pressed({ ...start, followsTabs: false, tab: one }, [key]).ui).toMatchObject(expected)
  })

  test.each([
    ['ctrl-l', [{ type: 'redraw' }]],
    ['ctrl-z', [{ type: 'stop' }]],
    ['o', [{ type: 'fetch', uri: 'https://example.org/plan.md' }]],
  ])('%s gives intents', (key, intents) => {
    const shown = {
      plan: { body: { type: 'file', uri: 'https://example.org/plan.md', document: null } },
    } as const
    const { ui, intents: wanted } = pressed(start, [key], { shown })
    expect(wanted).toEqual(intents)
    // It stays for a while, and is true before and after the file is there.
    if (key === 'o') expect(ui.message?.text).toBe('The file is read.')
  })

  test('the agent is restarted only when it has ended', () => {
    const gone = stateAfter(...opened(), over(1, { kind: 'closed' }))
    expect(pressed(start, ['R', 'pause'], { state: gone }).all).toEqual([{ type: 'restart' }])
    const running = pressed(start, ['R'], { state: working })
    expect(running.intents).toEqual([])
    expect(running.ui.message?.text).toBe('The agent is running.')
  })

  test('a panel opens and closes with its key, and replaces another one', () => {
    expect(pressed(start, ['a', 'a']).ui.panel).toBeNull()
    expect(pressed(start, ['a', '?']).ui.panel).toBe('help')
    expect(pressed(start, ['a', 'enter']).ui).toMatchObject({ panel: null, writing: { kind: 'prompt' } })
  })

  test('a search concerns what is open; without a text, enter goes on to the next match of the last one', () => {
    const ui = pressed({ ...start, panel: 'conversation', query: 'abc' }, ['/']).ui
    expect(ui).toMatchObject({
      panel: 'conversation',
      writing: { kind: 'search' },
      search: { text: '', cursor: 0 },
    })
    const shown = { main: mainShown({ total: 50, visible: 10, top: 3, matches: [3, 20, 48] }) }
    expect(pressed(ui, ['enter'], { shown }).ui).toMatchObject({ query: 'abc', panelScroll: { top: 20 } })
  })

  test('in a panel n and N move between matches, and wrap around', () => {
    const shown = { main: mainShown({ total: 50, visible: 10, top: 5, matches: [3, 20, 48] }) }
    const panel: UiState = { ...start, tab: one, panel: 'conversation', query: 'x' }
    const tops = ['n', 'n', 'n', 'N'].map((_, at, keys) => {
      const { ui } = pressed(panel, keys.slice(0, at + 1), { shown })
      expect(perPlan(ui, 'scroll').size).toBe(0)
      return ui.panelScroll.top
    })
    expect(tops).toEqual([20, 40, 3, 40])
  })

  test('completed steps fold and unfold', () => {
    const ui = withScroll({ ...start, tab: one }, one, { ...scrollOf(start, one), top: 5 })
    const folded = pressed(ui, ['c']).ui
    expect(scrollOf(folded, one)).toMatchObject({ isCollapsed: true, top: 0 })
    expect(scrollOf(pressed(folded, ['c']).ui, one).isCollapsed).toBe(false)
  })
})

describe('writing', () => {
  test('enter sends the prompt, and the plan has the focus again', () => {
    const sent = pressed(start, ['enter', 'h', 'i', 'enter'])
    expect(sent.intents).toEqual([{ type: 'prompt', text: 'hi' }])
    expect(sent.ui).toMatchObject({ writing: null, followsTabs: true, prompt: { history: ['hi'] } })
  })

  test('a prompt after the agent has ended is queued, and a message says so', () => {
    const gone = stateAfter(...opened(), over(1, { kind: 'closed' }))
    const sent = pressed(start, ['enter', 'h', 'i', 'enter'], { state: gone })
    expect(sent.intents).toEqual([{ type: 'prompt', text: 'hi' }])
    expect(sent.ui).toMatchObject({ writing: null, prompt: { history: ['hi'] } })
    expect(sent.ui.message?.text).toBe('Sent when R has started the agent.')
    expect(pressed(sent.ui, ['R', 'pause'], { state: gone }).all).toEqual([{ type: 'restart' }])
  })

  test('a blank prompt is not sent', () => {
    expect(pressed(start, ['enter', 'space', 'enter']).all).toEqual([])
  })

  test('keys of the table type letters', () => {
    const { ui, all } = pressed(start, ['enter', 'q', '/', '?', '1'])
    expect(ui.prompt.line.text).toBe('q/?1')
    expect(all).toEqual([])
  })

  test('the search follows the input, in lower case', () => {
    expect(pressed(start, ['/', 'A', 'b']).ui).toMatchObject({ query: 'ab', search: { text: 'Ab' } })
    expect(pressed(start, ['/', 'A', 'tab']).ui.query).toBe('a')
  })
})

describe('pasting', () => {
  test('starts a prompt, with line breaks but without other control characters', () => {
    const ui = paste(start, 'one\r\ntwo\u001b[2Jthree\tfour\rfive', working)
    expect(ui).toMatchObject({ writing: { kind: 'prompt' } })
    expect(ui.prompt.line.text).toBe('one\ntwo [2Jthree four\nfive')
  })

  test('into a search line becomes one line, and searches', () => {
    const ui = paste({ ...start, writing: { kind: 'search' } }, 'One\ntwo', working)
    expect(ui).toMatchObject({ writing: { kind: 'search' }, search: { text: 'One two' }, query: 'one two' })
  })
})

describe('a permission request', () => {
  // The safest first: Keep planning, Yes and ask, Yes and bypass.
  test('has the focus unless a line is being edited or a panel is open', () => {
    expect(focusOf(start, asking)).toBe('permission')
    expect(focusOf({ ...start, writing: { kind: 'prompt' } }, asking)).toBe('prompt')
    expect(focusOf({ ...start, panel: 'conversation' }, asking)).toBe('plan')
    expect(focusOf(start, working)).toBe('plan')
  })

  test.each([
    [['enter'], 'no'],
    [['down', 'enter'], 'once'],
    [['j', 'j', 'k', 'enter'], 'once'],
    [['up', 'enter'], 'no'],
    [['2', 'enter'], 'once'],
    [['3', 'k', 'enter'], 'once'],
    [['3', '1', 'enter'], 'no'],
  ] as const)('%j answers', (names, optionId) => {
    expect(pressed(start, names, { state: asking }).all).toEqual([{ type: 'answer', key: 1, optionId }])
  })

  test.each(Array.from('lrvxz'))('%s, which selects nothing, does nothing else', (letter) => {
    const { ui, all } = pressed(start, [letter], { state: asking })
    expect(all).toEqual([])
    expect({ ...ui, guard: start.guard, message: null }).toEqual(start)
  })

  describe('with a plain yes and no', () => {
    const plain = [
      { id: 'go', name: 'Allow', kind: 'allow_once' },
      { id: 'no', name: 'Reject', kind: 'reject_once' },
    ]
    const answers = (names: readonly string[], options: typeof plain): readonly unknown[] =>
      pressed(start, names, { state: stateAfter(...opened(), prompted(0), asked(0, { options })) }).all

    test('y and n select them, and enter answers', () => {
      expect(answers(['y'], plain)).toEqual([])
      expect(answers(['y', 'enter'], plain)).toEqual([{ type: 'answer', key: 1, optionId: 'go' }])
      expect(answers(['2', 'n', 'enter'], plain)).toEqual([{ type: 'answer', key: 1, optionId: 'no' }])
    })

    test.each([
      ['lasts', [plain[1], { id: 'go', name: 'Always', kind: 'allow_always' }]],
      ['is one of three', [...plain, { id: 'once', name: 'Once', kind: 'allow_once' }]],
    ] as const)('but no yes that %s', (_, options) => {
      const all = options.flatMap((each) => (each === undefined ? [] : [each]))
      expect(answers(['y', 'pause', 'enter'], all)).toContainEqual({ type: 'answer', key: 1, optionId: 'no' })
    })
  })

  test('a digit without an option says so, and one that was pressed before the question was shown goes to a plan', () => {
    expect(pressed(start, ['7'], { state: asking }).ui.message?.text).toBe('There is no option 7.')
    const early = pressed(start, ['2'], { state: asking, question: null })
    expect([early.ui.tab, early.ui.choice]).toEqual([two, null])
  })

  test('a dangerous option needs a second enter; selecting another one disarms it', () => {
    const armed = pressed(start, ['3', 'enter'], { state: asking })
    expect(armed.all).toEqual([])
    expect(armed.ui.choice).toEqual({ questionKey: firstKey, option: 2, isArmed: true, detailTop: 0 })
    expect(pressed(armed.ui, ['enter'], { state: asking }).intents).toEqual([
      { type: 'answer', key: 1, optionId: 'bypass' },
    ])
    expect(pressed(armed.ui, ['up', 'down', 'enter'], { state: asking }).all).toEqual([])
  })

  test('the next question starts at its safest option', () => {
    const { ui } = pressed(start, ['2', 'enter'], { state: asking })
    expect(ui).toMatchObject({ choice: null, message: null })
  })

  describe('that takes the place of another', () => {
    const later = asked(1, { key: 2 })
    const both = stateAfter(...opened(), prompted(0), asked(0), later)
    const withdrawn = stateAfter(...opened(), prompted(0), later)
    const armed = pressed(start, ['3', 'enter'], { state: both }).ui

    test('while a dangerous option is armed: starts at the safest option, unarmed', () => {
      expect(choiceIn(firstKey, armed.choice)).toMatchObject({ option: 2, isArmed: true })
      expect(choiceIn(secondKey, armed.choice)).toMatchObject({ option: 0, isArmed: false })
      expect(pressed(armed, ['enter'], { state: withdrawn }).all).toEqual([
        { type: 'answer', key: 2, optionId: 'no' },
      ])
      expect(pressed(armed, ['3', 'enter'], { state: withdrawn }).all).toEqual([])
    })

    test('is unarmed when it returns after the user has selected in the other', () => {
      const between = pressed(armed, ['down'], { state: withdrawn }).ui
      expect(pressed(between, ['3', 'enter'], { state: both }).all).toEqual([])
    })

    test('also after a restart of the agent', () => {
      const ended = stateAfter(...opened(), prompted(0), asked(0), over(1, { kind: 'closed' }))
      const again = stateAfter(...opened(), asked(2, { key: 2 }))
      const restarted = pressed(armed, ['R', 'pause'], { state: ended })
      expect(restarted.all).toEqual([{ type: 'restart' }])
      expect(pressed(restarted.ui, ['3', 'enter'], { state: again }).all).toEqual([])
    })

    test('since the last frame: enter does not answer it', () => {
      const question = { key: firstKey }
      expect(pressed(armed, ['enter'], { state: withdrawn, question }).all).toEqual([])
      expect(pressed(start, ['enter'], { state: withdrawn, question: null }).all).toEqual([])
    })
  })

  test('without options it cannot be answered, but put aside', () => {
    const empty = stateAfter(...opened(), prompted(0), asked(0, { options: [] }))
    expect(pressed(start, ['enter', 'down', '1', 'enter'], { state: empty }).all).toEqual([])
    expect(pressed(start, ['escape', 'escape', 'escape'], { state: empty }).all).toEqual([
      { type: 'cancel-turn' },
    ])
  })

  test('other keys keep their meaning', () => {
    expect(pressed(start, ['tab'], { state: asking }).ui.tab).toBe(one)
    expect(pressed(start, ['?'], { state: asking }).ui.panel).toBe('help')
    expect(pressed(start, ['/'], { state: asking }).ui.writing?.kind).toBe('search')
  })
})
