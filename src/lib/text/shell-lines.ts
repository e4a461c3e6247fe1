import { safe, safeLine, type SafeText } from './safe-text.ts'
import { displayWidth } from './width.ts'

/** Longer commands are not shown at all: a part of a command is another command. */
const maxLength = 5000

/**
 * A command line wrapped between its words, with the shell's line continuation, so that it can be copied. A word that is wider
 * than `columns` is not broken.
 */
export function shellLines(command: readonly string[], columns: number): readonly SafeText[] {
  const isShown = command.reduce((sum, word) => sum + word.length, command.length) <= maxLength
  if (!isShown) return [safe`(a command too long to be shown)`]
  const lines: SafeText[] = []
  let line = safe``
  for (const word of command.map((each) => safeLine(each))) {
    const longer = line === '' ? word : safe`${line} ${word}`
    // The continuation sign takes two columns.
    if (line === '' || displayWidth(longer) <= columns - 2) line = longer
    else {
      lines.push(safe`${line} \\`)
      line = word
    }
  }
  return [...lines, line]
}
