/** How a terminal is taken over and given back; each sequence of `leave` undoes one of `enter`. */
export interface TerminalModes {
  readonly enter: string
  readonly leave: string
}

/** The whole screen, for as long as the program runs; what was there comes back. */
export const alternateScreen: TerminalModes = {
  enter: '\u001b[?1049h\u001b[?25l\u001b[H',
  leave: '\u001b[0m\u001b[r\u001b[?25h\u001b[?1049l',
}

/** The normal screen: room is made by scrolling what was there into the scrollback, and the last frame stays. */
export function normalScreen(rows: number): TerminalModes {
  return {
    enter: `\u001b[?25l${'\n'.repeat(Math.max(0, rows - 1))}\u001b[H`,
    leave: `\u001b[0m\u001b[r\u001b[${rows};1H\u001b[?25h\r\n`,
  }
}
