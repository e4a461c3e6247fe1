import { openSync } from 'node:fs'
import { isatty, ReadStream } from 'node:tty'

/** Where keys come from: standard input, or the terminal itself when standard input is a pipe or a file. */
export interface Keyboard {
  /** Makes the stream; call it once, when the screen needs it. */
  open(): NodeJS.ReadStream
  /** Whether its terminal was closed, which reading alone cannot tell from a ctrl-d. */
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
