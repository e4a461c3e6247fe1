/** The width of the help. */
export const helpColumns = 100
/** The column of descriptions. */
export const wordsColumn = 30
