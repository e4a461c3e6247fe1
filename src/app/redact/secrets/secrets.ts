import type { Finding } from '../matching/finding.ts'
import { Literals } from '../matching/literals.ts'
import { isMasked, mask } from '../replacements/mask.ts'

/** Secrets that are kept to be found where nothing tells that they are some. */
const secretsKept = 200

/** Values that were secrets in one place, and are everywhere. */
export class Secrets {
  readonly #values = new Literals(secretsKept, { isWords: false })

  get size(): number {
    return this.#values.size
  }

  /** Short ones, and what may be a word, are only secrets where a name says so. */
  learn(written: string): void {
    const value = written.replace(/^(?:Bearer|Basic|Token)\s+/i, '')
    const isWord = /^[A-Za-z]+$/.test(value) && value.length < 24
    const isLong = value.length >= 8 && value.length <= 500
    if (isLong && !isWord && !isMasked(value) && !/\s/.test(value)) this.#values.add(value)
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
