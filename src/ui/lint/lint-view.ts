import type { AppState } from '../../app/state/app-state.ts'
import type { WireSource } from '../../app/wire/wire-source.ts'
import type { Row } from '../../lib/cells/row.ts'
import type { PanelFrame } from '../panels/panel.ts'
import { LateReader } from '../wire/late-reader.ts'
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
  readonly #reader: LateReader<LogLint>

  constructor({ source, load, requestFrame }: LintViewOptions) {
    this.#reader = new LateReader({
      source,
      requestFrame,
      load: async () => new (await load()).LogLint({ source, now: () => performance.now() }),
    })
  }

  /** The rows of the findings; none while it is being loaded, or if nothing was found. */
  rows(state: AppState, frame: PanelFrame): readonly Row[] {
    const lint = this.#reader.shown()
    if (lint === null) return []
    if (!lint.read(state.link.state === 'ended')) this.#reader.readLater()
    return lint.rows(frame, state.observed === null ? 'start' : 'epoch')
  }

  /** The panel is closed: called for each frame without it. */
  rest(): void {
    this.#reader.rest()
  }
}
