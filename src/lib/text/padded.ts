import type { SafeText } from './safe-text.ts'
import { displayWidth } from './width.ts'

/** A text with blanks behind it, `columns` wide; a wider text stays as it is. */
export function padded(text: SafeText, columns: number): SafeText {
  return `${text}${' '.repeat(Math.max(0, columns - displayWidth(text)))}` as SafeText
}
