const slot = /\{\{ *([\p{L}_][\p{L}\p{N}_.-]*) *(?:\|([^{}|]*))?\}\}/gu

/**
 * Puts values into the slots of a text: `{{name}}`, or `{{name|what stands there instead of nothing}}`. `valueOf` gives
 * undefined for what is no name of a value: that slot stays as it stands. Never throws.
 */
export function fill(text: string, valueOf: (name: string) => unknown): string {
  if (!text.includes('{{')) return text
  return text.replaceAll(slot, (whole: string, name: string, otherwise: string | undefined) => {
    const value = valueOf(name)
    if (value === undefined) return whole
    const words = wordsOf(value)
    return words === '' || words === null ? (otherwise ?? words ?? 'unknown') : words
  })
}

/** The names in the slots of a text. */
export function slotsOf(text: string): readonly string[] {
  return [...text.matchAll(slot)].map(([, name = '']) => name)
}

/** null: the value is none that has words. Answers come from somebody else's program: anything may stand there. */
function wordsOf(value: unknown): string | null {
  if (Array.isArray(value)) return value.map((each: unknown) => wordsOf(each) ?? 'unknown').join(', ')
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
    ? String(value)
    : null
}
