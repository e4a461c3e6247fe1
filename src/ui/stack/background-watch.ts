import type { TerminalReport } from '../../app/ports/terminal-keys.ts'
import type { Clock } from '../../lib/clock.ts'

/** Changes between a light and a dark appearance are reported (mode 2031). */
const schemeReports = { enter: '\u001b[?2031h', leave: '\u001b[?2031l' }

/** Asks for the primary device attributes (DA1), which every terminal answers. */
export const attributesQuery = '\u001b[c'

/** Asks for the background (OSC 11), then for what every terminal answers. */
const backgroundQuery = `\u001b]11;?\u001b\\${attributesQuery}`

export interface BackgroundWatchOptions {
  readonly clock: Pick<Clock, 'after'>
  readonly write: (bytes: string) => void
  /** Called when the terminal has told what its background is, whether or not that is new; null: it has not, in a tenth of a second. */
  readonly onBackground: (background: 'dark' | 'light' | null) => void
}

/** An answer may take so long over a slow connection: what would send it to another program waits for it, but not for longer. */
const answerMs = 1000
/** One that is near takes a few milliseconds: a screen without colours waits no longer for it. */
const guessAfterMs = 100

/**
 * Whether the terminal's background is dark or light: it is asked (OSC 11), and asked again when it reports a change (mode 2031). The
 * primary device attributes are asked for behind it: their answer tells that no other will come.
 */
export class BackgroundWatch {
  readonly #options: BackgroundWatchOptions
  /** The answer to the last query is still to come. */
  #isOwed = false
  /** The background has changed since the last query. */
  #isOutdated = false
  #isTold = false
  /** The terminal answers the query: its reports of changes are only a reason to ask again. */
  #isAnswering = false
  #cancelWait: () => void = () => undefined
  #cancelGuess: () => void = () => undefined
  readonly #waiting = new Set<() => void>()

  constructor(options: BackgroundWatchOptions) {
    this.#options = options
  }

  /** Asks for the background and for reports of changes; also after another program has used the terminal. */
  start(): void {
    this.#options.write(schemeReports.enter)
    this.#ask()
    this.#cancelGuess()
    this.#cancelGuess = this.#options.clock.after(guessAfterMs, () => this.#guess())
  }

  stop(): void {
    this.#cancelGuess()
    this.#settle()
    this.#options.write(schemeReports.leave)
  }

  take(report: Exclude<TerminalReport, { readonly type: 'mouse' }>): void {
    this.#isTold ||= report.type !== 'attributes'
    switch (report.type) {
      case 'background':
        this.#isAnswering = true
        return this.#options.onBackground(isDark(report) ? 'dark' : 'light')
      case 'scheme':
        if (!this.#isAnswering) return this.#options.onBackground(report.isDark ? 'dark' : 'light')
        if (this.#isOwed) this.#isOutdated = true
        else this.#ask()
        return
      case 'attributes':
        return this.#answered()
    }
  }

  /** Calls back when no answer is still to come, or does not come soon: another program would read it as keys. */
  whenAnswered(then: () => void): void {
    if (!this.#isOwed) return then()
    // The program lives until then.
    const cancel = this.#options.clock.after(answerMs, go, 'alive')
    const waiting = this.#waiting
    waiting.add(go)
    function go(): void {
      cancel()
      if (waiting.delete(go)) then()
    }
  }

  #ask(): void {
    this.#cancelWait()
    this.#isOwed = true
    this.#isOutdated = false
    this.#options.write(backgroundQuery)
    this.#cancelWait = this.#options.clock.after(answerMs, () => this.#answered())
  }

  #guess(): void {
    this.#cancelGuess()
    if (!this.#isTold) this.#options.onBackground(null)
  }

  #answered(): void {
    this.#guess()
    const isOutdated = this.#isOutdated && this.#waiting.size === 0
    this.#settle()
    if (isOutdated) this.#ask()
  }

  #settle(): void {
    this.#cancelWait()
    this.#isOwed = false
    for (const go of this.#waiting) go()
  }
}

/** A colour is dark if white contrasts more with it than black: https://www.w3.org/TR/WCAG22/#dfn-contrast-ratio */
export function isDark(color: {
  readonly red: number
  readonly green: number
  readonly blue: number
}): boolean {
  const luminance = 0.2126 * linear(color.red) + 0.7152 * linear(color.green) + 0.0722 * linear(color.blue)
  return 1.05 / (luminance + 0.05) > (luminance + 0.05) / 0.05
}

function linear(share: number): number {
  return share <= 0.040_45 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
}
