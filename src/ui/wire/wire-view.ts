import type { AppState } from '../../app/state/app-state.ts'
import type { WireSource } from '../../app/wire/wire-source.ts'
import type { UiState } from '../state/ui-state.ts'
import type { WirePane, WirePaneFrame, WirePaneOptions, WireView } from './wire-pane.ts'

/** Loads what draws the wire panel, which is bundled as its own chunk. */
export type WirePaneLoader = () => Promise<{ readonly WirePane: new (options: WirePaneOptions) => WirePane }>

export interface WirePanelOptions {
  readonly source: WireSource
  readonly load: WirePaneLoader
  readonly requestFrame: () => void
}

/** The wire panel, which is loaded when it is opened first. While it is closed, nothing is read for it. */
export class WirePanel {
  readonly #options: WirePanelOptions
  #pane: WirePane | null = null
  #isLoading = false
  #isShown = false
  #isReadingLater = false

  constructor(options: WirePanelOptions) {
    this.#options = options
  }

  /** A panel that is loaded, and reads all messages for each frame. */
  static synchronous(source: WireSource, Pane: new (options: WirePaneOptions) => WirePane): WirePanel {
    const nothing = (): void => undefined
    const panel = new WirePanel({
      source,
      load: () => Promise.resolve({ WirePane: Pane }),
      requestFrame: nothing,
    })
    panel.#pane = new Pane({ source, now: () => 0, readLater: nothing })
    return panel
  }

  /** Draws the panel; null while it is being loaded. */
  draw(state: AppState, ui: UiState, frame: WirePaneFrame): WireView | null {
    this.#show(true)
    if (this.#pane === null) {
      this.#load()
      return null
    }
    return this.#pane.draw(state, ui, frame)
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
      ({ WirePane }) => {
        this.#pane = new WirePane({
          source,
          now: () => performance.now(),
          readLater: () => this.#readLater(),
        })
        requestFrame()
      },
      () => (this.#isLoading = false),
    )
  }

  /** The rest is read for the next frame, after keys and other input. */
  #readLater(): void {
    if (this.#isReadingLater) return
    this.#isReadingLater = true
    setImmediate(() => {
      this.#isReadingLater = false
      this.#options.requestFrame()
    })
  }
}
