/** The input of a terminal without the reports of the terminal. It has what Ink uses of a stream. */
export interface TerminalKeys {
  /** Gets the reports while keys are read; null: they are dropped. */
  onReport: ((report: TerminalReport) => void) | null
  /** Calls it when there are keys to read, and never waits for Ink. */
  addListener(name: 'readable', listener: () => void): unknown
  removeListener(name: 'readable', listener: () => void): unknown
}

/** What a terminal sends that nobody has typed. */
export type TerminalReport =
  | MouseReport
  /** The background (OSC 11), each part from 0 to 1. https://invisible-island.net/xterm/ctlseqs/ctlseqs.html */
  | { readonly type: 'background'; readonly red: number; readonly green: number; readonly blue: number }
  /** The primary device attributes (DA1), which every terminal knows: it has answered what was asked before, or never will. */
  | { readonly type: 'attributes' }
  /** The user's preference for dark or light (mode 2031). https://contour-terminal.org/vt-extensions/color-palette-update-notifications/ */
  | { readonly type: 'scheme'; readonly isDark: boolean }

/** A press, a release or a turn of the wheel. Columns and rows count from 0. */
export interface MouseReport {
  readonly type: 'mouse'
  readonly action: 'press' | 'release' | 'move' | 'wheel-up' | 'wheel-down' | 'wheel-left' | 'wheel-right'
  readonly button: 'left' | 'middle' | 'right' | 'other'
  readonly column: number
  readonly row: number
}

/** Keys that Ink reads and does not tell apart. */
export const privateKeys = [
  ...Array.from({ length: 12 }, (_, at) => `f${at + 1}`),
  'insert',
] as readonly string[]

/** Of a plane that has no characters of any script, and that no keyboard types. */
const first = 0x10_ff00

/** The character that stands for such a key on its way through Ink; '' for another key. */
export function privateCharacter(key: string): string {
  const at = privateKeys.indexOf(key)
  return at < 0 ? '' : String.fromCodePoint(first + at)
}

/** The key that a character stands for; null: it is what was typed. */
export function privateKey(character: string): string | null {
  return privateKeys[(character.codePointAt(0) ?? 0) - first] ?? null
}
