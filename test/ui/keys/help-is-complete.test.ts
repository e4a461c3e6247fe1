import { describe, expect, test } from 'vitest'
import type { AppEvent } from '../../../src/app/app-event.ts'
import type { AppState } from '../../../src/app/state/app-state.ts'
import { keysOf } from '../../../src/ui/keys/key-help.ts'
import { wireTable } from '../../../src/ui/keys/key-table.ts'
import { keyName } from '../../../src/ui/keys/key-name.ts'
import type { UiState } from '../../../src/ui/state/ui-state.ts'
import {
  asked,
  described,
  openedSession,
  items,
  opened,
  planned,
  prompted,
  removed,
  stateAfter,
  wrong,
} from '../../support/app-states.ts'
import { askedWith, everyKind } from '../form/asked-forms.ts'
import { ShownScreen } from '../screen/shown-screen.ts'

const steps = (...signs: readonly string[]): ReturnType<typeof items> =>
  items(...signs.map((sign, at) => `${sign} Step ${at + 1}`))
const lines = Array.from({ length: 60 }, (_, at) => `Line ${at + 1}`).join('\n\n')
const past: readonly AppEvent[] = [
  ...opened(),
  prompted(0),
  planned(1, steps('✓', '○', '○'), 'a'),
  planned(2, { type: 'markdown', text: '# Design\n' }, 'b'),
  planned(3, steps('○'), 'gone'),
  removed(4, 'gone'),
  planned(5000, steps('✓', '»', '○', '○'), 'a'),
  planned(6000, { type: 'markdown', text: `# Design\n\n${lines}\n` }, 'b'),
  wrong(6500, 'the URI is relative', 'update.plan.uri'),
]
const working = stateAfter(...past)
const questioned = stateAfter(...past, asked(7000))

interface Context {
  readonly name: string
  readonly state: AppState
  /** The keys that lead there. */
  readonly keys: readonly string[]
}

const contexts: readonly Context[] = [
  { name: 'a checklist', state: working, keys: ['1'] },
  { name: 'a step', state: working, keys: ['1', 'j'] },
  { name: 'a document', state: working, keys: ['2', 'g'] },
  { name: 'the past', state: working, keys: ['1', '['] },
  { name: 'the changes', state: working, keys: ['1', 'd'] },
  { name: 'the timeline', state: working, keys: ['1', 'T'] },
  { name: 'the activity', state: working, keys: ['a'] },
  { name: 'the problems', state: working, keys: ['!'] },
  { name: 'a question', state: questioned, keys: [] },
  { name: 'a question that was put aside', state: questioned, keys: ['escape'] },
]

const letters = Array.from('abcdefghijklmnopqrstuvwxyz')
const named =
  'space enter escape tab shift-tab up down left right pageup pagedown home end delete backspace alt-enter'
const candidates: readonly string[] = [
  ...letters,
  ...letters.map((letter) => letter.toUpperCase()),
  ...Array.from('0123456789`~!@#$%^&*()-_=+[]{};:\'",.<>/?|\\'),
  ...letters.map((letter) => `ctrl-${letter}`),
  ...named.split(' '),
]

function shown({ state, keys }: Context): ShownScreen {
  return new ShownScreen(state, { nowMs: 10_000 }).press(...keys)
}

/** The state of the screen without what only guards against typing. */
function effect({ message, typed: _typed, held: _held, armed, ...rest }: UiState): string {
  // A map shows its entries.
  const json = JSON.stringify(rest, (_, value: unknown) =>
    value instanceof Map || value instanceof Set ? [...value] : value,
  )
  return `${json}\n${message?.text ?? ''}\n${armed?.key ?? ''}`
}

/** Whether a key does or says something. */
function works(context: Context, key: string): boolean {
  const before = shown(context)
  const [was, asked] = [effect(before.ui), before.intents.length]
  before.press(key)
  if (before.ui.held !== null) before.press('pause')
  return effect(before.ui) !== was || before.intents.length > asked
}

/** The keys that the help lists, as the screen names them. */
function listedIn(context: Context): ReadonlySet<string> {
  const screen = shown(context)
  const labels = keysOf(context.state, screen.ui).flatMap(({ keys }) => keys.map(({ label }) => label))
  const words = labels.flatMap((label) => label.split(' '))
  return new Set(
    words.flatMap((word) => [word, ...(labels.includes('1 … 9') ? Array.from('123456789') : [])]),
  )
}

describe.each(contexts)('in $name', (context) => {
  test('every key that works is in the help', () => {
    const listed = listedIn(context)
    const { optionLetters } = shown(context).ui.keys
    const atOptions = context.state === questioned ? optionLetters.slice(0, 3) : []
    const unlisted = candidates.filter(
      (key) => works(context, key) && !listed.has(keyName(key)) && !atOptions.includes(key),
    )
    expect(unlisted).toEqual([])
  })
})

/** Where other keys of the help have their meaning. */
const places: readonly Context[] = [
  ...contexts,
  { name: 'the prompt', state: working, keys: ['1', 'enter', 'h', 'i', 'space', 'x', 'left'] },
  {
    name: 'the list of sessions',
    state: stateAfter(...past, described(), openedSession('s2')),
    keys: ['s', 'down'],
  },
  { name: 'a form', state: askedWith(everyKind), keys: [] },
]

test('every key that the help lists does something somewhere, or says why not', () => {
  const words = new Set(contexts.flatMap((context) => [...listedIn(context)]))
  const inWirePanel = new Set(wireTable.flatMap(({ keys }) => keys))
  const dead = [...words].filter((word) => {
    const keys = candidates.filter((key) => keyName(key) === word)
    if (keys.length === 0 || inWirePanel.has(word)) return false
    return !places.some((context) => keys.some((key) => works(context, key)))
  })
  expect(dead).toEqual([])
})
