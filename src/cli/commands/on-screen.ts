import { ok, type Result } from '../../lib/result.ts'
import { endMessage, runEndWords, type RunEnd } from '../../outputs/run-end-words.ts'
import type { RunOptions } from '../../run/run.ts'
import type { Source } from '../../shows/source.ts'
import type { UserTerminal } from '../../shows/terminal-tools.ts'
import type { Keyboard } from '../../terminal/keyboard.ts'
import { takeScreen } from '../../terminal/take-screen.ts'
import type { Host } from '../host/host.ts'

interface ScreenAt extends UserTerminal {
  readonly keyboard: Keyboard
  readonly options: RunOptions
  /** What the screen says until there is something to show. */
  readonly doing: string
}

/** Takes the terminal at once, and shows on it what `load` makes. Settles with the end, when the terminal is given back. */
export async function onScreen(load: () => Promise<() => Source>, at: ScreenAt): Promise<RunEnd> {
  const { host, ends, guard, keyboard, options, doing } = at
  const { alternateScreen, ascii } = options
  const { terminalGone: onGone } = ends
  const screen = takeScreen({ host, guard, keyboard, onGone, alternateScreen, ascii, doing })
  const { showOnScreen } = await import('../../shows/show-on-screen.ts')
  return await showOnScreen(load, { host, ends, guard, screen, look: options })
}

/** The exit status after something was shown that has no agent. The last words go to stderr. */
export function statusAfter(end: RunEnd, host: Host): Result<number, never> {
  const lines = endMessage(end, { command: [], showsStderr: false })
  if (lines.length > 0) host.writeNow(2, `${lines.join('\n')}\n`)
  return ok(runEndWords(end).status)
}

/** Opens a report of a recording; it settles with what to tell the user. Raw. */
export function reportOpener(recording: string, host: Host): () => Promise<string> {
  return async () => await (await import('./open-report.ts')).openReport(recording, host)
}
