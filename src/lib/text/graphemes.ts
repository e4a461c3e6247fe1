/**
 * Matches a text of characters that every terminal draws one column wide, and that are user-perceived characters of their own: Latin,
 * Greek and Cyrillic letters, arrows, box drawing and the symbols of our screen; no emoji, ideographs or marks. The width of such
 * a text is its length.
 */
export const singleWidth =
  /^[\x20-\x7e\u00a1-\u00ac\u00ae-\u02ff\u0370-\u0377\u037a-\u037f\u0384-\u03ff\u0400-\u0482\u048a-\u052f\u2010-\u2027\u2030-\u205e\u2190-\u21ff\u2200-\u2319\u2400-\u2426\u2500-\u25fc\u2610\u2611\u2713\u2717]*$/

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
