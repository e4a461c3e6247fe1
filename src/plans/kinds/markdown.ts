import { isPrefix } from '../../lib/sequences.ts'
import type { MarkdownContent } from '../../protocol/plan-kinds/plan-kinds.ts'
import {
  fenceAfter,
  headingLine,
  headingUnderline,
  mayBeUnderlined,
  withoutMarkup,
} from '../../lib/text/markdown-lines.ts'
import type { PlanKind, PlanProgress } from './plan-kind.ts'

/** A markdown document, and what a line scan finds in it: the first heading and the task boxes. */
export interface MarkdownBody {
  readonly type: 'markdown'
  readonly text: string
  readonly heading: string | null
  readonly boxes: TaskBoxes
  readonly scan: MarkdownScan
}

/** The task boxes (`- [x] …`) of a document. */
export interface TaskBoxes {
  readonly checked: number
  readonly total: number
}

export const markdown: PlanKind<MarkdownContent, MarkdownBody> = {
  updated: (before, { text }) => updateMarkdown(before, text),
  progress: ({ boxes }) => boxProgress(boxes),
  heading: ({ heading }) => heading,
  text: ({ text }) => text,
  words: ({ text }) => wordsOf(text),
  continues: (before, after) => isPrefix(before.text, after.text),
  bytes: ({ text }) => 2 * text.length,
}

/** The progress of a document by its task boxes; null: it has none. */
export function boxProgress({ checked, total }: TaskBoxes): PlanProgress | null {
  return total === 0 ? null : { done: checked, total, isBegun: false, isComplete: checked === total }
}

export function taskBoxes(text: string): TaskBoxes {
  return updateMarkdown(null, text).boxes
}

/** A markdown text without its progress, without blank lines, and without blanks at line ends and around it. */
export function wordsOf(text: string): string {
  const lines = text.split('\n').map(lineWords)
  return lines
    .filter((line) => line !== '')
    .join('\n')
    .trim()
}

/** The state of the line scan, so that growing text is scanned once. */
interface MarkdownScan {
  /** Everything before this offset, the start of a line, is scanned. */
  readonly scannedTo: number
  /** The beginning of the line at that offset, which may still grow. */
  readonly tail: string
  /** The mark that opened the current fence. */
  readonly fence: string | null
  readonly heading: string | null
  /** The line before, if `===` or `---` under it would make it the first heading. */
  readonly paragraph: string | null
  readonly checked: number
  readonly total: number
}

const start: MarkdownScan = {
  scannedTo: 0,
  tail: '',
  fence: null,
  heading: null,
  paragraph: null,
  checked: 0,
  total: 0,
}

/** Returns `before` itself for the same text. Costs as much as the new part of a growing text. */
export function updateMarkdown(before: MarkdownBody | null, text: string): MarkdownBody {
  if (before !== null && before.text === text) return before
  const isGrowing = before !== null && isPrefix(before.text, text)
  const from = isGrowing ? before.scan : start
  const scan = scanLines(text, from.scannedTo, from)
  const scannedTo = text.lastIndexOf('\n') + 1
  return body(text, { ...scan, scannedTo, tail: text.slice(scannedTo, scannedTo + maxLineLength) })
}

/** The document with an appended piece. Costs as much as the piece, however long the document is. */
export function growMarkdown(before: MarkdownBody, piece: string): MarkdownBody {
  if (piece === '') return before
  // Never index into the whole text here: it is a rope, and would be flattened each time.
  const text = before.text + piece
  const { tail } = before.scan
  const rest = piece.lastIndexOf('\n') + 1
  if (rest === 0) return body(text, { ...before.scan, tail: (tail + piece).slice(0, maxLineLength) })
  const scan = scanLines(tail + piece.slice(0, rest), 0, before.scan)
  const scannedTo = before.text.length + rest
  return body(text, { ...scan, scannedTo, tail: piece.slice(rest, rest + maxLineLength) })
}

function body(text: string, scan: MarkdownScan): MarkdownBody {
  // The last line may still grow: it counts for now, and is scanned again later.
  const now = scanLine(scan.tail, scan)
  return {
    type: 'markdown',
    text,
    heading: now.heading,
    boxes: { checked: now.checked, total: now.total },
    scan,
  }
}

/** Scans the whole lines of `text` from `at` on. */
function scanLines(text: string, at: number, from: MarkdownScan): MarkdownScan {
  let scan = from
  let lineAt = at
  for (let end = text.indexOf('\n', lineAt); end >= 0; end = text.indexOf('\n', lineAt)) {
    scan = scanLine(text.slice(lineAt, Math.min(end, lineAt + maxLineLength)), scan)
    lineAt = end + 1
  }
  return scan
}

/** Boxes and headings are at the beginning of a line; a hostile line of a megabyte must not cost more than others. */
const maxLineLength = 400
/** `[/]` and `[~]` are boxes of steps that are in progress, in documents of Antigravity and others. */
const box = /^\s*(?:>\s*)*(?:[-*+]|\d{1,9}[.)])\s+\[([ xX/~])\](?:\s|$)/
const closingHashes = /(?:^|\s)#+$/

function scanLine(line: string, scan: MarkdownScan): MarkdownScan {
  const paragraph = scan.heading === null && scan.fence === null && mayBeUnderlined.test(line) ? line : null
  // Fast path: most lines match none of the expressions.
  if (!/[`~#[]/.test(line)) {
    if (scan.paragraph !== null && scan.heading === null && headingUnderline.test(line)) {
      return { ...scan, heading: plainHeading(scan.paragraph), paragraph: null }
    }
    return scan.paragraph === paragraph ? scan : { ...scan, paragraph }
  }
  // Any indentation: fences inside list items are common, and indented code that shows a fence shows both of its ends.
  const fence = fenceAfter(scan.fence, line)
  if (fence !== scan.fence) return { ...scan, fence, paragraph: null }
  if (scan.fence !== null) return scan
  const checked = box.exec(line)?.[1]
  if (checked !== undefined) {
    const done = scan.checked + (/x/i.test(checked) ? 1 : 0)
    return { ...scan, paragraph: null, total: scan.total + 1, checked: done }
  }
  if (scan.heading !== null) return scan
  const heading = headingLine.exec(line)?.[2]?.trim() ?? ''
  if (heading !== '') return { ...scan, paragraph, heading: plainHeading(heading) }
  return scan.paragraph === paragraph ? scan : { ...scan, paragraph }
}

/** The text of a heading without markup; null if nothing is left. */
function plainHeading(heading: string): string | null {
  const plain = withoutMarkup(heading.trim().replace(closingHashes, '')).trim()
  return /[^*_`\s]/.test(plain) ? plain : null
}

// Every repetition is bounded: hostile lines must not cost more than others.
const stepNumber = /^(\s{0,200})\d{1,9}(?=[.)]\s)/
const tick = /^(\s{0,200}(?:>\s{0,9}){0,9}(?:[-*+]|[\d#]{1,9}[.)])\s{1,9}\[)[xX](?=\](?:\s|$))/

/** A line of markdown as it is compared: a step that only got another number, or was ticked, says the same. */
export function lineWords(line: string): string {
  return line.trimEnd().replace(stepNumber, '$1#').replace(tick, '$1 ')
}

export function hasTick(line: string): boolean {
  return tick.test(line)
}
