/** The sequences that set the modes of a terminal and restore them: each sequence of `leave` undoes one of `enter`. */
export interface TerminalModes {
  readonly enter: string
  readonly leave: string
}

// Without wrapping, a row never continues in the next one and the last row never scrolls the screen, even if the terminal counts
// an emoji as wider than we do: it cuts the rest.
const noWrap = '\u001b[?7l'
const wrap = '\u001b[?7h'

// Bracketed paste is on from the first byte: a paste before the keys are read must not be taken for keys.
const markPastes = '\u001b[?2004h'
const leavePastes = '\u001b[?2004l'

/** The alternate screen; leaving it restores the previous content. */
export const alternateScreen: TerminalModes = {
  enter: `\u001b[?1049h\u001b[?25l${noWrap}${markPastes}\u001b[H`,
  leave: `\u001b[0m\u001b[r${leavePastes}${wrap}\u001b[?25h\u001b[?1049l`,
}

/** The normal screen: the previous content is scrolled into the scrollback, and the last frame stays. */
export function normalScreen(rows: number): TerminalModes {
  return {
    enter: `\u001b[?25l${noWrap}${markPastes}${'\n'.repeat(Math.max(0, rows - 1))}\u001b[H`,
    leave: `\u001b[0m\u001b[r${leavePastes}${wrap}\u001b[${rows};1H\u001b[?25h\r\n`,
  }
}

/** Presses of the mouse and turns of its wheel are reported, with places beyond column 223 (SGR). */
export const mouseReports: TerminalModes = {
  enter: '\u001b[?1000h\u001b[?1006h',
  leave: '\u001b[?1006l\u001b[?1000l',
}

/** Changes between a light and a dark appearance are reported (mode 2031). */
export const schemeReports: TerminalModes = { enter: '\u001b[?2031h', leave: '\u001b[?2031l' }

/** Asks for the primary device attributes (DA1), which every terminal answers. */
export const attributesQuery = '\u001b[c'

/** Asks for the background (OSC 11), then for what every terminal answers. */
export const backgroundQuery = `\u001b]11;?\u001b\\${attributesQuery}`

export const noModes: TerminalModes = { enter: '', leave: '' }
