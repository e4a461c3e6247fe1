import type { SystemHost } from '../system/host.ts'

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

/** To the last row, wherever the cursor stands in the frame. */
const beneathFrame = '\u001b[9999;1H\r\n'

/** A terminal's input, as far as it must be given back. */
export interface RawInput {
  readonly isRaw?: boolean
  setRawMode?(isRaw: boolean): unknown
}

/** The screen as somebody holds it. */
export interface HeldScreen {
  readonly kind:
    | 'alternate'
    /** The normal screen, with frames on it. */
    | 'normal'
    /** The normal screen, with nothing drawn on it so far. */
    | 'untouched'
  /** Takes the screen anew and draws it: what it was told and what it showed is gone, and its size may be another. */
  readonly again: () => void
}

/** What else is told to the terminal: its title, and the like. */
export interface HeldWords {
  /** Gives back what was there. */
  readonly undo: string
  /** Says what was said last, once more. */
  readonly again: () => void
}

/** Sees to it that the terminal is given back as it was, however the program ends, and whenever it stops. */
export interface TerminalGuard {
  /** The screen is in our hands from now on. */
  take(screen: HeldScreen): void
  /** What else has to be written when the terminal is given back. */
  undoWith(words: HeldWords): void
  /** The keyboard that may be in raw mode. */
  holdInput(input: RawInput): void
  /** The screen has given the terminal back itself; what is left to do is done. */
  released(): void
  /** Gives the terminal back at once, and lets nobody draw on it afterwards. Does nothing when it is not in our hands. */
  restore(): void
  /** Gives the terminal back until `takeAgain`; nothing may be drawn until then. Nothing when it is not in our hands. */
  lend(): void
  /** Takes the terminal again, in whatever state it is by now. Nothing when it was not in our hands. */
  takeAgain(): void
}

export function createTerminalGuard({
  process: { stdout },
  writeNow,
}: Pick<SystemHost, 'process' | 'writeNow'>): TerminalGuard {
  let held: HeldScreen | null = null
  let input: RawInput | null = null
  let words: HeldWords | null = null
  const giveBack = (screen: HeldScreen): void => {
    writeNow(1, modesOff + (words?.undo ?? '') + leaving(screen))
    setRaw(input, false)
  }
  return {
    take(screen) {
      held = screen
    },
    undoWith(said) {
      words = said
    },
    holdInput(keyboard) {
      input = keyboard
    },
    released() {
      held = null
      if (words !== null) writeNow(1, words.undo)
      words = null
      setRaw(input, false)
    },
    restore() {
      if (held === null) return
      const screen = held
      held = null
      muzzle(stdout)
      giveBack(screen)
      words = null
    },
    lend() {
      if (held !== null) giveBack(held)
    },
    takeAgain() {
      if (held === null) return
      // First: who is in the background is stopped by it once more, before anything is drawn over the shell. Off and on, since
      // Node believes that a terminal is still raw which a shell has set otherwise.
      setRaw(input, false)
      setRaw(input, true)
      held.again()
      words?.again()
    },
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
