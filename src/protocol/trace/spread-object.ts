// A record that goes over several lines, as `jq .` and other printers of JSON write it: in lines that are indented and end between two tokens.
import { closes, jsonTokens, opens } from '../../lib/json/read-json.ts'

/** The beginning of an object that goes over several lines. */
export interface SpreadObject {
  /** Its lines without their indentation and line ends. */
  readonly text: string
  /** Brackets that are open at its end, from 1. */
  readonly depth: number
  /** Of its first line, in characters. */
  readonly indent: number
  /** The number of its first line. */
  readonly line: number
}

/** The whole object. */
interface WholeObject {
  readonly text: string
  /** What follows it on its last line. */
  readonly rest: string
}

/** Longer objects are not read. A line of a trace has at most as much. */
const longestText = 64 * 1024 * 1024

/** Before and behind the objects of a list. */
const between = /^[\s,[\]]*/

/** Whether a line only begins or ends a list of records. */
export function isBetweenRecords(text: string): boolean {
  return between.exec(text)?.[0].length === text.length
}

/** The object that begins in a line and does not end there; null: none does. */
export function spreadFrom(text: string, line: number): SpreadObject | null {
  const start = between.exec(text)?.[0].length ?? 0
  if (text[start] !== '{' || !'{[,'.includes(text.trimEnd().slice(-1))) return null
  const added = withLine({ text: '', depth: 0, indent: indentOf(text), line }, text.slice(start))
  return 'rest' in added ? null : added
}

/** What a line of JSON in an object may be: it begins with a quote or a bracket, or is one word or number. Lines of a log are not. */
const memberLine = /^\s*(?:["{}[\],]|[-+.\w]+\s*,?\s*$)/

/** The object with its next line; null: that is none of it, or the object is too long. */
export function continued(open: SpreadObject, text: string): SpreadObject | WholeObject | null {
  const isNext = text.trimStart().startsWith('{') && indentOf(text) <= open.indent
  if (isNext || !memberLine.test(text) || open.text.length + text.length > longestText) return null
  return withLine(open, text)
}

function withLine(open: SpreadObject, text: string): SpreadObject | WholeObject {
  let { depth } = open
  let end = text.length
  jsonTokens(text, 0, (code, _, after) => {
    if (opens(code)) depth++
    else if (closes(code) && --depth === 0) end = after
    return depth > 0
  })
  const joined = open.text + text.slice(0, end).trim()
  return depth === 0 ? { text: joined, rest: text.slice(end) } : { ...open, text: joined, depth }
}

function indentOf(text: string): number {
  return text.length - text.trimStart().length
}
