import { firstKey, type KeyMap } from './key-map.ts'
import { keyName } from './key-press.ts'
import type { AnyCommand } from './key-table.ts'
import type { PanelName } from '../panels/panels.ts'

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

/** The hint of a panel: its key and its name. */
export function panelHint(name: PanelName): CommandHint {
  return { command: name, does: name }
}
