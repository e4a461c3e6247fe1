import type { EndWatch } from '../running/end-watch.ts'
import type { Host } from '../host.ts'
import type { Keyboard } from './keyboard.ts'
import { showSplash } from './splash.ts'
import { startStopAndGo, type StopAndGo } from './stop-and-go.ts'
import type { TerminalGuard } from './terminal-guard.ts'

export interface ScreenToTake {
  readonly host: Host
  readonly guard: TerminalGuard
  readonly ends: Pick<EndWatch, 'terminalGone'>
  readonly keyboard: Keyboard
  readonly alternateScreen: boolean
  readonly ascii: boolean
  /** What is begun, for the first frame. Raw. */
  readonly doing: string
}

/** A terminal that is in our hands, with a first frame on it. */
export interface TakenScreen {
  /** In raw mode: keys that come before the screen is loaded wait for it, and are not echoed over it. */
  readonly stdin: NodeJS.ReadStream
  readonly stopAndGo: StopAndGo
}

/** Takes the terminal, long before the screen is loaded. From now on the guard gives it back, and stops leave it in order. */
export function takeScreen({ host, guard, ends, keyboard, ...first }: ScreenToTake): TakenScreen {
  const stdin = openWatched(keyboard, ends)
  guard.holdInput(stdin)
  stdin.setRawMode(true)
  const stopAndGo = startStopAndGo(guard, host.process)
  showSplash({ ...first, guard, columns: host.process.stdout.columns, writeNow: host.writeNow })
  return { stdin, stopAndGo }
}

/** The keys of a terminal in raw mode have no end: where there is one, the terminal is gone. */
function openWatched(keyboard: Keyboard, ends: Pick<EndWatch, 'terminalGone'>): NodeJS.ReadStream {
  const stdin = keyboard.open()
  stdin.on('end', ends.terminalGone)
  stdin.on('error', ends.terminalGone)
  return stdin
}
