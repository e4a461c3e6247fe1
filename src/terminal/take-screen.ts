import { type SystemHost, terminalSize, type HostProcess } from '../system/host.ts'
import { KeyInput } from './reports/key-input.ts'
import type { HeldScreen, TerminalGuard, Keyboard } from './terminal-guard.ts'
import { safeLine, type SafeText } from '../lib/text/safe-text.ts'
import { constants } from 'node:os'

export interface TakeScreenOptions {
  readonly host: SystemHost
  readonly guard: TerminalGuard
  readonly keyboard: Keyboard
  /** The terminal was closed. */
  readonly onGone: () => void
  readonly alternateScreen: boolean
  readonly ascii: boolean
  /** What starts now, for the first frame: `starting node agent.js`. Raw. */
  readonly doing: string
}

/** A terminal in raw mode, with a first frame on it. */
export interface TakenScreen {
  /** Keys that are typed before the screen is loaded stay in it, and are not echoed over the frame. */
  readonly keys: KeyInput
  readonly jobControl: JobControl
  /** Call it once the screen draws: after a stop, `again` takes the place of the first frame. */
  redrawWith(screen: Pick<HeldScreen, 'again' | 'rest'>): void
  /** For another program that the user wants to use. */
  readonly lend: LendTerminal
}

type Input = Pick<NodeJS.EventEmitter, 'on' | 'removeListener'>

const toldGone = new WeakMap<Input, () => void>()

/** `onGone` is called when the terminal is gone; the one of a screen before this one is not called any more. */
export function tellGone(stdin: Input, onGone: () => void): void {
  const before = toldGone.get(stdin)
  // In raw mode no key ends the input: it ends when the terminal is gone.
  for (const event of ['end', 'error']) {
    if (before !== undefined) stdin.removeListener(event, before)
    stdin.on(event, onGone)
  }
  toldGone.set(stdin, onGone)
}

/** Takes the terminal long before the screen is loaded. From now on the guard gives it back at the end and at each stop. */
export function takeScreen(options: TakeScreenOptions): TakenScreen {
  const { host, guard, keyboard, onGone, alternateScreen, ascii, doing } = options
  const stdin = keyboard.open()
  tellGone(stdin, onGone)
  guard.holdInput(stdin)
  stdin.setRawMode(true)
  const jobControl = startJobControl(guard, host.process)
  const { columns } = terminalSize(host.process.stdout)
  const firstFrame = alternateScreen ? splash(doing, columns, ascii) : markPastes
  const show = (): void => host.writeNow(1, firstFrame)
  guard.take({ kind: alternateScreen ? 'alternate' : 'untouched', again: show })
  show()
  return {
    keys: new KeyInput(stdin, host.clock),
    jobControl,
    redrawWith: (screen) => guard.take({ kind: alternateScreen ? 'alternate' : 'normal', ...screen }),
    lend: terminalLender(guard, stdin),
  }
}

// The same sequences as the screen sends when it is loaded.
const enterAlternate = '\u001b[?1049h\u001b[?25l\u001b[H'
/** Switches on bracketed paste: text that is pasted meanwhile must not be read as keys later. */
const markPastes = '\u001b[?2004h'
const printableAscii = /^[\x20-\x7e]*$/

/**
 * The bytes of the first frame, long before the screen is loaded: enters the alternate screen and shows what starts. On the normal
 * screen only `markPastes` is written: what is visible there would stay in the scrollback.
 */
function splash(doing: string, columns: number, ascii: boolean): string {
  return enterAlternate + splashLine(doing, columns, ascii) + markPastes
}

/** `doing`: what starts now. Raw. */
export function splashLine(doing: string, columns: number, ascii: boolean): SafeText {
  const more = ascii ? '~' : '…'
  const line = safeLine(` acp-plan-tui  ${doing}${more}`)
  // Other characters may be two columns wide. Measuring them needs a module that is not loaded yet.
  const room = printableAscii.test(line.slice(0, -1)) ? columns - 1 : Math.floor((columns - 1) / 2)
  return line.length <= room ? line : safeLine(`${line.slice(0, Math.max(0, room - 1))}${more}`)
}

/** Lets another program have the terminal while `run` is pending, and takes it back whole. */
export type LendTerminal = <T>(run: () => Promise<T>) => Promise<T>

/** While the terminal is lent, no key is read, and ctrl-c and ctrl-z are the other program's. */
export function terminalLender(guard: TerminalGuard, stdin: NodeJS.ReadStream): LendTerminal {
  return async (run) => {
    // Whoever reads the key that leads here asks for the next one when it is handled, which would begin the reading again.
    await new Promise(setImmediate)
    const readOn = stopReading(stdin)
    guard.lend()
    try {
      return await run()
    } finally {
      readOn()
      guard.takeAgain()
    }
  }
}

interface ReadHandle {
  readStop(): unknown
  readStart(): unknown
}

/**
 * Stops reading a terminal, and returns how to go on. A stream that is only paused has asked for one more key already, and would
 * take it from the other program; Node has no other way to take that back.
 */
function stopReading(stdin: NodeJS.ReadStream): () => void {
  const handle = (stdin as { readonly _handle?: ReadHandle | null })._handle
  if (handle === undefined || handle === null) return () => undefined
  handle.readStop()
  return () => void handle.readStart()
}

/** Called around each stop. */
interface StopHooks {
  /** The terminal was given back: what is written now is shown before the shell's own message. */
  readonly onStop: () => void
  readonly onContinue: () => void
}

/** Job control of shells: gives the terminal back at a stop and takes it again afterwards. One per process. */
interface JobControl {
  /** For the user's key: stops the whole process group, with the programs that started us. null where there is no SIGTSTP (Windows). */
  readonly stopJob: (() => void) | null
  setHooks(hooks: StopHooks): void
}

function startJobControl(guard: TerminalGuard, process: HostProcess): JobControl {
  let hooks: StopHooks | null = null
  let isResumed = false

  const resume = (): void => {
    // SIGWINCH reaches only the foreground job, so the size may have changed unseen. Node reads it on this signal.
    process.kill(process.pid, 'SIGWINCH')
    guard.takeAgain()
    hooks?.onContinue()
  }
  const suspend = (pid: number): void => {
    process.removeListener('SIGTSTP', onStop)
    process.kill(pid, 'SIGTSTP')
    process.on('SIGTSTP', onStop)
  }
  const stop = (pid: number): void => {
    guard.lend()
    hooks?.onStop()
    // SIGTSTP and not SIGSTOP: in an orphaned process group, which no shell can continue, it has no effect. `kill` returns after SIGCONT.
    suspend(pid)
    isResumed = true
    resume()
    // Node emits the SIGCONT of this stop in one of the next turns of the event loop.
    setImmediate(() => setImmediate(() => (isResumed = false)))
  }
  // An editor that has the terminal stops the job, and takes the terminal again itself.
  const onStop = (): void => (guard.isLent() ? suspend : stop)(process.pid)

  if (!('SIGTSTP' in constants.signals)) return { stopJob: null, setHooks: () => undefined }
  // Those of a screen before this one.
  process.removeAllListeners('SIGTSTP')
  process.removeAllListeners('SIGCONT')
  process.on('SIGTSTP', onStop)
  // After a SIGSTOP, which cannot be caught: the terminal was not given back, and is in the shell's modes.
  process.on('SIGCONT', () => {
    if (!isResumed && !guard.isLent()) resume()
  })
  return {
    // 0: the whole process group.
    stopJob: () => stop(0),
    setHooks(given) {
      hooks = given
    },
  }
}
