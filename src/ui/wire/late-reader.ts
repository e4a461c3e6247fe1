import type { WireSource } from '../../app/wire/wire-log.ts'
import { whenAsked } from '../../lib/memo.ts'

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
