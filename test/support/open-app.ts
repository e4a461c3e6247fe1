import { existsSync, readFileSync } from 'node:fs'
import { constants } from 'node:os'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import pty from '@lydell/node-pty'
import { onTestFinished } from 'vitest'
import { changes, patienceMs } from './changes.ts'
import { keyBytes, type Key } from './keys.ts'
import type { ExtraEnv } from './run-environment.ts'
import { launcher, surroundings, type Surroundings } from './surroundings.ts'
import { terminal, type TerminalSize } from './terminal.ts'

const sessionLeader = fileURLToPath(new URL('programs/session-leader.sh', import.meta.url))
const darkBackground = 'rgb:0000/0000/0000'

export interface OpenAppOptions extends TerminalSize {
  /** Before the agent's command: options, or a command such as `demo`. */
  readonly args?: readonly string[]
  /** The agent's command: stands after `--`. */
  readonly command?: readonly string[]
  /** Over the scrubbed environment; `undefined` takes a variable away. */
  readonly env?: ExtraEnv
  readonly cwd?: string
  /** What the terminal answers when asked for its background, as `rgb:ffff/ffff/ffff`. Black unless told. */
  readonly background?: string
  /** Another program in place of ours. */
  readonly program?: readonly [string, ...string[]]
}

/** How the program ended, as a shell sees it: for a death by a signal `code` is 128 + its number. */
export interface Exit {
  readonly code: number
  /** The signal that such a code stands for; a program that exits with 143 itself looks the same to its shell. */
  readonly signal: NodeJS.Signals | null
}

/** The program on a real terminal. Text is looked at only between frames, never inside a synchronized update. */
export interface Screen {
  /** The rows of the screen, one a line, without trailing blanks. */
  text(): string
  /** The same with its colours, as escape sequences. */
  ansi(): string
  /** The ordinary screen with its scrollback: what stays in view after a full-screen program ended. */
  scrollback(): string
  title(): string
  /** Every byte the program wrote. */
  raw(): Buffer
  shows(wanted: string | RegExp, timeoutMs?: number): Promise<void>
  gone(unwanted: string | RegExp, timeoutMs?: number): Promise<void>
  /** Resolves when nothing was written for so long. */
  quiet(quietMs?: number): Promise<void>
  /** Text as it is typed, all at once. */
  type(text: string): void
  press(...keys: readonly Key[]): void
  /** As terminals paste: bracketed where the program asked for it. */
  paste(text: string): void
  resize(columns: number, rows: number): void
  /** To the program alone, not to its terminal's shell. */
  signal(signal: NodeJS.Signals): Promise<void>
  pid(): Promise<number>
  /** Closes the terminal as a user closes its window. Then nothing can be read any more; see `surroundings`. */
  hangUp(): void
  exit(timeoutMs?: number): Promise<Exit>
  /** Modes that are not as in a new terminal: `alternate-screen`, `cursor-hidden`, `bracketed-paste`, `mouse`, … */
  modes(): readonly string[]
  /** Whether line editing, echo and all else that stty knows is as it was before. Known after `exit()`. */
  hasTerminalRestored(): boolean
  readonly surroundings: Surroundings
}

/** Call it inside a test; everything that it started ends with the test. */
export async function openApp(options: OpenAppOptions): Promise<Screen> {
  const around = surroundings(options.env)
  const moved = changes()
  const [file, ...args] = commandLine(options)
  const child = pty.spawn('/bin/sh', [sessionLeader, around.folder, file, ...args], {
    cols: options.columns,
    rows: options.rows,
    cwd: options.cwd ?? around.folder,
    env: { ...around.env },
    // Bytes, not text: a character may be cut in two.
    encoding: null,
    name: 'xterm-256color',
  })
  let ended: number | undefined
  let unparsed = 0
  const chunks: Buffer[] = []
  const screen = terminal(options, options.background ?? darkBackground, (reply) => {
    if (ended === undefined) child.write(reply)
  })
  child.onData((data) => {
    const bytes = data as unknown as Buffer
    chunks.push(bytes)
    unparsed++
    screen.write(bytes, () => {
      unparsed--
      moved.changed()
    })
  })
  child.onExit(({ exitCode }) => {
    ended = exitCode
    moved.changed()
  })
  onTestFinished(async () => {
    killGroup(child.pid, () => ended !== undefined)
    await moved.until(
      () => ended,
      () => 'the terminal’s shell cannot be killed',
    )
    screen.dispose()
  })

  const isBetweenFrames = (): boolean => unparsed === 0 && !screen.modes().includes('synchronized-output')
  const text = (): string => screen.rows().join('\n')
  const look = (): string =>
    `${framed(screen.rows(), options.columns)}${ended === undefined ? '' : `\nended: ${ended}`}`
  const has = (wanted: string | RegExp): boolean =>
    typeof wanted === 'string' ? text().includes(wanted) : wanted.test(text())
  const becomes = async (isSo: () => boolean, failure: string, timeoutMs = patienceMs): Promise<void> => {
    await moved.until(
      () => {
        if (isBetweenFrames() && isSo()) return true
        if (ended !== undefined && unparsed === 0)
          throw new Error(`${failure}, and the program ended:\n${look()}`)
        return undefined
      },
      () => `${failure}:\n${look()}`,
      timeoutMs,
    )
  }
  const send = (bytes: string): void => {
    if (ended !== undefined)
      throw new Error(`the program ended, nobody reads ${JSON.stringify(bytes)}:\n${look()}`)
    child.write(bytes)
  }
  const pid = async (): Promise<number> => readPid(path.join(around.folder, 'pid'))

  return {
    text,
    ansi: screen.ansi,
    scrollback: () => screen.ordinaryRows().join('\n').trimEnd(),
    title: screen.title,
    raw: () => Buffer.concat(chunks),
    shows: (wanted, timeoutMs) =>
      becomes(() => has(wanted), `the screen does not show ${String(wanted)}`, timeoutMs),
    gone: (unwanted, timeoutMs) =>
      becomes(() => !has(unwanted), `the screen still shows ${String(unwanted)}`, timeoutMs),
    async quiet(quietMs = 100) {
      for (let seen = -1; seen !== chunks.length;) {
        seen = chunks.length
        const next = moved.until(() => chunks.length !== seen || undefined, String, quietMs)
        await next.catch(() => undefined)
      }
    },
    type: send,
    press: (...keys) => keys.forEach((key) => send(keyBytes(key))),
    paste(pasted) {
      const isBracketed = screen.modes().includes('bracketed-paste')
      send(isBracketed ? `\x1b[200~${pasted}\x1b[201~` : pasted)
    },
    resize(columns, rows) {
      screen.resize({ columns, rows })
      child.resize(columns, rows)
    },
    signal: async (signal) => void process.kill(await pid(), signal),
    pid,
    hangUp: () => (child as unknown as { destroy(): void }).destroy(),
    async exit(timeoutMs = patienceMs) {
      const code = await moved.until(
        () => (unparsed === 0 ? ended : undefined),
        () => `the program is still running:\n${look()}`,
        timeoutMs,
      )
      return { code, signal: signalOf(code) }
    },
    modes: screen.modes,
    hasTerminalRestored() {
      const [before, after] = ['stty-before', 'stty-after'].map((name) =>
        readFileSync(path.join(around.folder, name), 'utf8').trim(),
      )
      return before !== '' && before === after
    },
    surroundings: around,
  }
}

function commandLine({ args = [], command, program }: OpenAppOptions): readonly [string, ...string[]] {
  const rest = [...args, ...(command === undefined ? [] : ['--', ...command])]
  return program === undefined ? [process.execPath, launcher, ...rest] : [...program, ...rest]
}

/** Written by the session leader a moment after its start; no event tells of it. */
async function readPid(file: string): Promise<number> {
  const deadlineMs = performance.now() + patienceMs
  while (performance.now() < deadlineMs) {
    const pid = existsSync(file) ? Number(readFileSync(file, 'utf8')) : 0
    if (pid > 0) return pid
    await pause(5)
  }
  throw new Error('the program did not start')
}

function signalOf(code: number): NodeJS.Signals | null {
  const found = Object.entries(constants.signals).find(([, number]) => number === code - 128)
  return found === undefined ? null : (found[0] as NodeJS.Signals)
}

/** The shell of the terminal and the program, which share a process group of their own. */
function killGroup(leader: number, hasEnded: () => boolean): void {
  if (hasEnded()) return
  try {
    process.kill(-leader, 'SIGKILL')
  } catch {
    // ended meanwhile
  }
}

function framed(rows: readonly string[], columns: number): string {
  const edge = '─'.repeat(columns)
  return [`┌${edge}`, ...rows.map((row) => `│${row}`), `└${edge}`].join('\n')
}
