// JSON that is nested deeper than a recursion reaches.

const levels = 20_000

/** Placeholders that `nested` replaces with a value of 20,000 levels. */
export const deepList = 'a deep list'
export const deepObject = 'a deep object'

/** A message as JSON, with values that are too deep for JSON.stringify. */
export function nested(message: unknown): string {
  return JSON.stringify(message)
    .replaceAll(`"${deepList}"`, () => '['.repeat(levels) + ']'.repeat(levels))
    .replaceAll(`"${deepObject}"`, () => `${'{"a":'.repeat(levels)}1${'}'.repeat(levels)}`)
}
