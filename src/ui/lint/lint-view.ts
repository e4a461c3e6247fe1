import type { AppState } from '../../app/state/app-state.ts'
import type { WireSource } from '../../app/wire/wire-source.ts'
import type { Row } from '../../lib/cells/row.ts'
import type { PanelFrame } from '../panels/panel.ts'
import type { LogLint, LogLintOptions } from './log-lint.ts'

/** Loads what checks the messages, which is bundled as its own chunk. */
export type LogLintLoader = () => Promise<{ readonly LogLint: new (options: LogLintOptions) => LogLint }>

export interface LintViewOptions {
  readonly source: WireSource
  readonly load: LogLintLoader
  readonly requestFrame: () => void
}

/** What lint finds in the messages, for the problems panel. It is loaded when that is opened first; while it is closed, nothing is checked. */
export class LintView {
  readonly #options: LintViewOptions
  #lint: LogLint | null = null
  #isLoading = false
  #isShown = false
  #isReadingLater = false

  constructor(options: LintViewOptions) {
    this.#options = options
  }

  /** The rows of the findings; none while it is being loaded, or if nothing was found. */
  rows(state: AppState, frame: PanelFrame): readonly Row[] {
    this.#show(true)
    if (this.#lint === null) {
      this.#load()
      return []
    }
    if (!this.#lint.read(state.link.state === 'ended')) this.#readLater()
    return this.#lint.rows(frame, state.observed === null ? 'start' : 'epoch')
  }

  /** The panel is closed: called for each frame without it. */
  rest(): void {
    this.#show(false)
  }

  #show(isShown: boolean): void {
    if (this.#isShown === isShown) return
    this.#isShown = isShown
    this.#options.source.watch(isShown ? this.#options.requestFrame : null)
  }

  #load(): void {
    if (this.#isLoading) return
    this.#isLoading = true
    const { load, source, requestFrame } = this.#options
    load().then(
      ({ LogLint: Lint }) => {
        this.#lint = new Lint({ source, now: () => performance.now() })
        requestFrame()
      },
      () => (this.#isLoading = false),
    )
  }

  /** The rest is checked for the next frame, after keys and other input. */
  #readLater(): void {
    if (this.#isReadingLater) return
    this.#isReadingLater = true
    setImmediate(() => {
      this.#isReadingLater = false
      this.#options.requestFrame()
    })
  }
}
