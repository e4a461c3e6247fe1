import { lateRegExp } from '../memo.ts'
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

const invisible = lateRegExp(String.raw`[\p{C}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]`, 'u')

/** Quotes a word for a shell. Invisible characters are escaped, so that what is copied from a screen is complete. */
export function shellWord(word: string): string {
  if (/^[\w@%+=:,./-]+$/.test(word)) return word
  return invisible().test(word)
    ? `$'${Array.from(word, written).join('')}'`
    : `'${word.replaceAll("'", String.raw`'\''`)}'`
}

/** A character inside `$'…'`. */
function written(character: string): string {
  const code = character.codePointAt(0) ?? 0
  if (character === "'" || character === '\\') return `\\${character}`
  if (code >= 0x20 && code < 0x7f) return character
  return code <= 0xffff
    ? String.raw`\u${code.toString(16).padStart(4, '0')}`
    : String.raw`\U${code.toString(16).padStart(8, '0')}`
}
