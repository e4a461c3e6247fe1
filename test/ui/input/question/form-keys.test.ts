import { describe, expect, test } from 'vitest'
import type { AppState } from '../../../../src/app/state/app-state.ts'
import type { ElicitationField } from '../../../../src/app/state/elicitation.ts'
import type { Intent } from '../../../../src/ui/state/intent.ts'
import { act, paste } from '../../../../src/ui/stack/act.ts'
import { focusOf } from '../../focus.ts'
import { withoutLostAnswers } from '../../../../src/ui/state/questions.ts'
import { nothingShown } from '../../../../src/ui/state/shown.ts'
import type { UiState } from '../../../../src/ui/state/ui-state.ts'
import { fields } from '../../../app/elicitation-fields.ts'
import { opened, prompted, stateAfter } from '../../../support/app-states.ts'
import { pressed as press, start } from '../pressed-keys.ts'
import { askedWith, elicited, everyKind, formOf } from '../../questions/asked-forms.ts'

const { text, number, boolean, choice, choices } = fields

/** Presses keys at a question. */
function pressed(
  state: AppState,
  names: readonly string[],
  before: UiState = start,
): { readonly ui: UiState; readonly intents: readonly Intent[] } {
  const { ui, all } = press(before, names, { state })
  return { ui, intents: all }
}

/** The answer that keys give to a form of some fields. */
function answered(form: readonly ElicitationField[], ...keys: readonly string[]): unknown {
  const { intents } = pressed(askedWith(formOf(...form)), [...keys, 'ctrl-s'])
  const [intent] = intents
  if (intents.length > 1) throw new Error('answered twice')
  if (intent?.type !== 'answer-elicitation') return 'not answered'
  return intent.answer.type === 'accepted' ? intent.answer.content : intent.answer.type
}

const typed = (words: string): readonly string[] =>
  Array.from(words, (letter) => (letter === ' ' ? 'space' : letter))
const accepted = (content: object): unknown => [
  { type: 'answer-elicitation', key: 1, answer: { type: 'accepted', content } },
]
const declined: unknown = [{ type: 'answer-elicitation', key: 1, answer: { type: 'declined', by: 'user' } }]

test('what was written and picked is text in the prompt when the question is gone', () => {
  const state = askedWith(formOf(text(), text({ value: 'x' }), boolean(), choice(), choices(), number()))
  const keys = 'a alt-enter b tab tab n tab enter space down space tab space'.split(' ')
  const { ui } = pressed(state, keys)
  expect(withoutLostAnswers(ui, state, 0)).toBe(ui)
  const gone = withoutLostAnswers(ui, stateAfter(...opened()), 0)
  expect(gone).toMatchObject({ form: null, writing: null })
  expect(gone.prompt.line.text).toMatchInlineSnapshot(`
    "Name: a
    b
    Logging: no
    Strategy: Conservative
    Branches: Conservative, Balanced"
  `)
  // Nothing was changed.
  const untouched = withoutLostAnswers(pressed(state, ['tab']).ui, stateAfter(...opened()), 0)
  expect(untouched).toMatchObject({ form: null, message: null, prompt: { line: { text: '' } } })
})

describe('what is sent', () => {
  test.each<[string, readonly ElicitationField[], readonly string[], unknown]>([
    ['the default values', [text({ value: 'a' }), number({ value: 3 })], [], { name: 'a', port: 3 }],
    ['no empty optional fields', [text(), number(), boolean(), choice()], [], {}],
    ['an empty list where no choice is picked', [choices()], [], { branches: [] }],
    ['no list where at least one choice is required', [choices({ minItems: 1 })], [], {}],
    ['text', [text()], typed('a b?'), { name: 'a b?' }],
    ['text with a line break', [text()], ['a', 'alt-enter', 'b'], { name: 'a\nb' }],
    ['text, edited', [text({ value: 'one two' })], ['ctrl-w', 'x', 'home', '-'], { name: '-one x' }],
    ['a number', [number({ value: 3000 })], ['backspace', 'backspace', '.', '5'], { port: 30.5 }],
    ['yes', [boolean()], ['space'], { logging: true }],
    ['no', [boolean()], ['space', 'space'], { logging: false }],
    ['neither after a third space', [boolean()], ['space', 'space', 'space'], {}],
    [
      'yes or no in a required field',
      [boolean({ isRequired: true })],
      ['n', 'space', 'space'],
      { logging: false },
    ],
    [
      'yes by its letter, no by an arrow',
      [boolean(), boolean({ name: 'b' })],
      ['y', 'tab', 'right'],
      { logging: true, b: false },
    ],
    ['a choice', [choice()], ['down', 'enter'], { strategy: 'mid' }],
    ['a choice by space', [choice()], ['space'], { strategy: 'low' }],
    ['no choice after a second space', [choice()], ['space', 'space'], {}],
    ['a choice by arrows', [choice({ value: 'low' })], ['right', 'right', 'left'], { strategy: 'mid' }],
    [
      'the last choice stays with an arrow beyond it',
      [choice({ value: 'high' })],
      ['right', 'right'],
      { strategy: 'high' },
    ],
    ['a choice by its first letter', [choice()], ['a', 'space'], { strategy: 'high' }],
    ['a choice by its digit', [choice()], ['2', 'space'], { strategy: 'mid' }],
    ['none by a digit that none has', [choice()], ['9', 'space'], { strategy: 'low' }],
    ['the last choice', [choice()], ['end', 'space'], { strategy: 'high' }],
    [
      'several, in the order in which they are offered',
      [choices()],
      ['end', 'space', 'home', 'space'],
      { branches: ['low', 'high'] },
    ],
    ['several without one of them', [choices({ value: ['low', 'mid'] })], ['space'], { branches: ['mid'] }],
    ['the next field by enter', [text(), number()], ['a', 'enter', '1'], { name: 'a', port: 1 }],
    [
      'the field before by shift-tab',
      [text(), number()],
      ['tab', '1', 'shift-tab', 'a'],
      { name: 'a', port: 1 },
    ],
    [
      'through the choices into the next field',
      [choice(), text()],
      ['down', 'down', 'down', 'x'],
      { name: 'x' },
    ],
    [
      'back to the picked choice',
      [choice({ value: 'mid' }), text()],
      ['tab', 'up', 'up', 'space'],
      { strategy: 'low' },
    ],
    [
      'back to the last choice if none is picked',
      [choice(), text()],
      ['tab', 'up', 'space'],
      { strategy: 'high' },
    ],
  ])('%s', (_, form, keys, content) => {
    expect(answered(form, ...keys)).toEqual(content)
  })

  test('behind the last field come send and decline', () => {
    const state = askedWith(formOf(text()))
    expect(pressed(state, ['a', 'enter', 'enter']).intents).toEqual(accepted({ name: 'a' }))
    expect(pressed(state, ['down', 'right', 'enter']).intents).toEqual(declined)
    expect(pressed(state, ['down', 'down', 'up', 'enter']).intents).toEqual(accepted({}))
    expect(pressed(state, ['down', 'left', 'up', 'b', 'ctrl-s']).intents).toEqual(accepted({ name: 'b' }))
  })

  test('fields named like properties of objects', () => {
    const { intents } = pressed(askedWith(formOf(text({ name: '__proto__', value: 'x' }))), ['ctrl-s'])
    expect(JSON.stringify(intents)).toContain('"content":{"__proto__":"x"}')
  })
})

describe('an invalid answer', () => {
  const wrong = [text({ isRequired: true }), number({ isInteger: true }), choices({ minItems: 2 })]
  const state = askedWith(formOf(...wrong))

  test('has an error message, and the first one gets the focus', () => {
    const { ui, intents } = pressed(state, ['tab', '1', '.', '5', 'ctrl-s'])
    expect(intents).toEqual([])
    expect(ui.form).toMatchObject({ focus: { at: 'field', field: 0, option: 0 } })
    expect(ui.form?.errors).toEqual(
      new Map([
        [0, 'an answer is needed'],
        [1, 'a whole number is needed'],
      ]),
    )
    expect(ui.message?.text).toBe('2 answers are not valid yet.')
  })

  test('loses its error as soon as it is valid', () => {
    const { ui } = pressed(state, ['tab', 'x', 'ctrl-s', 'a', 'tab', 'backspace'])
    expect(ui.form?.errors).toEqual(new Map())
    expect(pressed(state, ['ctrl-s'], ui).intents).toEqual(accepted({ name: 'a' }))
  })

  test('has an error as soon as the focus leaves the edited field', () => {
    expect(pressed(state, ['tab', 'x', 'tab']).ui.form?.errors).toEqual(
      new Map([[1, 'a whole number is needed']]),
    )
    expect(pressed(state, ['down', 'x', 'up']).ui.form?.errors.size).toBe(1)
    expect(pressed(state, ['tab', 'tab', 'tab']).ui.form?.errors.size).toBe(0)
  })

  test('keeps the focus on enter', () => {
    const { ui } = pressed(state, ['enter'])
    expect(ui.form).toMatchObject({ focus: { at: 'field', field: 0 } })
    expect(ui.form?.errors.get(0)).toBe('an answer is needed')
    expect(pressed(state, ['tab'], ui).ui.form).toMatchObject({ focus: { at: 'field', field: 1 } })
  })
})

describe('the form and the plan', () => {
  const state = askedWith(everyKind)

  test('esc leads to the plan and W back, and the input is kept', () => {
    const { ui, intents } = pressed(state, ['tab', 'a', 'b', 'escape'])
    expect(focusOf(ui, state)).toBe('plan')
    expect(pressed(state, ['q', 'q'], ui).intents).toEqual([{ type: 'quit', reason: 'quit' }])
    expect(pressed(state, ['escape', 'escape'], ui).intents).toEqual([{ type: 'cancel-turn' }])
    expect(intents).toEqual([])
    const back = pressed(state, ['W', 'c', 'ctrl-s'], ui)
    expect(back.intents).toMatchObject([{ answer: { content: { name: 'abc' } } }])
  })

  test('ctrl-x only focuses Decline, however often it is pressed', () => {
    const once = pressed(state, ['tab', 'a', 'ctrl-x'])
    expect(once.intents).toEqual([])
    expect(pressed(state, ['ctrl-x', 'ctrl-x'], once.ui).intents).toEqual([])
    expect(pressed(state, ['enter'], once.ui).intents).toEqual(declined)
  })

  test('letters are not commands; ? opens the help from a choice', () => {
    expect(pressed(state, ['q', 'R', 'tab', 'q']).intents).toEqual([])
    expect(pressed(state, ['?']).ui.panel).toBe('help')
    expect(pressed(state, ['tab', '?']).ui.panel).toBeNull()
    expect(pressed(state, ['ctrl-l']).intents).toEqual([{ type: 'redraw' }])
    expect(pressed(state, ['ctrl-c', 'ctrl-c']).intents).toEqual([{ type: 'quit', reason: 'interrupted' }])
  })

  test('pasted text goes only into the focused field', () => {
    const form = askedWith(formOf(text(), number(), boolean()))
    const one = paste(start, 'a\r\nb\u001b[2J', form)
    const two = paste(pressed(form, ['tab'], one).ui, ' 12\n', form)
    const three = paste(pressed(form, ['tab'], two).ui, 'yes', form)
    expect(pressed(form, ['ctrl-s'], three).intents).toEqual(accepted({ name: 'a\nb [2J', port: 12 }))
    expect(three.prompt.line.text).toBe('')
    const aside = pressed(form, ['escape']).ui
    expect(paste(aside, 'x', form)).toMatchObject({
      writing: { kind: 'prompt' },
      prompt: { line: { text: 'x' } },
    })
  })

  test('a form that no frame has shown is not answered', () => {
    const unseen = { state: askedWith(formOf()), shown: nothingShown, nowMs: 0 }
    for (const name of ['enter', 'ctrl-s', 'o']) {
      expect(act(start, { name, text: '' }, unseen).intents).toEqual([])
    }
    const field = act(start, { name: 'enter', text: '' }, { ...unseen, state: askedWith(formOf(choice())) })
    expect(field).toEqual({ ui: start, intents: [] })
  })

  test('the next form starts empty', () => {
    const { ui } = pressed(askedWith(formOf(text())), ['a'])
    const next = stateAfter(...opened(), prompted(0), elicited(formOf(text()), { key: 2 }))
    expect(pressed(next, ['b', 'ctrl-s'], ui).intents).toMatchObject([
      { key: 2, answer: { content: { name: 'b' } } },
    ])
  })

  test('in a form without fields the safe action has the focus', () => {
    const empty = askedWith(formOf())
    expect(pressed(empty, ['enter']).intents).toEqual(declined)
    expect(pressed(empty, ['right', 'enter']).intents).toEqual(accepted({}))
    expect(pressed(empty, ['tab', 'tab', 'tab', 'enter']).intents).toEqual(accepted({}))
  })
})

describe('a page', () => {
  const url = 'https://example.org/a b'
  const page = (of: string): AppState => askedWith({ type: 'url', url: of, elicitationId: null })

  test('is opened by its key or its button, with the URL as browsers parse it; then enter accepts', () => {
    const open: unknown = { type: 'open-url', url: 'https://example.org/a%20b' }
    expect(pressed(page(url), ['o', 'pause', 'enter']).intents).toEqual([open, ...[accepted({})].flat()])
    expect(pressed(page(url), ['right', 'enter', 'o', 'pause']).intents).toEqual([open, open])
    expect(pressed(page(url), ['o', 'h', 'pause']).intents).toEqual([])
  })

  test('is not opened by other keys', () => {
    expect(pressed(page(url), ['enter']).intents).toEqual(declined)
    expect(pressed(page(url), ['tab', 'tab', 'enter']).intents).toEqual(accepted({}))
  })

  test.each([
    ['file:///etc/passwd', 'It cannot be opened from here: only http and https are opened.'],
    ['javascript:alert(1)', 'It cannot be opened from here: only http and https are opened.'],
    ['nonsense', 'It cannot be opened from here: it is not a URL.'],
    [
      'https://bank.example@evil.example/',
      'It cannot be opened from here: a user name before the host hides the host.',
    ],
  ])('%s is not opened at all', (of, words) => {
    const { ui, intents } = pressed(page(of), ['o', 'pause', 'right', 'left'])
    expect(intents).toEqual([])
    expect(ui.message?.text).toBe(words)
    expect(pressed(page(of), ['right', 'enter']).intents).toEqual(accepted({}))
  })
})

test('many choices scroll by pages, long texts by lines', () => {
  const many = Array.from({ length: 100 }, (_, at) => ({
    value: `${at}`,
    title: `c${at}`,
    description: null,
  }))
  const state = askedWith(formOf(choice({ choices: many })))
  expect(pressed(state, ['pagedown', 'pagedown', 'pageup', 'space', 'ctrl-s']).intents).toEqual(
    accepted({ strategy: '8' }),
  )
  const question = { detail: { top: 0, visible: 5, total: 9 } }
  const down = press(start, ['pagedown'], { state: askedWith(formOf(text())), question })
  expect(down.ui.choice?.detailTop).toBe(4)
})
