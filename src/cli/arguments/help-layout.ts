/** The width of the help. */
export const helpColumns = 100
/** The column of descriptions. */
export const wordsColumn = 30

/** Fills lines of at most `columns` with words. A longer word gets its own line. */
export function filledLines(words: readonly string[], columns: number): readonly string[] {
  const lines: string[] = []
  for (const word of words) {
    const last = lines.at(-1)
    if (last !== undefined && last.length + 1 + word.length <= columns)
      lines[lines.length - 1] = `${last} ${word}`
    else lines.push(word)
  }
  return lines
}
