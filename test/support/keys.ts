// Keys by name, as the bytes that a terminal sends for them.

/** What a terminal sends for a key that has no character of its own. */
const named = {
  enter: '\r',
  tab: '\t',
  'shift-tab': '\x1b[Z',
  escape: '\x1b',
  backspace: '\x7f',
  delete: '\x1b[3~',
  space: ' ',
  up: '\x1b[A',
  down: '\x1b[B',
  right: '\x1b[C',
  left: '\x1b[D',
  home: '\x1b[H',
  end: '\x1b[F',
  'page-up': '\x1b[5~',
  'page-down': '\x1b[6~',
  'alt-enter': '\x1b\r',
} as const

export type Key = keyof typeof named | `ctrl-${string}`

/** The bytes of a key: `ctrl-c` is 0x03, `enter` a carriage return. Throws for a name it does not know. */
export function keyBytes(key: Key): string {
  const found = Object.entries(named).find(([name]) => name === key)
  if (found !== undefined) return found[1]
  const letter = /^ctrl-([a-z])$/.exec(key)?.[1]
  if (letter === undefined) throw new Error(`no such key: ${key}`)
  return String.fromCharCode(letter.charCodeAt(0) - 0x60)
}
