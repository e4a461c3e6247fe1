/** How a terminal is taken over and given back; each sequence of `leave` undoes one of `enter`. */
export interface TerminalModes {
  readonly enter: string
  readonly leave: string
}

// A row never goes on in the next one, and the last row never scrolls the screen, even where a terminal takes an emoji for
// wider than we do: what is too much is cut by the terminal.
const noWrap = '\u001b[?7l'
const wrap = '\u001b[?7h'

/** The whole screen, for as long as the program runs; what was there comes back. */
export const alternateScreen: TerminalModes = {
  enter: `\u001b[?1049h\u001b[?25l${noWrap}\u001b[H`,
  leave: `\u001b[0m\u001b[r${wrap}\u001b[?25h\u001b[?1049l`,
}

/** The normal screen: room is made by scrolling what was there into the scrollback, and the last frame stays. */
export function normalScreen(rows: number): TerminalModes {
  return {
    enter: `\u001b[?25l${noWrap}${'\n'.repeat(Math.max(0, rows - 1))}\u001b[H`,
    leave: `\u001b[0m\u001b[r${wrap}\u001b[${rows};1H\u001b[?25h\r\n`,
  }
}
