import type { Settled } from '../rows/settle.ts'
import type { AppState } from '../../app/state/app-state.ts'
import type { WireSource } from '../../app/wire/wire-log.ts'
import type { UiState } from '../state/ui-state.ts'
import type { WirePanel, WireRoom } from './wire-panel.ts'
import { whenAsked } from '../../lib/memo.ts'
import type { LintLook, LogLint } from '../lint/log-lint.ts'
import type { LogRows } from '../state/shown.ts'
import { noRows } from '../lint/problem-rows.ts'

interface LateReaderOptions<Part> {
  readonly source: WireSource
  /** `readLater`: for a part that has more to read than one frame allows. */
  readonly load: (readLater: () => void) => Promise<Part>
  readonly requestFrame: () => void
}

/**
 * A part of the screen that reads the messages of the run, in a chunk of its own: it is loaded when it is shown first, and while it is not
 * shown, nothing is read for it.
 */
class LateReader<Part> {
  protected readonly source: WireSource
  readonly #requestFrame: () => void
  readonly #part: () => Part | null
  #isShown = false
  #isReadingLater = false

  /** `part`: it is loaded already. */
  constructor({ source, load, requestFrame }: LateReaderOptions<Part>, part: Part | null = null) {
    this.source = source
    this.#requestFrame = requestFrame
    const asked = { load: () => load(this.readLater), loaded: requestFrame, fail: () => undefined }
    this.#part = part === null ? whenAsked(asked) : () => part
  }

  /** It is not shown: called for each frame without it. */
  rest(): void {
    this.#show(false)
  }

  /** The part, which is shown in this frame; null while it is being loaded. */
  protected shown(): Part | null {
    this.#show(true)
    return this.#part()
  }

  /** The rest is read for the next frame, after keys and other input. */
  protected readonly readLater = (): void => {
    if (this.#isReadingLater) return
    this.#isReadingLater = true
    setImmediate(() => {
      this.#isReadingLater = false
      this.#requestFrame()
    })
  }

  #show(isShown: boolean): void {
    if (this.#isShown === isShown) return
    this.#isShown = isShown
    this.source.watch(isShown ? this.#requestFrame : null)
  }
}

export class LateWirePanel extends LateReader<WirePanel> {
  /** The panel in its room; null while it is being loaded. */
  settle(state: AppState, ui: UiState, room: WireRoom): Settled | null {
    return this.shown()?.settle(state, ui, room) ?? null
  }
}

interface LintReading {
  readonly found: LogRows
  readonly isRead: boolean
  readonly own: AppState['problems']
  /** null: it is being loaded. */
  readonly advice: LogLint['advice'] | null
}

/** What lint finds in the messages, for the problems panel: while that is closed, nothing is checked. */
export class LintView extends LateReader<LogLint> {
  /** The rows of the findings; none while it is being loaded, or if nothing was found. `isRead`: all messages were checked; `own`: the problems in these messages; `advice`: what is said of those that are listed. */
  readOn(state: AppState, sessionId: string | null, look: LintLook): LintReading {
    const { problems: own } = this.source.part?.(sessionId) ?? state
    const lint = this.shown()
    if (lint === null) return { found: noRows, isRead: false, own, advice: null }
    const isRead = lint.read(state.link.state === 'ended', sessionId)
    if (!isRead) this.readLater()
    const found = lint.rows(look, state.observed === null ? 'start' : 'epoch')
    return { found, isRead, own, advice: lint.advice }
  }
}
