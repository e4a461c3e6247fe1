import { nameAtEnd } from '../secrets/find-credentials.ts'
import { keyAtEnd } from '../secrets/find-keys.ts'
import { textRules } from '../secrets/secret-rules.ts'
import { characterSet } from './runs.ts'

/** A name whose value is in the next line ends with another sign. */
const isOtherEnd = characterSet(/[;.!?)\]}*\d]/)

/** Where something begins that goes on behind a line, or behind several that are read together; null: nowhere. */
export function leadsOn(text: string, lineStart: number, lineEnd: number): number | null {
  const key = keyAtEnd(text, lineStart, lineEnd)
  const isOneLine = text.lastIndexOf('\n', lineEnd - 1) < lineStart
  if (key !== null || (isOtherEnd[text.charCodeAt(lineEnd - 1)] === 1 && isOneLine)) return key
  return nameAtEnd(text, lineStart, lineEnd)
}

const blockStart = '-----BEGIN '

/** Whether a text contains the beginning of a PEM block, which has any number of lines. */
export function hasBlock(text: string): boolean {
  return text.includes(blockStart)
}

const opening = Object.values(textRules).flatMap((rule) => ('opens' in rule ? [rule.opens] : []))
/** The end of a text that is enough to see such a beginning in. */
const longestOpening = 1000

/** Where something begins that the end of a growing text may cut off; the end of the text: nowhere. */
export function openFrom(text: string): number {
  const starts: (number | null)[] = []
  // Searching from the end is slow, and rarely needed.
  const block = hasBlock(text) ? text.lastIndexOf(blockStart) : -1
  if (block !== -1 && !text.includes('-----END ', block)) starts.push(block)
  const lineEnd = text.lastIndexOf('\n')
  if (lineEnd !== -1) {
    const isOneWord = /^[ \t]{0,8}[\w+/=.-]{0,4000}$/.test(text.slice(lineEnd + 1))
    starts.push(isOneWord ? keyAtEnd(text, 0, lineEnd) : null, nameAtEnd(text, 0, lineEnd))
  }
  const from = Math.max(0, text.length - longestOpening)
  const end = text.slice(from)
  for (const pattern of opening) {
    const start = end.search(pattern)
    if (start !== -1) starts.push(from + start)
  }
  return Math.min(text.length, ...starts.filter((start) => start !== null))
}
