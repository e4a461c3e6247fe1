import { writeNow } from '../write-now.ts'

/** What is turned off without harm where it was never on; the order matters little, the show of the cursor comes last. */
const modesOff =
  '\u001b[?2026l' + // synchronized output, first: until then nothing shows
  '\u001b[?2004l' + // bracketed paste
  '\u001b[?1000l\u001b[?1002l\u001b[?1003l\u001b[?1006l' + // mouse reports
  '\u001b[?1004l' + // focus reports
  '\u001b[<u' + // kitty's keys; each screen has its own stack, so this comes before the screen is left
  '\u001b[0m\u001b[r' + // colours, scroll region
  '\u001b[?7h\u001b[?25h' // line wrap, cursor

const alternateOff = '\u001b[?1049l'

/** A terminal's input, as far as it must be given back. */
export interface RawInput {
  readonly isRaw?: boolean
  setRawMode?(isRaw: boolean): unknown
}

/** Sees to it that the terminal is given back as it was, however the program ends. */
export interface TerminalGuard {
  /** The screen is in our hands from now on. */
  take(screen: { readonly isAlternate: boolean }): void
  /** What else has to be written when the terminal is given back: the title that it had, and the like. */
  undoWith(bytes: string): void
  /** The keyboard that may be in raw mode. */
  holdInput(input: RawInput): void
  /** The screen has given the terminal back itself; what is left to do is done. */
  released(): void
  /** Gives the terminal back at once, and lets nobody draw on it afterwards. Does nothing when it is not in our hands. */
  restore(): void
}

export function createTerminalGuard(stdout: NodeJS.WriteStream): TerminalGuard {
  let held: { readonly isAlternate: boolean } | null = null
  let input: RawInput | null = null
  let undo = ''
  return {
    take(screen) {
      held = screen
    },
    undoWith(bytes) {
      undo = bytes
    },
    holdInput(held) {
      input = held
    },
    released() {
      held = null
      if (undo !== '') writeNow(1, undo)
      undo = ''
      giveBackInput(input)
    },
    restore() {
      if (held === null) return
      const { isAlternate } = held
      held = null
      muzzle(stdout)
      writeNow(1, modesOff + undo + (isAlternate ? alternateOff + '\u001b[?25h' : '\r\n'))
      undo = ''
      giveBackInput(input)
    },
  }
}

function giveBackInput(input: RawInput | null): void {
  try {
    if (input?.isRaw === true) input.setRawMode?.(false)
  } catch {
    // The terminal is gone (SIGHUP), and with it what there was to give back.
  }
}

function isCallback(value: unknown): value is () => void {
  return typeof value === 'function'
}

/** A screen that is still mounted would draw over the shell. */
function muzzle(stdout: NodeJS.WriteStream): void {
  stdout.write = (_text: unknown, encoding?: unknown, written?: unknown): boolean => {
    for (const each of [encoding, written]) if (isCallback(each)) each()
    return true
  }
}
