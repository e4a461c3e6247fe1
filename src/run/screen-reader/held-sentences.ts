import { append, emptyList } from '../../lib/bounded-list.ts'
import { safe, type SafeText } from '../../lib/text/safe-text.ts'

/** Sentences that wait while another program has the terminal; of very many the last ones. */
const mostHeld = 2_000

/** Writes sentences, or holds them back while it must not write. */
export class HeldSentences {
  readonly #write: (sentence: SafeText) => void
  readonly #mustWait: () => boolean
  #held = emptyList<SafeText>()

  constructor(write: (sentence: SafeText) => void, mustWait: () => boolean) {
    this.#write = write
    this.#mustWait = mustWait
  }

  say(sentences: readonly SafeText[]): void {
    for (const sentence of sentences) {
      if (this.#mustWait()) this.#held = append(this.#held, sentence, mostHeld)
      else this.#write(sentence)
    }
  }

  /** Writes what was held back. */
  release(): void {
    const { items, dropped } = this.#held
    this.#held = emptyList()
    if (dropped > 0) this.#write(safe`${dropped} sentences are left out.`)
    for (const sentence of items) this.#write(sentence)
  }
}
