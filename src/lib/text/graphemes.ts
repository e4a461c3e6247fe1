import { singleWidth } from './single-width.ts'

/** A user-perceived character and where it begins, in UTF-16 units. */
export interface Grapheme {
  readonly segment: string
  readonly index: number
}

export interface Graphemes extends Iterable<Grapheme> {
  /** The character that includes the code unit at `at`; undefined outside of the text. */
  containing(at: number): Grapheme | undefined
}

/**
 * The user-perceived characters of a text, as `Intl.Segmenter` divides it. Lazy: only characters that are read are computed.
 *
 * Node takes 15 ms and more for its first segmenter, so one is only made for a text that needs it. In plain text, with or without
 * escape sequences, each code unit is a character.
 */
export function graphemes(text: string): Graphemes {
  if (singleWidth.test(text.replaceAll('\u001b', ''))) return new PlainGraphemes(text)
  segmenter ??= new Intl.Segmenter(undefined, { granularity: 'grapheme' })
  return segmenter.segment(text)
}

let segmenter: Intl.Segmenter | undefined

class PlainGraphemes implements Graphemes {
  readonly #text: string

  constructor(text: string) {
    this.#text = text
  }

  *[Symbol.iterator](): Generator<Grapheme> {
    for (let index = 0; index < this.#text.length; index++) yield { segment: this.#text.charAt(index), index }
  }

  containing(at: number): Grapheme | undefined {
    return at >= 0 && at < this.#text.length ? { segment: this.#text.charAt(at), index: at } : undefined
  }
}
