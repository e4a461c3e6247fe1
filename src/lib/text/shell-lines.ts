import { own, safeLine, type SafeText } from './safe-text.ts'
import { displayWidth } from './width.ts'

/** Longer commands are not shown: a part of a command is another command. */
const maxLength = 5000

/**
 * The words of a command line, broken between them only and as a shell reads it on, so that it can be copied as it stands. A
 * word that is wider than `columns` is left in one piece.
 */
export function shellLines(command: readonly string[], columns: number): readonly SafeText[] {
  const isShown = command.reduce((sum, word) => sum + word.length, command.length) <= maxLength
  if (!isShown) return [own`(a command too long to be shown)`]
  const lines: SafeText[] = []
  let line = own``
  for (const word of command.map((each) => safeLine(each))) {
    const longer = line === '' ? word : own`${line} ${word}`
    // What says that the line goes on takes two columns.
    if (line === '' || displayWidth(longer) <= columns - 2) line = longer
    else {
      lines.push(own`${line} \\`)
      line = word
    }
  }
  return [...lines, line]
}
