// Keys of the user's own for every command, and which keys of the key table a screen shows nevertheless.
import type { AppState } from '../../../src/app/state/app-state.ts'
import { focusOf } from '../focus.ts'
import { firstKey, makeKeyMap, tableKeys, type KeyMap } from '../../../src/ui/keys/key-map.ts'
import { keyName } from '../../../src/ui/keys/key-press.ts'
import type { AnyCommand } from '../../../src/ui/keys/key-table.ts'
import { commandNames } from '../../../src/ui/keys/own-keys.ts'
import type { PickerState, UiState } from '../../../src/ui/state/ui-state.ts'
import type { ShownScreen } from '../stack/shown-screen.ts'

/** Letters that neither the key table nor a text of the tests has. */
const letters = Array.from('абвгдежзиклмнопрстуфхцчшщъыьэюяАБВГДЕЖЗИКЛМНОПРСТУФХЦЧШЩЪЫЬЭЮЯ').concat(
  Array.from('αβγδεζηθικλμνξοπρστυφχψωΓΔΘΛΞΠΣΦΨΩ'),
)

/** Each command has another key than in the key table. */
const remappedKeys: KeyMap = makeKeyMap(
  new Map(commandNames.map((command, at) => [command, [letters[at] ?? '']])),
)

/** The key of a command among these. */
export function remappedKeyOf(command: AnyCommand): string {
  return firstKey(remappedKeys, command) ?? ''
}

/** The screen with these keys, and without what was said about the keys before. */
export function withRemappedKeys(ui: UiState): UiState {
  return {
    ...ui,
    keys: remappedKeys,
    message: null,
    guard: { ...ui.guard, armed: null },
    picker: withoutKeys(ui.picker),
  }
}

/** An open palette names the keys of when it was opened. */
function withoutKeys(picker: PickerState | null): PickerState | null {
  if (picker?.topic.kind !== 'commands') return picker
  const entries = picker.topic.entries.map((entry) => ({ ...entry, key: '' }))
  return { ...picker, topic: { ...picker.topic, entries } }
}

/** Keys that nobody can change, and those that always mean the same in lists, forms, questions and input lines. */
const fixedEverywhere = new Set(['1', '2', '3', '4', '5', '6', '7', '8', '9', 'ctrl-c', '↑', '↓', '←', '→'])
const fixedInPlaces = new Set(
  'enter esc tab shift-tab space y n o D PgUp PgDn ctrl-b ctrl-d ctrl-f ctrl-k ctrl-p ctrl-u ctrl-x'.split(
    ' ',
  ),
)

const { plan, player, wire, question } = tableKeys
/** Keys that are words too. */
const words = new Set(['a', 'A', 'I'])
/** The keys of the table that can be told from other text: no words, and no signs, which are also drawn. */
const oldKeys = [plan, player, wire, question]
  .flatMap(({ all }) => all.flatMap(({ keys }) => keys.map(keyName)))
  .filter((key) => !fixedEverywhere.has(key) && !words.has(key) && /\w/.test(key))
  .map((key) => [key, asWord(key)] as const)

/**
 * The rows of a screen with the remapped keys that name a key of the key table nevertheless, behind it. What the state contains may be a
 * word of the agent, and is not looked for.
 */
export function oldKeysOn({ ui, text }: ShownScreen, state: AppState): readonly string[] {
  const isPlan = focusOf(ui, state) === 'plan' && ui.panel === null
  const looked = oldKeys.filter(([key]) => isPlan || !fixedInPlaces.has(key))
  const found = looked.filter(([, word]) => word.test(text))
  if (found.length === 0) return []
  const json = JSON.stringify(state, (_, value: unknown) => (value instanceof Map ? [...value] : value))
  const rows = text.split('\n')
  return found.flatMap(([key, word]) =>
    word.test(json) ? [] : rows.filter((each) => word.test(each)).map((each) => `${key}: ${each.trim()}`),
  )
}

/** The keys of the key table that stand alone in a text, but for those that always mean the same somewhere. */
export function keysIn(text: string): readonly string[] {
  return oldKeys.flatMap(([key, word]) => (!fixedInPlaces.has(key) && word.test(text) ? [key] : []))
}

/** A key that stands alone: no part of a word, not even of one that is cut, and no unit behind a number. */
function asWord(key: string): RegExp {
  return new RegExp(String.raw`(?<![\p{L}\p{N}'’/~.-]|\d )${key}(?![\p{L}\p{N}'’/…-])`, 'u')
}
