import type { PlanDocument, ShownDocument } from '../../app/plan-document.ts'
import { describeUnavailable } from '../../app/describe-plan-document.ts'
import { own, safeLine, safeText, type SafeText } from '../../lib/text/safe-text.ts'
import { cutToWidth } from '../../lib/text/width.ts'
import { wrapText } from '../../lib/text/wrap.ts'
import { emptyRow, paint, row, spread, type Painted } from '../paint/painted.ts'
import type { Role } from '../paint/theme.ts'
import { markdownOf } from './file-body.ts'
import { drawDocument, type MarkdownFrame } from './markdown-pane.ts'
import type { PaneView } from './pane.ts'
import { scrolledRows, textRows } from './text-rows.ts'

/** A file plan: where it lies, and what is there or why nothing is. */
export function drawFile(document: PlanDocument, frame: MarkdownFrame): PaneView {
  switch (document.state) {
    case 'loading':
      return withHead(document.lastShown ?? null, frame, [
        addressRow(document.uri, own`reading…`, 'dim', frame),
      ])
    case 'shown':
      return withHead(document, frame, [
        addressRow(document.uri, factsOf(document), 'dim', frame),
        ...cutNote(document, frame),
      ])
    case 'unavailable': {
      const words = wrapText(safeText(describeUnavailable(document.reason, document.uri)), frame.columns - 3)
      const notes = words.map((line) => row(own` `, paint(frame.theme, 'warning', line)))
      const last = document.lastShown
      const lastNote =
        last === undefined ? [] : [row(own` `, paint(frame.theme, 'dim', own`Below: what was there last.`))]
      return withHead(last ?? null, frame, [
        addressRow(document.uri, own``, 'dim', frame),
        ...notes,
        ...lastNote,
      ])
    }
  }
}

function withHead(document: ShownDocument | null, frame: MarkdownFrame, notes: readonly Painted[]): PaneView {
  const head = frame.rows >= 12 ? [...notes, emptyRow] : notes
  const body: MarkdownFrame = { ...frame, rows: Math.max(1, frame.rows - head.length) }
  const view = document === null ? scrolledRows([], body) : drawShown(document, body)
  return { ...view, rows: [...head, ...view.rows].slice(0, frame.rows) }
}

function drawShown(document: ShownDocument, frame: MarkdownFrame): PaneView {
  const markdown = markdownOf(document)
  if (markdown !== null) return drawDocument(markdown, frame)
  return scrolledRows(plainRows(document, frame), frame)
}

let lastPlain: {
  readonly document: ShownDocument
  readonly columns: number
  readonly rows: readonly Painted[]
} | null = null

/** The wrapped rows of the plain document shown last are kept: a file of megabytes is wrapped once, not each frame. */
function plainRows(document: ShownDocument, frame: MarkdownFrame): readonly Painted[] {
  if (lastPlain?.document !== document || lastPlain.columns !== frame.columns) {
    lastPlain = { document, columns: frame.columns, rows: textRows(document.text, frame) }
  }
  return lastPlain.rows
}

function addressRow(uri: string, facts: SafeText, role: Role, frame: MarkdownFrame): Painted {
  const room = frame.columns - facts.length - 4
  const shown = cutToWidth(safeLine(uri.slice(0, 2000)), room)
  return spread(
    row(own` `, paint(frame.theme, role, shown)),
    paint(frame.theme, 'dim', facts),
    frame.columns - 1,
  )
}

function factsOf(document: ShownDocument): SafeText {
  const kind = safeLine(document.language ?? document.format)
  return own`${kind}, ${safeLine(sizeInWords(document.sizeBytes))}`
}

function cutNote(document: ShownDocument, frame: MarkdownFrame): readonly Painted[] {
  if (document.truncatedToBytes === undefined) return []
  const text = own`Only the first ${safeLine(sizeInWords(document.truncatedToBytes))} of ${safeLine(sizeInWords(document.sizeBytes))} are shown.`
  return [row(own` `, paint(frame.theme, 'warning', text))]
}

function sizeInWords(bytes: number): string {
  if (bytes < 1000) return `${bytes} B`
  return bytes < 1e6 ? `${(bytes / 1024).toFixed(1)} KiB` : `${(bytes / 1024 / 1024).toFixed(1)} MiB`
}
