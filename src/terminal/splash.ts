import { safeLine, type SafeText } from '../lib/text/safe-text.ts'

// The same sequences as the screen sends when it is loaded.
const enterAlternate = '\u001b[?1049h\u001b[?25l\u001b[H'
/** Switches on bracketed paste: text that is pasted meanwhile must not be read as keys later. */
export const markPastes = '\u001b[?2004h'
const printableAscii = /^[\x20-\x7e]*$/

/**
 * The bytes of the first frame, long before the screen is loaded: enters the alternate screen and shows what starts. On the normal
 * screen only `markPastes` is written: what is visible there would stay in the scrollback.
 */
export function splash(doing: string, columns: number, ascii: boolean): string {
  return enterAlternate + splashLine(doing, columns, ascii) + markPastes
}

/** `doing`: what starts now. Raw. */
export function splashLine(doing: string, columns: number, ascii: boolean): SafeText {
  const more = ascii ? '~' : '…'
  const line = safeLine(` acp-plan-tui  ${doing}${more}`)
  // Other characters may be two columns wide. Measuring them needs a module that is not loaded yet.
  const room = printableAscii.test(line.slice(0, -1)) ? columns - 1 : Math.floor((columns - 1) / 2)
  return line.length <= room ? line : safeLine(`${line.slice(0, Math.max(0, room - 1))}${more}`)
}
