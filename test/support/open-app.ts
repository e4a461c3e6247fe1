// Opens the program on a pseudo-terminal.
import { existsSync, readFileSync, rmSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { constants } from 'node:os'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import pty from '@lydell/node-pty'
import { onTestFinished } from 'vitest'
import { changes, patienceMs } from './changes.ts'
import { foundFault } from './written-lines/found-faults.ts'
import { type Key, keyBytes, shellStatus, terminal, type TerminalSize, withoutStatus } from './terminal.ts'
import type { ExtraEnv } from './run-environment.ts'
import { launcher, surroundings, type Surroundings } from './surroundings.ts'
import { watchWritten } from './written-lines/written-lines.ts'

const sessionLeader = fileURLToPath(new URL('programs/session-leader.sh', import.meta.url))
const jobShell = fileURLToPath(new URL('programs/job-shell.sh', import.meta.url))

export interface OpenAppOptions extends TerminalSize {
  /** Before the agent's command: options, or a command such as `demo`. */
  readonly args?: readonly string[]
  /** The agent's command: stands after `--`. */
  readonly command?: readonly string[]
  /** Over the scrubbed environment; `undefined` takes a variable away. */
  readonly env?: ExtraEnv
  readonly cwd?: string
  /** The terminal's shell knows jobs, so that the program can be stopped, and go on by `shell`. */
  readonly jobControl?: boolean
  /** What the terminal sends in place of its own answer to a query; absent: its own answer. */
  readonly answers?: (reply: string) => string
  /** Another program in place of ours. */
  readonly program?: readonly [string, ...string[]]
}

/** How the program ended, as a shell sees it: for a death by a signal `code` is 128 + its number. */
export interface Exit {
  readonly code: number
  /** The signal that such a code stands for; a program that exits with 143 itself looks the same to its shell. */
  readonly signal: NodeJS.Signals | null
}

/** The program on a terminal. Text is looked at only between frames, never inside a synchronized update. */
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
  /** Text as it is typed, all at once. */
  type(text: string): this
  press(...keys: readonly Key[]): this
  /** As terminals paste: bracketed where the program asked for it. */
  paste(text: string): void
  resize(columns: number, rows: number): void
  /** To the program alone, not to its terminal's shell. */
  signal(signal: NodeJS.Signals): Promise<void>
  exit(timeoutMs?: number): Promise<Exit>
  /** Modes that are not as in a new terminal: `alternate-screen`, `cursor-hidden`, `bracketed-paste`, `mouse`, … */
  modes(): readonly string[]
  /** Whether line editing, echo and all else that stty knows is as it was before. Known after `exit()`. */
  hasTerminalRestored(): boolean
  readonly surroundings: Surroundings
}

/** The program in a process of its own, on a pseudo-terminal. */
export interface PtyScreen extends Screen {
  /** Resolves when the shell has the terminal back, since the program has stopped; says whether it got it as it was before. */
  stopped(): Promise<{ readonly hasTerminalRestored: boolean }>
  /** What the shell of a stopped program does next, such as `fg`. */
  shell(command: string): Promise<void>
  /** Resolves when the terminal's modes are these: what the program has written so far was read. */
  hasModes(wanted: readonly string[]): Promise<void>
  /** What was typed, and nobody has read: the shell has it. Known after `exit()`. */
  unread(): string
  /** Closes the terminal as a user closes its window. Then nothing can be read any more; see `surroundings`. */
  hangUp(): void
}

/** Call it inside a test; everything that it started ends with the test. */
export async function openApp(options: OpenAppOptions): Promise<PtyScreen> {
  const around = surroundings(options.env)
  const moved = changes()
  const [file, ...args] = commandLine(options)
  const shell = options.jobControl === true ? jobShell : sessionLeader
  const cwd = options.cwd ?? around.folder
  const child = pty.spawn('/bin/sh', [shell, around.folder, file, ...args], {
    cols: options.columns,
    rows: options.rows,
    cwd,
    env: { ...around.env },
    // Bytes, not text: a character may be cut in two.
    encoding: null,
    name: 'xterm-256color',
  })
  let ended: number | undefined
  let hasShellEnded = false
  let unparsed = 0
  const chunks: Buffer[] = []
  const written = watchWritten(args, cwd, (fault) => {
    // A terminal has what goes to stderr too, between the lines of JSON.
    if (!/\nacp-plan-tui: [^\n]*$/.test(fault)) foundFault(fault)
  })
  const over = (status: number): void => {
    if (ended === undefined) written.ended()
    ended ??= status
  }
  const shellEnd = shellStatus(around.folder, over)
  const screen = terminal(options, {
    answer(reply) {
      const sent = options.answers?.(reply) ?? reply
      if (ended === undefined && sent !== '') child.write(sent)
    },
    told: shellEnd.told,
  })
  child.onData((data) => {
    const bytes = data as unknown as Buffer
    chunks.push(bytes)
    written.read(bytes)
    unparsed++
    screen.write(bytes, () => {
      unparsed--
      moved.changed()
    })
  })
  child.onExit(({ exitCode }) => {
    shellEnd.left()
    hasShellEnded = true
    over(exitCode)
    moved.changed()
  })
  onTestFinished(async () => {
    killGroup(child.pid, () => hasShellEnded)
    await moved.until(
      () => hasShellEnded || undefined,
      () => 'the terminal’s shell cannot be killed',
    )
    screen.dispose()
  })

  const isBetweenFrames = (): boolean => unparsed === 0 && !screen.modes().includes('synchronized-output')
  const text = (): string => screen.rows().join('\n')
  const look = (): string => framedScreen(screen.rows(), options.columns, ended)
  const has = (wanted: string | RegExp): boolean =>
    typeof wanted === 'string' ? text().includes(wanted) : wanted.test(text())
  const becomes = async (
    isSo: () => boolean,
    failure: () => string,
    timeoutMs = patienceMs,
  ): Promise<void> => {
    await moved.until(
      () => {
        if (isBetweenFrames() && isSo()) return true
        if (ended !== undefined && unparsed === 0)
          throw new Error(`${failure()}, and the program ended:\n${look()}`)
        return undefined
      },
      () => `${failure()}:\n${look()}`,
      timeoutMs,
    )
  }
  const send = (bytes: string): void => {
    if (ended !== undefined)
      throw new Error(`the program ended, nobody reads ${JSON.stringify(bytes)}:\n${look()}`)
    child.write(bytes)
  }
  const pid = async (): Promise<number> => readPid(path.join(around.folder, 'pid'))
  const stty = (when: 'before' | 'stopped' | 'after'): string =>
    readFileSync(path.join(around.folder, `stty-${when}`), 'utf8').trim()

  const opened: PtyScreen = {
    text,
    ansi: screen.ansi,
    scrollback: () => screen.ordinaryRows().join('\n').trimEnd(),
    title: screen.title,
    raw: () => withoutStatus(Buffer.concat(chunks)),
    shows: (wanted, timeoutMs) =>
      becomes(
        () => has(wanted),
        () => `the screen does not show ${String(wanted)}`,
        timeoutMs,
      ),
    gone: (unwanted, timeoutMs) =>
      becomes(
        () => !has(unwanted),
        () => `the screen still shows ${String(unwanted)}`,
        timeoutMs,
      ),
    ...typing(send, screen.modes, () => opened),
    resize(columns, rows) {
      screen.resize({ columns, rows })
      child.resize(columns, rows)
    },
    signal: async (signal) => void process.kill(await pid(), signal),
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
    hasTerminalRestored: () => stty('before') !== '' && stty('before') === stty('after'),
    async stopped() {
      await fileThere(path.join(around.folder, 'stopped'), 'the program did not stop')
      return { hasTerminalRestored: stty('before') !== '' && stty('before') === stty('stopped') }
    },
    unread: () => readFileSync(path.join(around.folder, 'unread'), 'utf8'),
    hasModes: (wanted) =>
      becomes(
        () => screen.modes().join() === wanted.join(),
        () => `the modes are ${screen.modes().join(', ')} and not ${wanted.join(', ')}`,
      ),
    async shell(command) {
      rmSync(path.join(around.folder, 'stopped'))
      await writeFile(path.join(around.folder, 'orders'), `${command}\n`)
    },
    surroundings: around,
  }
  return opened
}

function commandLine({ args = [], command, program }: OpenAppOptions): readonly [string, ...string[]] {
  const rest = [...args, ...(command === undefined ? [] : ['--', ...command])]
  return program === undefined ? [process.execPath, launcher, ...rest] : [...program, ...rest]
}

/** Written by the session leader a moment after its start. */
async function readPid(file: string): Promise<number> {
  return Number(await fileThere(file, 'the program did not start'))
}

/** What a file of the terminal's shell says, once it says something; no event tells of it. */
async function fileThere(file: string, failure: string): Promise<string> {
  const deadlineMs = performance.now() + patienceMs
  while (performance.now() < deadlineMs) {
    const text = existsSync(file) ? readFileSync(file, 'utf8') : ''
    if (text.endsWith('\n')) return text
    await pause(5)
  }
  throw new Error(failure)
}

/** The signal that a status stands for. */
export function signalOf(code: number): NodeJS.Signals | null {
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

/** The screen for the message of a test that fails. */
export function framedScreen(rows: readonly string[], columns: number, ended: number | undefined): string {
  const edge = '─'.repeat(columns)
  const end = ended === undefined ? [] : [`ended: ${ended}`]
  return [`┌${edge}`, ...rows.map((row) => `│${row}`), `└${edge}`, ...end].join('\n')
}

/** What a user types, pressed and pasted, as the bytes that a terminal in these modes sends. */
export function typing<Typed>(
  send: (bytes: string) => void,
  modes: () => readonly string[],
  typed: () => Typed,
): { type(text: string): Typed; press(...keys: readonly Key[]): Typed; paste(text: string): void } {
  return {
    type(text) {
      send(text)
      return typed()
    },
    press(...keys) {
      for (const key of keys) send(keyBytes(key))
      return typed()
    },
    paste: (text) => send(modes().includes('bracketed-paste') ? `\x1b[200~${text}\x1b[201~` : text),
  }
}
