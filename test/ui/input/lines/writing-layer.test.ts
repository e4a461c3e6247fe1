import { describe, expect, test } from 'vitest'
import type { Intent } from '../../../../src/ui/state/intent.ts'
import { act } from '../../../../src/ui/stack/act.ts'
import { completionOf, inputHint } from '../../../../src/ui/state/command-completion.ts'
import { nothingShown } from '../../../../src/ui/state/shown.ts'
import { startUiState, type UiState } from '../../../../src/ui/state/ui-state.ts'
import { commands, opened, openedSession, stateAfter } from '../../../support/app-states.ts'

const more = [
  { name: 'memory show', description: 'What is remembered.', hint: null },
  { name: 'bad\u001b[2J', description: 'Cannot be written.', hint: null },
  { name: '', description: 'Nothing.', hint: null },
]
const state = stateAfter(...opened(), openedSession('s1', { commands: [...commands, ...more] }))

interface Typed {
  readonly ui: UiState
  readonly text: string
  readonly names: readonly string[] | null
  readonly at: number | null
  readonly intents: readonly Intent[]
}

/** Types into the prompt: names of keys are pressed, other words are typed. */
function typed(...words: readonly string[]): Typed {
  let ui: UiState = { ...startUiState(80, 24), writing: { kind: 'prompt' } }
  const intents: Intent[] = []
  const keys = words.flatMap((word) => (/^[a-z-]{2,}$/.test(word) && isKey(word) ? [word] : word.split('')))
  for (const name of keys) {
    const press = { name: name === ' ' ? 'space' : name, text: isKey(name) ? '' : name }
    const acted = act(ui, press, { state, shown: nothingShown, nowMs: 0 })
    ;({ ui } = acted)
    intents.push(...acted.intents)
  }
  const completion = completionOf(ui, state)
  return {
    ui,
    text: ui.prompt.line.text,
    names: completion?.commands.map(({ name }) => name) ?? null,
    at: completion?.at ?? null,
    intents,
  }
}

function isKey(name: string): boolean {
  return ['up', 'down', 'tab', 'right', 'left', 'enter', 'escape', 'backspace'].includes(name)
}

describe('slash commands', () => {
  test.each<[string, readonly string[] | null]>([
    ['/re', ['review', 'review-branch']],
    ['/review', ['review', 'review-branch']],
    ['/an', ['plan', 'review-branch']],
    ['/PLAN', ['plan']],
    ['/mem', ['memory show']],
    ['/memory s', ['memory show']],
    ['/review it', null],
    ['/nothing', null],
    ['re', null],
    [' /re', null],
  ])('%j matches %j', (text, names) => {
    expect(typed(text).names).toEqual(names)
  })

  test('a slash alone offers all commands with names that can be typed', () => {
    expect(typed('/').names).toEqual([...commands.map(({ name }) => name), 'memory show'])
  })

  test.each<[readonly string[], string]>([
    [['/re', 'tab'], '/review '],
    [['/re', 'right'], '/review '],
    [['/re', 'down', 'tab'], '/review-branch '],
    [['/re', 'down', 'down', 'up', 'tab'], '/review '],
    [['/pl', 'enter'], '/plan'],
    [['/re', 'left', 'right'], '/re'],
    [['/re', 'down', 'backspace', 'v', 'tab'], '/rv'],
  ])('%j completes to %j', (words, text) => {
    expect(typed(...words)).toMatchObject({ text, intents: [] })
  })

  test('enter sends a complete command, and text that is no command', () => {
    expect(typed('/pl', 'enter', 'enter').intents).toEqual([{ type: 'prompt', text: '/plan' }])
    expect(typed('/review', 'enter').intents).toEqual([{ type: 'prompt', text: '/review' }])
    expect(typed('/nothing', 'enter').intents).toEqual([{ type: 'prompt', text: '/nothing' }])
  })

  test('commands of the history are not completed: the arrows continue through the history', () => {
    const { ui } = typed('first', 'enter')
    const again: UiState = {
      ...ui,
      writing: { kind: 'prompt' },
      prompt: { ...ui.prompt, history: ['older', '/re'] },
    }
    const press = (from: UiState): UiState =>
      act(from, { name: 'up', text: '' }, { state, shown: nothingShown, nowMs: 0 }).ui
    const once = press(again)
    expect(once.prompt.line.text).toBe('/re')
    expect(completionOf(once, state)).toBeNull()
    expect(press(once).prompt.line.text).toBe('older')
  })

  test.each([
    ['/review', 'what to look at'],
    ['/review ', 'what to look at'],
    ['/review x', ''],
    ['/plan', ''],
    ['review', ''],
  ])('after %j the input hint is %j', (text, hint) => {
    expect(inputHint(typed(text).ui, state)).toBe(hint)
  })
})
