/**
 * The separators in a path: slashes and backslashes, which escaping may have doubled any number of times, and both
 * percent-encoded, perhaps repeatedly.
 */
export const separator = String.raw`(?:\\{0,8}\/|\\{1,8}|%(?:25){0,3}(?:2[Ff]|5[Cc]))`

/** A percent-encoded text; malformed, it stays as it is. */
export function decoded(text: string): string {
  try {
    return text.includes('%') ? decodeURIComponent(text) : text
  } catch {
    return text
  }
}
