import type { Finding } from '../matching/finding.ts'
import { Literals } from '../matching/literals.ts'
import { isMasked, mask } from '../replacements/mask.ts'

/** Secrets remembered, to be found in other contexts. */
const maxSecrets = 200
/** Anything shorter is in every text. */
const shortestHidden = 3

/** Values that were recognised as secrets once, and are redacted everywhere. */
export class Secrets {
  readonly #values = new Literals(maxSecrets, { isWords: false })

  get size(): number {
    return this.#values.size
  }

  /** Short values, and possible words, are secrets only after a name for one. */
  learn(written: string): void {
    const value = written.replace(/^(?:Bearer|Basic|Token)\s+/i, '')
    const isWord = value.length < 24 && /^[A-Za-z]+$/.test(value)
    const isLong = value.length >= 8 && value.length <= 500
    if (isLong && !isWord && !isMasked(value) && !/\s/.test(value)) this.#values.add(value)
  }

  /** A text that is hidden everywhere, whatever it is; of several lines, each. */
  hide(text: string): void {
    for (const line of text.split(/\r?\n/))
      if (line.length >= shortestHidden && !isMasked(line)) this.#values.add(line)
  }

  find(text: string): readonly Finding[] {
    return this.#values.find(text).map(({ start, end, literal }) => ({
      start,
      end,
      what: 'secret',
      replacement: () => mask(literal),
    }))
  }
}
