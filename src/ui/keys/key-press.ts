import { safeLine, type SafeText } from '../../lib/text/safe-text.ts'

/** A key press: its name as in the key table (`tab`, `shift-tab`, `ctrl-c`, `G`), and the text it types, '' for none. */
export interface KeyPress {
  readonly name: string
  readonly text: string
}

/** The press of a key by its name; a single character types itself. */
export function pressOf(name: string): KeyPress {
  if (name === 'space') return { name, text: ' ' }
  return { name, text: Array.from(name).length === 1 ? name : '' }
}

const names: Readonly<Record<string, string>> = {
  escape: 'esc',
  up: '↑',
  down: '↓',
  left: '←',
  right: '→',
  pageup: 'PgUp',
  pagedown: 'PgDn',
  home: 'Home',
  end: 'End',
  delete: 'Del',
  insert: 'Ins',
}

/** A key as the screen names it: `esc`, `↑`, `PgDn`, `ctrl-l`, `F5`. */
export function keyName(key: string): SafeText {
  if (/^f\d/.test(key)) return safeLine(key.toUpperCase())
  return safeLine(Object.hasOwn(names, key) ? (names[key] ?? key) : key)
}

/** A key that was pressed once, and has to be pressed again to take effect. */
export interface ArmedKey {
  readonly key: string
  readonly untilMs: number
  /** When it was clicked; absent: it was pressed. */
  readonly clickedAtMs?: number
}

/** A letter that is held back, since the next key decides whether it is a command or part of a text. */
export interface HeldKey {
  readonly press: KeyPress
  /** When it becomes a command, unless another letter follows. */
  readonly dueAtMs: number
}

/** The letters typed last, in quick succession. */
export interface TypedKeys {
  readonly last: string
  /** Different letters in a row; a repeated one counts once. */
  readonly count: number
  /** A letter until then continues them. */
  readonly untilMs: number
}

export const nothingTyped: TypedKeys = { last: '', count: 0, untilMs: 0 }

/** What was pressed before, as far as it matters for the next key. */
export interface Guard {
  /** Any other key disarms it. */
  readonly armed: ArmedKey | null
  readonly held: HeldKey | null
  readonly typed: TypedKeys
}

export const nothingPressed: Guard = { armed: null, held: null, typed: nothingTyped }
