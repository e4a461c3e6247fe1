import { safeLine, type SafeText } from '../lib/text/safe-text.ts'
import type { SystemHost } from '../system/host.ts'
import type { TerminalGuard } from './terminal-guard.ts'

// The same as the screen itself will send when it is loaded.
const enterAlternate = '\u001b[?1049h\u001b[?25l\u001b[H'
// What is pasted meanwhile must not be taken for keys when it is read.
const markPastes = '\u001b[?2004h'
const printableAscii = /^[\x20-\x7e]*$/

export interface SplashOptions {
  readonly guard: TerminalGuard
  readonly alternateScreen: boolean
  readonly columns: number
  readonly ascii: boolean
  /** What is begun, as the user typed it: `starting node agent.js`. Raw. */
  readonly doing: string
  readonly writeNow: SystemHost['writeNow']
}

/**
 * The first frame, long before the screen is loaded: takes the alternate screen and says what is being done. On the
 * normal screen nothing visible is written, since it would stay in the scrollback.
 */
export function showSplash({ guard, alternateScreen, columns, ascii, doing, writeNow }: SplashOptions): void {
  const show = (): void =>
    writeNow(
      1,
      alternateScreen ? enterAlternate + splashLine(doing, columns, ascii) + markPastes : markPastes,
    )
  guard.take({ kind: alternateScreen ? 'alternate' : 'untouched', again: show })
  show()
}

export function splashLine(doing: string, columns: number, ascii: boolean): SafeText {
  const more = ascii ? '~' : '…'
  const line = safeLine(` acp-plan-tui  ${doing}${more}`)
  // Other than ASCII may be two columns wide; measuring that would cost more time than this line is shown.
  const room = printableAscii.test(line.slice(0, -1)) ? columns - 1 : Math.floor((columns - 1) / 2)
  return line.length <= room ? line : safeLine(`${line.slice(0, Math.max(0, room - 1))}${more}`)
}
