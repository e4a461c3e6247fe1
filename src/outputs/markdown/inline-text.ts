import { safeLine } from '../../lib/text/safe-text.ts'
import { harmlessInline } from './harmless-inline.ts'

const blockStart = /^(?:#{1,6}(?=\s|$)|[-*+](?=\s|$)|[>|]|~{3}|\[[ xX]\](?=\s|$))/
const numberStart = /^(\d{1,9})([.)](?:\s|$))/

/**
 * An agent's words as a line of markdown: what they mark by themselves (`code`, *words*) stays marked, but they begin no
 * block and no HTML, and link to http, https, mailto and relative places only.
 */
export function inlineText(raw: string): string {
  const line = safeLine(raw.trim()).trim()
  // Several of these may stand in one line, so that nothing may be left open in one of them.
  const text = harmlessInline(line)
  return blockStart.test(text) ? `\\${text}` : text.replace(numberStart, '$1\\$2')
}
