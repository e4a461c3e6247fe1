// A terminal emulator (the screen, modes and title that bytes lead to), the bytes of keys, and the exit status that a shell reports.
import { SerializeAddon } from '@xterm/addon-serialize'
import headless from '@xterm/headless'
import { closeSync, openSync, writeSync } from 'node:fs'
import path from 'node:path'

/** DEC private modes by the names that tests read; others keep their number. */
const modeNames = new Map([
  [1, 'application-cursor-keys'],
  [25, 'cursor-hidden'],
  [47, 'alternate-screen'],
  [1047, 'alternate-screen'],
  [1049, 'alternate-screen'],
  [1000, 'mouse'],
  [1002, 'mouse'],
  [1003, 'mouse'],
  [1004, 'focus-reports'],
  [1006, 'mouse-sgr'],
  [2004, 'bracketed-paste'],
  [2026, 'synchronized-output'],
  [2031, 'colour-scheme-reports'],
])
/** On in a new terminal: the one that is off is the one that tells. */
const shownCursor = 25
const wrap = 7

// The serializer ends `dim` with 22 after it has begun `bold` with 1, which ends both.
// oxlint-disable-next-line no-control-regex -- a terminal's sequence
const fromDimToBold = /(?<before>\u001b\[(?:\d+;)*)1(?<between>(?:;(?!22[;m])\d+)*);22(?=[;m])/g

export interface TerminalSize {
  readonly columns: number
  readonly rows: number
}

/** A terminal without a window: takes bytes, knows what is on its screen and which modes are on. */
export interface Terminal {
  /** `parsed` runs when these bytes count on the screen. */
  write(bytes: Uint8Array, parsed: () => void): void
  resize(size: TerminalSize): void
  /** The rows of the screen, each without its trailing blanks. */
  rows(): readonly string[]
  /** The rows of the ordinary screen with its scrollback, whichever screen is shown. */
  ordinaryRows(): readonly string[]
  ansi(): string
  title(): string
  /** The modes that are not as in a new terminal, sorted by name. */
  modes(): readonly string[]
  dispose(): void
}

export interface TerminalOptions {
  /** Gets what the terminal itself replies to queries. */
  readonly answer?: (reply: string) => void
  /** Gets what a program says by OSC 7777, which is ours. */
  readonly told?: (words: string) => void
  /** A line feed goes to the first column too, as systems see to between a program and its terminal. */
  readonly convertsLineFeeds?: boolean
}

export function terminal(
  size: TerminalSize,
  { answer = () => undefined, told = () => undefined, convertsLineFeeds = false }: TerminalOptions = {},
): Terminal {
  const xterm = new headless.Terminal({
    cols: size.columns,
    rows: size.rows,
    scrollback: 10_000,
    allowProposedApi: true,
    convertEol: convertsLineFeeds,
  })
  const serializer = new SerializeAddon()
  xterm.loadAddon(serializer)
  xterm.onData(answer)
  let title = ''
  xterm.onTitleChange((next) => (title = next))
  // What programs keep and give back (XTWINOPS 22 and 23).
  const keptTitles: string[] = []
  xterm.parser.registerCsiHandler({ final: 't' }, ([operation]) => {
    if (operation === 22) keptTitles.push(title)
    if (operation === 23) title = keptTitles.pop() ?? title
    return false
  })
  const privateModes = new Map<number, boolean>()
  let kittyDepth = 0
  const set = (isOn: boolean) => (params: (number | number[])[]) => {
    for (const param of params) if (typeof param === 'number') privateModes.set(param, isOn)
    return false
  }
  xterm.parser.registerCsiHandler({ prefix: '?', final: 'h' }, set(true))
  xterm.parser.registerCsiHandler({ prefix: '?', final: 'l' }, set(false))
  xterm.parser.registerCsiHandler({ prefix: '>', final: 'u' }, () => {
    kittyDepth++
    return false
  })
  xterm.parser.registerCsiHandler({ prefix: '<', final: 'u' }, ([count]) => {
    kittyDepth = Math.max(0, kittyDepth - (typeof count === 'number' && count > 0 ? count : 1))
    return false
  })
  xterm.parser.registerOscHandler(11, (data) => {
    if (data === '?') answer('\x1b]11;rgb:0000/0000/0000\x1b\\')
    return true
  })
  xterm.parser.registerOscHandler(7777, (data) => {
    told(data)
    return true
  })
  const rowsOf = (from: number, to: number, buffer = xterm.buffer.active): string[] =>
    Array.from({ length: Math.max(0, to - from) }, (_, index) =>
      (buffer.getLine(from + index)?.translateToString(true) ?? '').trimEnd(),
    )
  return {
    write: (bytes, parsed) => xterm.write(bytes, parsed),
    resize: ({ columns, rows }) => xterm.resize(columns, rows),
    rows: () => rowsOf(xterm.buffer.active.baseY, xterm.buffer.active.baseY + xterm.rows),
    ordinaryRows: () => rowsOf(0, xterm.buffer.normal.length, xterm.buffer.normal),
    ansi: () => serializer.serialize({ scrollback: 0 }).replaceAll(fromDimToBold, '$<before>22;1$<between>'),
    title: () => title,
    modes() {
      const on = [...privateModes].filter(([mode, isOn]) =>
        mode === shownCursor || mode === wrap ? !isOn : isOn,
      )
      const names = new Set(
        on.map(([mode]) => modeNames.get(mode) ?? (mode === wrap ? 'no-wrap' : `mode-${mode}`)),
      )
      if (kittyDepth > 0) names.add('kitty-keyboard')
      return [...names].sort()
    },
    dispose: () => xterm.dispose(),
  }
}

/** The shells of `programs/` stay when their program has ended, until what it has written was read. */
export interface ShellStatus {
  /** For `terminal`: takes the status of the program, which comes behind its output, and lets the shell end. */
  readonly told: (words: string) => void
  /** The shell has ended. */
  readonly left: () => void
}

// oxlint-disable-next-line no-control-regex -- a terminal's sequence
const status = /\u001b\]7777;\d+\u0007$/

/** The bytes of a terminal without the status behind them: what the program has written. */
export function withoutStatus(bytes: Buffer): Buffer {
  return Buffer.from(bytes.toString('latin1').replace(status, ''), 'latin1')
}

export function shellStatus(folder: string, ended: (status: number) => void): ShellStatus {
  let pipe: number | null = null
  return {
    told(words) {
      ended(Number(words))
      // Opened for both, so that nothing waits for the shell to read.
      pipe = openSync(path.join(folder, 'leave'), 'r+')
      writeSync(pipe, '\n')
    },
    left() {
      if (pipe !== null) closeSync(pipe)
      pipe = null
    },
  }
}

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
