/** No line of the help is longer. */
export const helpColumns = 100
/** Where the words begin that say what something is. */
export const wordsColumn = 30

/** Words in lines of at most so many columns; a longer word stands alone in its line. */
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
