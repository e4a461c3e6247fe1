import { own, safeLine, safeText, type SafeText } from '../../lib/text/safe-text.ts'
import { cutToWidth } from '../../lib/text/width.ts'
import { countLines } from './line-changes.ts'

/** What lines of text output are made of. */

/** A step's text is cut here: who wants all of a megabyte takes `--format json`. */
const longestStep = 500

/** A step's words, in one line. */
export function stepText(content: string): SafeText {
  return cutToWidth(safeLine(content.slice(0, longestStep * 8)), longestStep)
}

/** An agent's text beneath a line of ours. */
export function quoted(raw: string): readonly SafeText[] {
  const text = safeText(raw).replace(/\n+$/, '')
  return text === '' ? [] : text.split('\n').map((line) => own`  | ${line as SafeText}`)
}

/** A name or an address in a sentence. */
export function short(raw: string): string {
  return raw.length > 200 ? `${raw.slice(0, 199)}…` : raw
}

/** How long a text is. */
export function lineCount(text: string): string {
  const count = countLines(text)
  return count === 1 ? '1 line' : `${count} lines`
}
