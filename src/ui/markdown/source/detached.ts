/**
 * The same text with storage of its own. The engine makes a slice by pointing into the whole: one label kept from each
 * version of a growing source would keep every version alive.
 */
export function detached(text: string): string {
  return ` ${text}`.slice(1)
}
