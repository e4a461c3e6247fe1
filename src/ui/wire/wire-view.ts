import type { AppState } from '../../app/state/app-state.ts'
import type { WireSource } from '../../app/wire/wire-log.ts'
import type { UiState } from '../state/ui-state.ts'
import { LateReader } from './late-reader.ts'
import type { SettledWire, WirePane, WirePaneOptions, WireRoom } from './wire-pane.ts'

/** Loads what draws the wire panel, which is bundled as its own chunk. */
export type WirePaneLoader = () => Promise<{ readonly WirePane: new (options: WirePaneOptions) => WirePane }>

export interface WirePanelOptions {
  readonly source: WireSource
  readonly load: WirePaneLoader
  readonly requestFrame: () => void
}

/** The wire panel, which is loaded when it is opened first. While it is closed, nothing is read for it. */
export class WirePanel {
  readonly #reader: LateReader<WirePane>

  constructor({ source, load, requestFrame }: WirePanelOptions, pane: WirePane | null = null) {
    const readLater = (): void => this.#reader.readLater()
    this.#reader = new LateReader(
      {
        source,
        requestFrame,
        load: async () => new (await load()).WirePane({ source, now: () => performance.now(), readLater }),
      },
      pane,
    )
  }

  /** A panel that is loaded, and reads all messages for each frame. */
  static synchronous(source: WireSource, Pane: new (options: WirePaneOptions) => WirePane): WirePanel {
    const nothing = (): void => undefined
    const pane = new Pane({ source, now: () => 0, readLater: nothing })
    return new WirePanel(
      { source, load: () => Promise.resolve({ WirePane: Pane }), requestFrame: nothing },
      pane,
    )
  }

  /** The panel in its room; null while it is being loaded. */
  settle(state: AppState, ui: UiState, room: WireRoom): SettledWire | null {
    return this.#reader.shown()?.settle(state, ui, room) ?? null
  }

  /** The panel is closed: called for each frame without it. */
  rest(): void {
    this.#reader.rest()
  }
}
