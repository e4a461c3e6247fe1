import type { AppState } from '../../app/state/app-state.ts'
import type { WireSource } from '../../app/wire/wire-log.ts'
import { LateReader, type LateReaderOptions } from '../wire/late-reader.ts'
import type { LintLook, LogLint, LogLintOptions } from './log-lint.ts'
import type { LogRows } from '../state/shown.ts'
import { noRows } from './problem-rows.ts'

/** What checks the messages, which is bundled as its own chunk. */
interface LogLintModule {
  readonly LogLint: new (options: LogLintOptions) => LogLint
}

interface LintReading {
  readonly found: LogRows
  readonly isRead: boolean
  readonly own: AppState['problems']
  /** null: it is being loaded. */
  readonly advice: LogLint['advice'] | null
}

/** What lint finds in the messages, for the problems panel. It is loaded when that is opened first; while it is closed, nothing is checked. */
export class LintView {
  readonly #reader: LateReader<LogLint>
  readonly #source: WireSource

  constructor({ source, load, requestFrame }: LateReaderOptions<LogLintModule>, lint: LogLint | null = null) {
    this.#source = source
    this.#reader = new LateReader(
      {
        source,
        requestFrame,
        load: async () => new (await load()).LogLint({ source, now: () => performance.now() }),
      },
      lint,
    )
  }

  /** One that is loaded, and checks all messages for each frame. */
  static synchronous(source: WireSource, Lint: new (options: LogLintOptions) => LogLint): LintView {
    const nothing = (): void => undefined
    const load = (): Promise<LogLintModule> => Promise.resolve({ LogLint: Lint })
    return new LintView({ source, load, requestFrame: nothing }, new Lint({ source, now: () => 0 }))
  }

  /** The rows of the findings; none while it is being loaded, or if nothing was found. `isRead`: all messages were checked; `own`: the problems in these messages; `advice`: what is said of those that are listed. */
  readOn(state: AppState, sessionId: string | null, look: LintLook): LintReading {
    const { problems: own } = this.#source.part?.(sessionId) ?? state
    const lint = this.#reader.shown()
    if (lint === null) return { found: noRows, isRead: false, own, advice: null }
    const isRead = lint.read(state.link.state === 'ended', sessionId)
    if (!isRead) this.#reader.readLater()
    const found = lint.rows(look, state.observed === null ? 'start' : 'epoch')
    return { found, isRead, own, advice: lint.advice }
  }

  /** The panel is closed: called for each frame without it. */
  rest(): void {
    this.#reader.rest()
  }
}
