import type { Settled } from '../plan-panes/pane.ts'
import type { AppState } from '../../app/state/app-state.ts'
import type { WireSource } from '../../app/wire/wire-log.ts'
import type { UiState } from '../state/ui-state.ts'
import { LateReader, type LateReaderOptions } from './late-reader.ts'
import type { WirePanel, WirePanelOptions, WireRoom } from './wire-panel.ts'

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
