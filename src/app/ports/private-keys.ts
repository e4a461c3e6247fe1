/** Keys that Ink reads and does not tell apart. */
export const privateKeys = [
  ...Array.from({ length: 12 }, (_, at) => `f${at + 1}`),
  'insert',
] as readonly string[]

/** Of a plane that has no characters of any script, and that no keyboard types. */
const first = 0x10_ff00

/** The character that stands for such a key on its way through Ink; '' for another key. */
export function privateCharacter(key: string): string {
  const at = privateKeys.indexOf(key)
  return at < 0 ? '' : String.fromCodePoint(first + at)
}

/** The key that a character stands for; null: it is what was typed. */
export function privateKey(character: string): string | null {
  return privateKeys[(character.codePointAt(0) ?? 0) - first] ?? null
}
