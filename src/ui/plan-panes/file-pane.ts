import type { PlanDocument, ShownDocument, UnavailableReason } from '../../app/ports/plan-document.ts'
import { describeShown, describeUnavailable } from '../../app/words/document.ts'
import { longestBacktickRun } from '../../lib/text/fenced-code.ts'
import { memoLast } from '../../lib/memo-last.ts'
import { safe, safeLine, safeText, type SafeText } from '../../lib/text/safe-text.ts'
import { cutToWidth, displayWidth, cutLine } from '../../lib/text/width.ts'
import type { FileBody } from '../../plans/kinds/file.ts'
import { keyWords } from '../keys/key-map.ts'
import { emptyRow, row, spread, type Row } from '../../lib/cells/row.ts'
import { paint } from '../paint/paint.ts'
import type { Role } from '../paint/theme.ts'
import { drawDocument, withProgress } from './markdown-pane.ts'
import type { DocumentFrame, PaneKind, PaneView } from './pane.ts'
import { scrolledRows, textRows, wrappedRows } from './text-rows.ts'

export const file: PaneKind<FileBody> = {
  draw(plan, { uri }, frame) {
    return withProgress(plan, frame, drawFile(frame.documentOf(uri), frame))
  },
}

/** A file plan: its address, and its content or why there is none. */
export function drawFile(document: PlanDocument, frame: DocumentFrame): PaneView {
  switch (document.state) {
    case 'loading':
      return withHead(document.lastShown ?? null, frame, [addressRow(document.uri, safe`reading…`, frame)])
    case 'shown':
      return withHead(document, frame, [
        addressRow(document.uri, factsOf(document), frame),
        ...describeShown(document).flatMap((note) => noteRows(note, 'warning', frame)),
      ])
    case 'unavailable': {
      const last = document.lastShown
      return withHead(last ?? null, frame, [
        addressRow(document.uri, safe``, frame),
        ...noteRows(describeUnavailable(document.reason, document.uri), 'warning', frame),
        ...(fetchable.has(document.reason.kind)
          ? noteRows(`${keyWords(frame.keys, 'fetch-file')} fetches it`, 'strong', frame)
          : []),
        ...(last === undefined ? [] : noteRows('Below: the last known content.', 'dim', frame)),
      ])
    }
  }
}

function withHead(document: ShownDocument | null, frame: DocumentFrame, notes: readonly Row[]): PaneView {
  const head = frame.rows >= 12 ? [...notes, emptyRow] : notes
  const body: DocumentFrame = { ...frame, rows: Math.max(1, frame.rows - head.length) }
  const view = document === null ? scrolledRows([], body) : drawShown(document, body)
  return { ...view, rows: [...head, ...view.rows].slice(0, frame.rows) }
}

function drawShown(document: ShownDocument, frame: DocumentFrame): PaneView {
  const markdown = markdownOf(document)
  // Of a fenced text the lines are not where they are in the document.
  if (markdown !== null && document.format !== 'markdown') {
    // Source and JSON are shown as code, which has no steps.
    const { lines: _, ...code } = drawDocument(markdown, { ...frame, comparison: null })
    return code
  }
  if (markdown !== null) return drawDocument(markdown, frame)
  return scrolledRows(textRows(document.text, frame.theme, frame.columns), frame)
}

function addressRow(uri: string, facts: SafeText, frame: DocumentFrame): Row {
  const room = frame.columns - displayWidth(facts) - 4
  const shown = cutLine(uri, room)
  return spread(
    row(safe` `, paint(frame.theme, 'dim', shown)),
    paint(frame.theme, 'dim', facts),
    frame.columns - 1,
  )
}

function factsOf(document: ShownDocument): SafeText {
  const kind = cutToWidth(safeLine(document.language ?? document.format), 20)
  return safe`${kind}, ${safeLine(sizeInWords(document.sizeBytes))}`
}

function noteRows(note: string, role: Role, { theme, columns }: DocumentFrame): readonly Row[] {
  return wrappedRows(safeText(note), { theme, role, columns: columns - 3 })
}

/** Why a document on the network is not there, which the user can fetch. */
const fetchable: ReadonlySet<UnavailableReason['kind']> = new Set([
  'needs-permission',
  'fetch-refused',
  'fetch-failed',
  'fetch-timeout',
  'too-many-redirects',
] as const)

function sizeInWords(bytes: number): string {
  if (bytes < 1000) return `${bytes} B`
  return bytes < 1e6 ? `${(bytes / 1024).toFixed(1)} KiB` : `${(bytes / 1024 / 1024).toFixed(1)} MiB`
}

/**
 * The markdown that a document is rendered as: markdown as it is, source and JSON as one fenced block; null for plain text. The
 * last result is cached: a file of megabytes is not searched for fences in each frame.
 */
const markdownOf = memoLast((document: ShownDocument): string | null => {
  switch (document.format) {
    case 'markdown':
      return document.text
    case 'json':
      return fenced(document.text, 'json')
    case 'source':
      return document.language === undefined ? null : fenced(document.text, document.language)
    case 'plain':
      return null
  }
})

function fenced(text: string, language: string): string {
  const fence = '`'.repeat(Math.max(3, longestBacktickRun(text) + 1))
  return `${fence}${language}\n${text}${text.endsWith('\n') ? '' : '\n'}${fence}\n`
}
