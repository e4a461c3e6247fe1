import { openSync } from 'node:fs'
import { isatty, ReadStream } from 'node:tty'
import type { SystemHost } from '../system/host.ts'
import { format } from 'node:util'

/** Where keys come from: standard input, or the terminal itself when standard input is a pipe or a file. */
export interface Keyboard {
  /** Opens the stream. Call it once. */
  open(): NodeJS.ReadStream
  /** Whether the terminal was closed: reading cannot tell that from ctrl-d. */
  isGone(): boolean
}

/** null when there is no terminal to read keys from. */
export function findKeyboard(): Keyboard | null {
  if (isatty(0)) return { open: () => process.stdin, isGone: () => !isatty(0) }
  try {
    const fd = openSync('/dev/tty', 'r')
    return { open: () => new ReadStream(fd), isGone: () => !isatty(fd) }
  } catch {
    // No controlling terminal: a service, a container without -t, another system.
    return null
  }
}

/** Turning these off is harmless if they were never on. The cursor is shown last. */
const modesOff =
  '\u001b[?2026l' + // synchronized output, first: until then nothing shows
  '\u001b[?2004l' + // bracketed paste
  '\u001b[?1000l\u001b[?1002l\u001b[?1003l\u001b[?1006l' + // mouse reports
  '\u001b[?1004l' + // focus reports
  '\u001b[?2031l' + // reports of a light or dark appearance
  '\u001b[<u' + // kitty's keys; each screen has its own stack, so this comes before the screen is left
  '\u001b[0m\u001b[r' + // colours, scroll region
  '\u001b[?7h\u001b[?25h' // line wrap, cursor

const alternateOff = '\u001b[?1049l'

/** Moves to the last row, wherever the cursor is in the frame. */
const beneathFrame = '\u001b[9999;1H\r\n'

/** A terminal's input, which may be in raw mode. */
export interface RawInput {
  readonly isRaw?: boolean
  setRawMode?(isRaw: boolean): unknown
}

export interface HeldScreen {
  readonly kind:
    | 'alternate'
    /** The normal screen, with frames on it. */
    | 'normal'
    /** The normal screen, with nothing drawn on it yet. */
    | 'untouched'
  /** Sets all modes again and redraws: after a stop they are lost, and the size may have changed. */
  readonly again: () => void
  /** Draws nothing until `again`; absent: nothing is drawn on its own. */
  readonly rest?: () => void
}

/** Other state of the terminal, such as its title. */
export interface TerminalExtras {
  readonly undo: string
  /** Sets it again, after a stop. */
  readonly again: () => void
}

/** Restores the terminal, however the program ends, and at each stop. */
export interface TerminalGuard {
  /** The screen is in use from now on. */
  take(screen: HeldScreen): void
  addExtras(extras: TerminalExtras): void
  /** The input to take out of raw mode. */
  holdInput(input: RawInput): void
  /** The screen has restored the terminal itself: restores the rest. */
  released(): void
  /** Restores the terminal at once, and ignores all later writes to stdout. No effect if the screen is not in use. */
  restore(): void
  /** Another program has the terminal until `takeAgain`: the caller writes nothing until then. Restores it if the screen is in use. */
  lend(): void
  /** Takes the terminal again, whatever its modes are now. */
  takeAgain(): void
  /** Whether another program has the terminal, between `lend` and `takeAgain`. */
  isLent(): boolean
  /**
   * Whether a signal of a key may be meant for the other program: while it has the terminal, and shortly after its end. Ctrl-c
   * ends the other program and is sent to this one, too; the system may deliver the end before the signal.
   */
  sharesKeySignals(): boolean
}

/** So long after the end of the other program a signal of its keys may still come. A terminal in raw mode sends none. */
const lateSignalMs = 1000

export function createTerminalGuard({
  process: { stdout },
  writeNow,
}: Pick<SystemHost, 'process' | 'writeNow'>): TerminalGuard {
  let held: HeldScreen | null = null
  let input: RawInput | null = null
  let extras: TerminalExtras | null = null
  let isLent = false
  let wasLent: NodeJS.Timeout | null = null
  const restoreModes = (screen: HeldScreen): void => {
    writeNow(1, modesOff + (extras?.undo ?? '') + leaving(screen))
    setRaw(input, false)
  }
  return {
    take(screen) {
      held = screen
    },
    addExtras(added) {
      extras = added
    },
    holdInput(keyboard) {
      input = keyboard
    },
    released() {
      held = null
      if (extras !== null) writeNow(1, extras.undo)
      extras = null
      setRaw(input, false)
    },
    restore() {
      if (held === null) return
      const screen = held
      held = null
      ignoreWrites(stdout)
      restoreModes(screen)
      extras = null
    },
    lend() {
      isLent = true
      if (held === null) return
      held.rest?.()
      restoreModes(held)
    },
    takeAgain() {
      isLent = false
      if (wasLent !== null) clearTimeout(wasLent)
      wasLent = setTimeout(() => {
        wasLent = null
      }, lateSignalMs).unref()
      if (held === null) return
      // First, since it stops a background job before anything is drawn over the shell. Off and on, since Node believes that the
      // terminal is still raw although the shell has changed that.
      setRaw(input, false)
      setRaw(input, true)
      held.again()
      extras?.again()
    },
    isLent: () => isLent,
    sharesKeySignals: () => isLent || wasLent !== null,
  }
}

function leaving({ kind }: HeldScreen): string {
  switch (kind) {
    case 'alternate':
      return `${alternateOff}\u001b[?25h`
    case 'normal':
      return beneathFrame
    case 'untouched':
      return ''
  }
}

function setRaw(input: RawInput | null, isRaw: boolean): void {
  try {
    if (isRaw || input?.isRaw === true) input?.setRawMode?.(isRaw)
  } catch {
    // The terminal is gone (SIGHUP): there is nothing to restore.
  }
}

function isCallback(value: unknown): value is () => void {
  return typeof value === 'function'
}

/** A screen that is still mounted would draw over the shell. */
function ignoreWrites(stdout: NodeJS.WriteStream): void {
  stdout.write = (_text: unknown, encoding?: unknown, written?: unknown): boolean => {
    for (const each of [encoding, written]) if (isCallback(each)) each()
    return true
  }
}

/** What libraries tried to print: kept away from the screen, and part of the report of a crash. */
export interface CapturedConsole {
  lines(): readonly string[]
}

const kept = 200
const methods = ['log', 'info', 'warn', 'error', 'debug', 'trace', 'dir'] as const

/** Captures console.* and Node's warnings for the rest of the process. */
export function captureConsole(process: Pick<NodeJS.Process, 'on' | 'removeAllListeners'>): CapturedConsole {
  const lines: string[] = []
  const keep = (line: string): void => {
    lines.push(line)
    if (lines.length > kept) lines.shift()
  }
  for (const method of methods) {
    console[method] = (...args: readonly unknown[]) => keep(`console.${method}: ${format(...args)}`)
  }
  process.removeAllListeners('warning')
  process.on('warning', (warning) => keep(`${warning.name}: ${warning.message}`))
  return { lines: () => lines }
}
