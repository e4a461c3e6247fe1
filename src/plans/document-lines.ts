import { fenceAfter } from '../lib/text/markdown-lines.ts'

/** A line of a markdown document that is not blank. */
export interface DocumentLine {
  /** Its number in the source, from 0. */
  readonly line: number
  /** Its text without what marks it as a step, cut to `maxLineLength`. */
  readonly text: string
  /** null: it is not a step. */
  readonly step: DocumentStep | null
}

/** A step of a document: a task box (`- [ ] …`), or an item of a numbered list (`1. …`). */
export interface DocumentStep {
  /** As written; null: a box without a number. */
  readonly number: string | null
  /** null: it has no box. */
  readonly isTicked: boolean | null
}

export interface DocumentLines {
  readonly lines: readonly DocumentLine[]
  /** The offset of each line of the source, blank ones included. */
  readonly starts: Uint32Array
}

/** Lines that are read; the rest of a longer document has neither steps nor lines. */
const maxLines = 20_000
const maxSteps = 10_000
/** Characters of a line that are read: a hostile line of a megabyte must not cost more than others. */
export const maxLineLength = 400

const quote = /^ {0,3}>\s?/
const marker = /^(?:[-*+]|(\d{1,9})[.)])(\s+|$)/
const box = /^\[([ xX/~])\](?:\s+|$)/

/** What the lines before decide about the next one. */
interface Context {
  /** The mark that opened the current fence. */
  fence: string | null
  /** The column at which the text of each open list item begins, the outermost first. */
  readonly items: number[]
  isAfterBlank: boolean
  steps: number
}

/** The lines of a document and the steps among them; code is no step. Linear in the length of the text. */
export function documentLines(text: string): DocumentLines {
  const lines: DocumentLine[] = []
  const starts: number[] = []
  const context: Context = { fence: null, items: [], isAfterBlank: false, steps: 0 }
  for (let at = 0; at <= text.length && starts.length < maxLines;) {
    const found = text.indexOf('\n', at)
    const end = found < 0 ? text.length : found
    const line = starts.length
    starts.push(at)
    const read = readLine(text.slice(at, Math.min(end, at + maxLineLength)).trimEnd(), context)
    if (read !== null) lines.push({ line, ...read })
    at = end + 1
  }
  return { lines, starts: Uint32Array.from(starts) }
}

/** The line without its number; null for a blank one. */
function readLine(source: string, context: Context): Omit<DocumentLine, 'line'> | null {
  if (source === '') {
    context.isAfterBlank = true
    return null
  }
  const wasAfterBlank = context.isAfterBlank
  context.isAfterBlank = false
  const isInFence = context.fence !== null
  context.fence = fenceAfter(context.fence, source)
  const plain = { text: source.trim(), step: null }
  if (isInFence || context.fence !== null) return plain
  const { indent, rest } = unquoted(source)
  const [whole, number, blank = ''] = marker.exec(rest) ?? []
  if (whole === undefined) {
    if (wasAfterBlank || rest.startsWith('#')) closeItems(context.items, indent)
    return plain
  }
  closeItems(context.items, indent)
  // Further to the right it would be code, or text of the item above.
  if (indent - (context.items.at(-1) ?? 0) >= 4) return plain
  const width = whole.length - blank.length
  context.items.push(indent + width + (blank.length > 4 ? 1 : Math.max(1, blank.length)))
  return stepOf(rest.slice(whole.length), number ?? null, context) ?? plain
}

function stepOf(text: string, number: string | null, context: Context): Omit<DocumentLine, 'line'> | null {
  const [boxed, tick] = box.exec(text) ?? []
  const isStep = boxed !== undefined || (number !== null && text !== '')
  if (!isStep || context.steps >= maxSteps) return null
  context.steps += 1
  return {
    text: text.slice(boxed?.length ?? 0),
    step: { number, isTicked: tick === undefined ? null : /x/i.test(tick) },
  }
}

/** The text of a line after its quote marks, and its indentation in columns. */
function unquoted(source: string): { readonly indent: number; readonly rest: string } {
  let inner = source
  for (let mark = quote.exec(inner); mark !== null; mark = quote.exec(inner))
    inner = inner.slice(mark[0].length)
  const rest = inner.trimStart()
  let indent = 0
  for (const each of inner.slice(0, inner.length - rest.length))
    indent += each === '\t' ? 4 - (indent % 4) : 1
  return { indent, rest }
}

/** Closes the items that a line with this indentation does not belong to. */
function closeItems(items: number[], indent: number): void {
  while (items.length > 0 && (items.at(-1) ?? 0) > indent) items.pop()
}
