import { safe, safeLine, type SafeText } from '../../lib/text/safe-text.ts'

/** Said at the end about a file with a text of the user's. */
export function keptWords(file: string): SafeText {
  return safe`the text that you have edited is in ${safeLine(file)}`
}
