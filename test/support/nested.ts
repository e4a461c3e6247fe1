const levels = 20_000

/** Stands for a value that is nested deeper than any recursion reaches, in what `nested` makes a text of. */
export const deepList = 'a deep list'
export const deepObject = 'a deep object'

/** A message as JSON, with the values that are too deep to be written by JSON.stringify. */
export function nested(message: unknown): string {
  return JSON.stringify(message)
    .replaceAll(`"${deepList}"`, () => '['.repeat(levels) + ']'.repeat(levels))
    .replaceAll(`"${deepObject}"`, () => `${'{"a":'.repeat(levels)}1${'}'.repeat(levels)}`)
}
