import type { MouseReport, TerminalReport } from '../app/ports/terminal-keys.ts'
import type { Clock } from '../lib/clock.ts'
import { terminalSize } from '../system/host.ts'
import { Painter } from './paint/painter.ts'
import { makeTheme, type Theme } from './paint/theme.ts'
import type { UiLook } from './ui-options.ts'
import { attributesQuery, BackgroundWatch } from './stack/background-watch.ts'

export interface ScreenTerminalOptions {
  readonly look: UiLook
  readonly clock: Pick<Clock, 'nowMs' | 'after'>
  readonly stdout: NodeJS.WriteStream
  /** It has told of a background that wants another theme, or lets colours be used. */
  readonly onTheme: (theme: Theme) => void
}

/** The user's terminal while the screen has it. Nothing is written while it is lent to another program. */
export class ScreenTerminal {
  readonly hasMouse: boolean
  readonly painter: Painter
  readonly #options: ScreenTerminalOptions
  readonly #mouse: TerminalModes
  readonly #drain: InputDrain
  readonly #background: BackgroundWatch | null
  #themeName: UiLook['theme']
  #told: 'dark' | 'light' | null = null
  #hasColors: boolean
  #isLent = false
  #isRead = false

  constructor(options: ScreenTerminalOptions) {
    const { look, clock } = options
    this.#options = options
    this.#themeName = look.theme
    this.#hasColors = look.color && (look.knowsBackground || !look.asksBackground)
    this.hasMouse = look.mouse && look.alternateScreen
    this.#mouse = this.hasMouse ? mouseReports : noModes
    this.painter = new Painter(this.write)
    this.#drain = new InputDrain({ clock, write: this.write, mouse: this.#mouse })
    const onBackground = (found: 'dark' | 'light' | null): void => this.#toldBackground(found)
    this.#background = look.asksBackground
      ? new BackgroundWatch({ clock, write: this.write, onBackground })
      : null
  }

  /** What it has told of its background; null: nothing yet. */
  get background(): 'dark' | 'light' | null {
    return this.#told
  }

  get isLent(): boolean {
    return this.#isLent
  }

  theme(): Theme {
    const { color, has256Colors, ascii, hyperlinks } = this.#options.look
    const theme = makeTheme({
      name: this.#themeName,
      color: this.#hasColors,
      has256Colors,
      ascii,
      hyperlinks,
    })
    // The rest of a theme without colours is other text.
    return { ...theme, color }
  }

  readonly write = (bytes: string): void => {
    if (!this.#isLent) this.#options.stdout.write(bytes)
  }

  enter(): void {
    this.write(this.#modes().enter)
  }

  /** Before keys are read: from now on the mouse is reported. */
  reportMouse(): void {
    this.#isRead = true
    this.write(this.#mouse.enter)
  }

  /** When keys are read, and not earlier: only then an answer is read. */
  ask(): void {
    this.#background?.start()
  }

  /** Takes a report; returns one of the mouse that is meant for the screen. */
  take(report: TerminalReport): MouseReport | null {
    if (report.type !== 'mouse') {
      if (report.type !== 'attributes' || !this.#drain.answered()) this.#background?.take(report)
      return null
    }
    if (this.#drain.isDraining) return null
    this.#drain.noteReport()
    return report
  }

  /** Calls back when the terminal owes nothing: what it answers and reports must not go to the shell or to an editor. */
  whenQuiet(then: () => void): void {
    this.whenAnswered(() => this.#drain.whenDrained(then))
  }

  whenAnswered(then: () => void): void {
    if (this.#background === null) then()
    else this.#background.whenAnswered(then)
  }

  /** Another program uses it until `takeBack`. */
  lend(): void {
    this.#isLent = true
  }

  takeBack(): void {
    this.#isLent = false
    this.enter()
    if (this.#isRead) {
      this.reportMouse()
      this.ask()
    }
    this.painter.forget()
  }

  /** After something that may have lent it. */
  reportMouseAgain(): void {
    if (this.#isRead) this.write(this.#mouse.enter)
  }

  /** Gives it back as it was. */
  leave(): void {
    if (this.#isRead) this.#background?.stop()
    this.write(this.#mouse.leave + this.#modes().leave)
  }

  #modes(): TerminalModes {
    const { look, stdout } = this.#options
    return look.alternateScreen ? alternateScreen : normalScreen(terminalSize(stdout).rows)
  }

  #toldBackground(found: 'dark' | 'light' | null): void {
    this.#told = found ?? this.#told
    if (this.#hasColors && (found === null || this.#themeName === found)) return
    this.#themeName = found ?? this.#themeName
    this.#hasColors = true
    this.#options.onTheme(this.theme())
  }
}

export interface InputDrainOptions {
  readonly clock: Pick<Clock, 'nowMs' | 'after'>
  readonly write: (bytes: string) => void
  /** How the terminal is told to report the mouse. */
  readonly mouse: TerminalModes
}

/** So long after a report of the mouse, others may be under way: a release, a double click, a wheel that runs on. */
const recentMs = 1000
/** What would give the terminal to another program waits so long for an answer. */
const patienceMs = 250

/**
 * Reads what is left of the reports of the mouse before another program gets the terminal, which would take them for keys. The terminal is told
 * to report no more, and then asked what every terminal answers: all reports come before that answer.
 */
export class InputDrain {
  readonly #options: InputDrainOptions
  #lastAtMs = Number.NEGATIVE_INFINITY
  #finish: (() => void) | null = null

  constructor(options: InputDrainOptions) {
    this.#options = options
  }

  /** Nothing that is reported is meant for the screen any more. */
  get isDraining(): boolean {
    return this.#finish !== null
  }

  noteReport(): void {
    this.#lastAtMs = this.#options.clock.nowMs()
  }

  /** The terminal has answered; true if it was this that asked. */
  answered(): boolean {
    if (this.#finish === null) return false
    this.#finish()
    return true
  }

  /** Calls back when no report is under way, and the mouse is reported no more; at once where the mouse was not used just before. */
  whenDrained(then: () => void): void {
    const { clock, write, mouse } = this.#options
    if (this.#finish !== null) return
    if (clock.nowMs() - this.#lastAtMs >= recentMs) return then()
    write(mouse.leave + attributesQuery)
    const finish = (): void => {
      cancel()
      this.#finish = null
      this.#lastAtMs = Number.NEGATIVE_INFINITY
      then()
    }
    const cancel = clock.after(patienceMs, finish, 'alive')
    this.#finish = finish
  }
}

/** The sequences that set the modes of a terminal and restore them: each sequence of `leave` undoes one of `enter`. */
export interface TerminalModes {
  readonly enter: string
  readonly leave: string
}

// Without wrapping, a row never continues in the next one and the last row never scrolls the screen, even if the terminal counts
// an emoji as wider than we do: it cuts the rest.
const noWrap = '\u001b[?7l'
const wrap = '\u001b[?7h'

// Bracketed paste is on from the first byte: a paste before the keys are read must not be taken for keys.
const markPastes = '\u001b[?2004h'
const leavePastes = '\u001b[?2004l'

/** The alternate screen; leaving it restores the previous content. */
export const alternateScreen: TerminalModes = {
  enter: `\u001b[?1049h\u001b[?25l${noWrap}${markPastes}\u001b[H`,
  leave: `\u001b[0m\u001b[r${leavePastes}${wrap}\u001b[?25h\u001b[?1049l`,
}

/** The normal screen: the previous content is scrolled into the scrollback, and the last frame stays. */
export function normalScreen(rows: number): TerminalModes {
  return {
    enter: `\u001b[?25l${noWrap}${markPastes}${'\n'.repeat(Math.max(0, rows - 1))}\u001b[H`,
    leave: `\u001b[0m\u001b[r${leavePastes}${wrap}\u001b[${rows};1H\u001b[?25h\r\n`,
  }
}

/** Presses of the mouse and turns of its wheel are reported, with places beyond column 223 (SGR). */
export const mouseReports: TerminalModes = {
  enter: '\u001b[?1000h\u001b[?1006h',
  leave: '\u001b[?1006l\u001b[?1000l',
}

const noModes: TerminalModes = { enter: '', leave: '' }
