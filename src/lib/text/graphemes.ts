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
  if (singleWidth.test(text.replaceAll('\u001b', ''))) return plainGraphemes(text)
  segmenter ??= new Intl.Segmenter(undefined, { granularity: 'grapheme' })
  return segmenter.segment(text)
}

let segmenter: Intl.Segmenter | undefined

function plainGraphemes(text: string): Graphemes {
  const at = (index: number): Grapheme => ({ segment: text.charAt(index), index })
  return {
    *[Symbol.iterator]() {
      for (let index = 0; index < text.length; index++) yield at(index)
    },
    containing: (index) => (index >= 0 && index < text.length ? at(index) : undefined),
  }
}
