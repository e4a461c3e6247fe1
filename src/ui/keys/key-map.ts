import { safeLine, type SafeText } from '../../lib/text/safe-text.ts'
import { keyName } from './key-press.ts'
import {
  keyTable,
  playerTable,
  questionTable,
  wireTable,
  type AnyCommand,
  type KeyBinding,
  type LabelledBinding,
  type PlayerCommand,
  type QuestionCommand,
  type WireCommand,
} from './key-table.ts'
import type { PanelName } from '../panels/panels.ts'

/** The keys that the user has given to commands, in place of those of the tables; an empty list takes a command's keys away. */
export type OwnKeys = ReadonlyMap<AnyCommand, readonly string[]>

/** The keys in force: those of the tables, with the user's own. */
export interface KeyMap {
  readonly plan: Bindings<KeyBinding>
  readonly player: Bindings<LabelledBinding<PlayerCommand>>
  readonly wire: Bindings<LabelledBinding<WireCommand>>
  readonly question: Bindings<LabelledBinding<QuestionCommand>>
}

export interface Bindings<Each extends LabelledBinding<AnyCommand>> {
  readonly all: readonly Each[]
  readonly commandOf: (key: string) => Each['command'] | undefined
}

/** The keys in force. The own keys must be free of conflicts (`own-keys.ts`). */
export function makeKeyMap(own: OwnKeys): KeyMap {
  return {
    plan: bound(keyTable, own),
    player: bound(playerTable, own),
    wire: bound(wireTable, own),
    question: bound(questionTable, own),
  }
}

function bound<Each extends LabelledBinding<AnyCommand>>(
  table: readonly Each[],
  own: OwnKeys,
): Bindings<Each> {
  const all = own.size === 0 ? table : table.map((binding) => withOwn(binding, own))
  const byKey = new Map<string, Each['command']>(
    all.flatMap(({ keys, command }) => keys.map((key) => [key, command] as const)),
  )
  return { all, commandOf: (key) => byKey.get(key) }
}

function withOwn<Each extends LabelledBinding<AnyCommand>>(binding: Each, own: OwnKeys): Each {
  const keys = own.get(binding.command)
  return keys === undefined ? binding : { ...binding, keys, label: keys.map(keyName).join(' ') }
}

export const tableKeys: KeyMap = makeKeyMap(new Map())

/** Whether a binding of the key table keeps its meaning while a recording is shown: one of its keys is not the player's. */
export function isLeftByPlayer({ keys }: KeyBinding, { player }: KeyMap): boolean {
  return keys.some((key) => player.commandOf(key) === undefined)
}

/** The key to press for a command, an arrow if it has one; null if the user took its keys away. To quit, ctrl-c is left then. */
export function firstKey(keys: KeyMap, command: AnyCommand): string | null {
  const binding = bindingOf(keys, command)
  const own = binding?.keys.find((key) => key === 'up' || key === 'down') ?? binding?.keys[0] ?? null
  return own === null && command === 'quit' ? firstKey(keys, 'interrupt') : own
}

export function bindingOf(
  { plan, player, wire, question }: KeyMap,
  command: AnyCommand,
): LabelledBinding<AnyCommand> | undefined {
  for (const { all } of [plan, player, wire, question]) {
    const found = all.find((each) => each.command === command)
    if (found !== undefined) return found
  }
  return undefined
}

/** The key of a command for sentences: `R`; without a key how the palette finds it: `ctrl-p “restart the agent”`. */
export function keyWords(keys: KeyMap, command: AnyCommand): SafeText {
  const key = firstKey(keys, command)
  if (key !== null) return keyName(key)
  const binding = bindingOf(keys, command)
  const [words = command] = binding?.does.split(/;|, (?:and|or) /) ?? []
  const palette = paletteKey(keys)
  return safeLine(palette === null ? `“${words}” (no key)` : `${keyName(palette)} “${words}”`)
}

/** The key of the palette, if possible one that is not taken for a punctuation mark of the sentence. */
function paletteKey(keys: KeyMap): string | null {
  const all = bindingOf(keys, 'palette')?.keys ?? []
  return all.find((key) => !/^[.,:;!?]$/.test(key)) ?? all[0] ?? null
}

export interface Hint {
  /** As the screen names it. */
  readonly key: string
  readonly does: string
  /** The command of the key, the first one of a pair; absent: the key has its meaning only where it is hinted. */
  readonly command?: AnyCommand
}

/** What is pressed by a click on something that is no hint. */
export type ToPress = Pick<Required<Hint>, 'does' | 'command'>

/** A hint before its keys are looked up in the key map: of a command, of two that belong together, or of a key that is always the same. */
export type CommandHint =
  | { readonly key: string; readonly does: string }
  | { readonly command: AnyCommand; readonly does: string; readonly isTwice?: true }
  | { readonly pair: readonly [AnyCommand, AnyCommand]; readonly does: string }

/** The hint as a list to spread, empty if it does not apply now. */
export function hintIf(applies: boolean, hint: CommandHint): readonly CommandHint[] {
  return applies ? [hint] : []
}

/** The hints with the keys in force, without those of commands that have no key. */
export function keyedHints(hints: readonly CommandHint[], keys: KeyMap): readonly Hint[] {
  return hints.flatMap((hint) => {
    if ('key' in hint) return [hint]
    const { does } = hint
    if ('pair' in hint) return pairHint(hint.pair, does, keys)
    const key = firstKey(keys, hint.command)
    if (key === null) return []
    const name = keyName(key)
    return [{ key: hint.isTwice === true ? `${name} ${name}` : name, does, command: hint.command }]
  })
}

function pairHint(pair: readonly [AnyCommand, AnyCommand], does: string, keys: KeyMap): readonly Hint[] {
  const bound = pair.flatMap((command) => {
    const key = firstKey(keys, command)
    return key === null ? [] : [{ command, key }]
  })
  const [first] = bound
  if (first === undefined) return []
  const gap = bound.every(({ key }) => key === 'up' || key === 'down') ? '' : ' '
  return [{ key: bound.map(({ key }) => keyName(key)).join(gap), does, command: first.command }]
}

export function panelHint(name: PanelName): CommandHint {
  return { command: name, does: name }
}
