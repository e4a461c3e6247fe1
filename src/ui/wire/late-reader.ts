import type { WireSource } from '../../app/wire/wire-log.ts'

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
  #part: Part | null = null
  #isLoading = false
  #isShown = false
  #isReadingLater = false

  constructor(options: LateReaderOptions<Part>, part: Part | null = null) {
    this.#options = options
    this.#part = part
  }

  /** The part, which is shown in this frame; null while it is being loaded. */
  shown(): Part | null {
    this.#show(true)
    if (this.#part === null) this.#load()
    return this.#part
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

  #load(): void {
    if (this.#isLoading) return
    this.#isLoading = true
    const { load, requestFrame } = this.#options
    load().then(
      (part) => {
        this.#part = part
        requestFrame()
      },
      () => (this.#isLoading = false),
    )
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
