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
