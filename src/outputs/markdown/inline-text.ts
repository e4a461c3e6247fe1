import { safeLine } from '../../lib/text/safe-text.ts'

const blockStart = /^(?:#{1,6}(?=\s|$)|[-*+](?=\s|$)|[>|]|~{3}|`{3}|\[[ xX]\](?=\s|$))/
const numberStart = /^(\d{1,9})([.)](?:\s|$))/
const htmlStart = /<(?=[a-z/!?])/gi

/**
 * An agent's words as a line of markdown: what they mark by themselves (`code`, *words*) stays marked, but they begin no
 * block and no HTML.
 */
export function inlineText(raw: string): string {
  const line = safeLine(raw.trim()).trim()
  const text = outsideCode(line, (piece) => piece.replace(htmlStart, '&lt;'))
  return blockStart.test(text) ? `\\${text}` : text.replace(numberStart, '$1\\$2')
}

/** Changes what stands in no code span. https://spec.commonmark.org/0.31.2/#code-spans */
function outsideCode(line: string, change: (piece: string) => string): string {
  if (!line.includes('`')) return change(line)
  const runs = [...line.matchAll(/`+/g)].map(({ index, 0: run }) => ({ index, length: run.length }))
  // The next run of the same length closes a span: found from the end, so that no text takes quadratic time.
  const closings: (number | undefined)[] = []
  const next = new Map<number, number>()
  for (let at = runs.length - 1; at >= 0; at--) {
    const { length = 0 } = runs[at] ?? {}
    closings[at] = next.get(length)
    next.set(length, at)
  }
  let text = ''
  let from = 0
  for (let at = 0; at < runs.length; at++) {
    const closing = closings[at]
    const [opener, closer] = [runs[at], closing === undefined ? undefined : runs[closing]]
    if (closing === undefined || opener === undefined || closer === undefined) continue
    const end = closer.index + closer.length
    text += change(line.slice(from, opener.index)) + line.slice(opener.index, end)
    from = end
    at = closing
  }
  return text + change(line.slice(from))
}
