/** No line of the help is longer. */
export const helpColumns = 100
/** The column in which the descriptions begin. */
export const wordsColumn = 30

/** Fills lines of at most `columns` columns with words; a longer word gets a line for itself. */
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
