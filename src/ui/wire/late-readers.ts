import type { Settled } from '../plan-panes/pane.ts'
import type { AppState } from '../../app/state/app-state.ts'
import type { WireSource } from '../../app/wire/wire-log.ts'
import type { UiState } from '../state/ui-state.ts'
import type { WirePanel, WirePanelOptions, WireRoom } from './wire-panel.ts'
import { whenAsked } from '../../lib/memo.ts'
import type { LintLook, LogLint, LogLintOptions } from '../lint/log-lint.ts'
import type { LogRows } from '../state/shown.ts'
import { noRows } from '../lint/problem-rows.ts'

export interface LateReaderOptions<Part> {
  readonly source: WireSource
  readonly load: () => Promise<Part>
  readonly requestFrame: () => void
}

/**
 * A part of the screen that reads the messages of the run, in a chunk of its own: it is loaded when it is shown first, and while it is not
 * shown, nothing is read for it.
 */
export class LateReader<Part> {
  readonly #options: LateReaderOptions<Part>
  readonly #part: () => Part | null
  #isShown = false
  #isReadingLater = false

  constructor(options: LateReaderOptions<Part>, part: Part | null = null) {
    this.#options = options
    const { load, requestFrame: loaded } = options
    this.#part = part === null ? whenAsked({ load, loaded, fail: () => undefined }) : () => part
  }

  /** The part, which is shown in this frame; null while it is being loaded. */
  shown(): Part | null {
    this.#show(true)
    return this.#part()
  }

  /** It is not shown: called for each frame without it. */
  rest(): void {
    this.#show(false)
  }

  #show(isShown: boolean): void {
    if (this.#isShown === isShown) return
    this.#isShown = isShown
    this.#options.source.watch(isShown ? this.#options.requestFrame : null)
  }

  /** The part has more to read than one frame allows: the rest is read for the next frame, after keys and other input. */
  readLater(): void {
    if (this.#isReadingLater) return
    this.#isReadingLater = true
    setImmediate(() => {
      this.#isReadingLater = false
      this.#options.requestFrame()
    })
  }
}

/** What draws the wire panel, which is bundled as its own chunk. */
interface WirePanelModule {
  readonly WirePanel: new (options: WirePanelOptions) => WirePanel
}

/** The wire panel, which is loaded when it is opened first. While it is closed, nothing is read for it. */
export class LateWirePanel {
  readonly #reader: LateReader<WirePanel>

  constructor(
    { source, load, requestFrame }: LateReaderOptions<WirePanelModule>,
    pane: WirePanel | null = null,
  ) {
    const readLater = (): void => this.#reader.readLater()
    this.#reader = new LateReader(
      {
        source,
        requestFrame,
        load: async () => new (await load()).WirePanel({ source, now: () => performance.now(), readLater }),
      },
      pane,
    )
  }

  /** A panel that is loaded, and reads all messages for each frame. */
  static synchronous(source: WireSource, Pane: new (options: WirePanelOptions) => WirePanel): LateWirePanel {
    const nothing = (): void => undefined
    const pane = new Pane({ source, now: () => 0, readLater: nothing })
    return new LateWirePanel(
      { source, load: () => Promise.resolve({ WirePanel: Pane }), requestFrame: nothing },
      pane,
    )
  }

  /** The panel in its room; null while it is being loaded. */
  settle(state: AppState, ui: UiState, room: WireRoom): Settled | null {
    return this.#reader.shown()?.settle(state, ui, room) ?? null
  }

  /** The panel is closed: called for each frame without it. */
  rest(): void {
    this.#reader.rest()
  }
}

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
