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

/** The largest column or row that is believed. */
const farthest = 10_000

/** A mouse report from its numbers, as the terminal has them: the code of the button, and the place from 1. null: it is junk. */
export function mouseReport(
  code: number,
  place: { readonly column: number; readonly row: number },
  isRelease: boolean,
): MouseReport | null {
  const { column, row } = place
  if (!(column >= 1 && column <= farthest && row >= 1 && row <= farthest && code < 256)) return null
  const at = { type: 'mouse', column: column - 1, row: row - 1 } as const
  const button = (['left', 'middle', 'right'] as const)[code & 3] ?? 'other'
  if ((code & 64) !== 0) {
    const action = (['wheel-up', 'wheel-down', 'wheel-left', 'wheel-right'] as const)[code & 3]
    return action === undefined ? null : { ...at, action, button: 'other' }
  }
  if ((code & 128) !== 0) return { ...at, action: isRelease ? 'release' : 'press', button: 'other' }
  if ((code & 32) !== 0) return { ...at, action: 'move', button }
  // Without SGR coordinates a release has no button.
  return { ...at, action: isRelease || (code & 3) === 3 ? 'release' : 'press', button }
}
