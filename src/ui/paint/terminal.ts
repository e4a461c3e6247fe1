/** How a terminal is taken over and given back; each sequence of `leave` undoes one of `enter`. */
export interface TerminalModes {
  readonly enter: string
  readonly leave: string
}

// A row never goes on in the next one, and the last row never scrolls the screen, even where a terminal takes an emoji for
// wider than we do: what is too much is cut by the terminal.
const noWrap = '\u001b[?7l'
const wrap = '\u001b[?7h'

// From the first byte on: what is pasted before the keys are read must not be taken for keys.
const markPastes = '\u001b[?2004h'
const leavePastes = '\u001b[?2004l'

/** The whole screen, for as long as the program runs; what was there comes back. */
export const alternateScreen: TerminalModes = {
  enter: `\u001b[?1049h\u001b[?25l${noWrap}${markPastes}\u001b[H`,
  leave: `\u001b[0m\u001b[r${leavePastes}${wrap}\u001b[?25h\u001b[?1049l`,
}

/** The normal screen: room is made by scrolling what was there into the scrollback, and the last frame stays. */
export function normalScreen(rows: number): TerminalModes {
  return {
    enter: `\u001b[?25l${noWrap}${markPastes}${'\n'.repeat(Math.max(0, rows - 1))}\u001b[H`,
    leave: `\u001b[0m\u001b[r${leavePastes}${wrap}\u001b[${rows};1H\u001b[?25h\r\n`,
  }
}
