// What the hints' row offers does something.
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { act, actHeld } from '../../../src/ui/stack/act.ts'
import type { Hint } from '../../../src/ui/keys/key-map.ts'
import { keyName, pressOf } from '../../../src/ui/keys/key-press.ts'
import type { UiState } from '../../../src/ui/state/ui-state.ts'
import { helpedContexts, otherContexts, shownAt } from '../input/key-contexts.ts'
import type { ShownScreen } from '../stack/shown-screen.ts'

const named =
  'space enter escape tab shift-tab up down left right pageup pagedown home end f1 ctrl-s ctrl-x alt-enter'.split(
    ' ',
  )
const byName = new Map(named.map((name) => [String(keyName(name)), name]))

/** The keys of a hint: of `n N` and `↑↓` both, of `esc esc` the same twice. */
function keysOf({ key }: Hint): readonly string[] {
  const words = key.split(' ').flatMap((word) => (/^[↑↓←→]{2}$/.test(word) ? Array.from(word) : [word]))
  return words.map((word) => byName.get(word) ?? word)
}

/** The hints that are on the screen. */
function hintsOn({ drawn }: ShownScreen, { columns, rows }: Size): readonly Hint[] {
  const found = new Map<string, Hint>()
  for (let column = 0; column < columns; column++) {
    const { target } = drawn.placeAt(column, rows - 1)
    if (target?.type === 'hint') found.set(target.hint.key, target.hint)
  }
  return [...found.values()]
}

interface Size {
  readonly columns: number
  readonly rows: number
}

/** The state of the screen without what is said and what guards against typing. */
function effect({ guard: { armed }, ...ui }: UiState): string {
  const rest = { ...ui, message: null }
  const json = JSON.stringify(rest, (_name, value: unknown) =>
    value instanceof Map || value instanceof Set ? [...value] : value,
  )
  return `${json}\n${armed?.key ?? ''}`
}

/** Whether one of some keys does something there. */
function worker(
  screen: ShownScreen,
  state: Parameters<typeof act>[2]['state'],
): (keys: readonly string[]) => boolean {
  const at = { state, shown: screen.drawn.shown, nowMs: 20_000 }
  const before = effect(screen.ui)
  return (keys) =>
    keys.some((key) => {
      const acted = act(screen.ui, pressOf(key), at)
      const { ui, intents } = acted.ui.guard.held === null ? acted : actHeld(acted.ui, at)
      return intents.length > 0 || effect(ui) !== before
    })
}

describe.each([...helpedContexts, ...otherContexts])('in $name', (context) => {
  test('each hint does something, after any keys', () => {
    const size = { columns: 300, rows: 24 }
    const anyKeys = fc.array(
      fc.constantFrom(...Array.from('jkGgdabTwV[]n/!ie?'), 'space', 'enter', 'escape', 'tab'),
      {
        maxLength: 3,
      },
    )
    fc.assert(
      fc.property(anyKeys, (keys) => {
        const screen = shownAt(context, size).press(...keys)
        const works = worker(screen, context.state)
        const dead = hintsOn(screen, size).filter((hint) => !works(keysOf(hint)))
        expect(dead.map(({ key, does }) => `${key} ${does}`)).toEqual([])
      }),
      { numRuns: 10, examples: [[[]]] },
    )
  })
})
