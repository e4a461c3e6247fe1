import type { PlanDocument, ShownDocument, UnavailableReason } from '../../app/ports/plan-document.ts'
import { describeShown, describeUnavailable } from '../../app/words/document.ts'
import { longestBacktickRun } from '../../lib/text/markdown-lines.ts'
import { memoLast } from '../../lib/memo.ts'
import { safe, safeLine, safeText, type SafeText } from '../../lib/text/safe-text.ts'
import { cutToWidth, displayWidth, cutLine } from '../../lib/text/width.ts'
import type { FileBody } from '../../plans/kinds/file.ts'
import { keyWords } from '../keys/key-map.ts'
import { emptyRow, row, spread, type Row } from '../../lib/cells/row.ts'
import { paint } from '../paint/paint.ts'
import type { Look } from '../paint/look.ts'
import type { Role } from '../paint/theme.ts'
import { settleDocument, withProgress } from './markdown-pane.ts'
import {
  withoutLines,
  settleRows,
  textRows,
  wrappedRows,
  type PaneAt,
  type PaneKind,
  type SettledPane,
} from './pane.ts'

export const file: PaneKind<FileBody> = {
  settle: (plan, { uri }, at) => withProgress(plan, at, settleFile(at.documentOf(uri), at)),
}

/** A file plan: its address, and its content or why there is none. */
export function settleFile(document: PlanDocument, at: PaneAt): SettledPane {
  switch (document.state) {
    case 'loading':
      return withHead(document.lastShown ?? null, at, [addressRow(document.uri, safe`reading…`, at)])
    case 'shown':
      return withHead(document, at, [
        addressRow(document.uri, factsOf(document), at),
        ...describeShown(document).flatMap((note) => noteRows(note, 'warning', at)),
      ])
    case 'unavailable': {
      const last = document.lastShown
      return withHead(last ?? null, at, [
        addressRow(document.uri, safe``, at),
        ...noteRows(describeUnavailable(document.reason, document.uri), 'warning', at),
        ...(fetchable.has(document.reason.kind)
          ? noteRows(`${keyWords(at.keys, 'fetch-file')} fetches it`, 'strong', at)
          : []),
        ...(last === undefined ? [] : noteRows('Below: the last known content.', 'dim', at)),
      ])
    }
  }
}

function withHead(document: ShownDocument | null, at: PaneAt, notes: readonly Row[]): SettledPane {
  const { rows } = at
  const head = rows >= 12 ? [...notes, emptyRow] : notes
  const below: PaneAt = { ...at, rows: Math.max(1, rows - head.length) }
  const view = document === null ? settleRows([], below) : settleShown(document, below)
  return { ...view, draw: () => [...head, ...view.draw()].slice(0, rows) }
}

function settleShown(document: ShownDocument, at: PaneAt): SettledPane {
  const markdown = markdownOf(document)
  // Of a fenced text the lines are not where they are in the document.
  if (markdown !== null && document.format !== 'markdown') {
    // Source and JSON are shown as code, which has no steps.
    return withoutLines(settleDocument(markdown, { ...at, comparison: null }))
  }
  if (markdown !== null) return settleDocument(markdown, at)
  return settleRows(textRows(document.text, at.theme, at.columns), at)
}

function addressRow(uri: string, facts: SafeText, { theme, columns }: Look): Row {
  const room = columns - displayWidth(facts) - 4
  const shown = cutLine(uri, room)
  return spread(row(safe` `, paint(theme, 'dim', shown)), paint(theme, 'dim', facts), columns - 1)
}

function factsOf(document: ShownDocument): SafeText {
  const kind = cutToWidth(safeLine(document.language ?? document.format), 20)
  return safe`${kind}, ${safeLine(sizeInWords(document.sizeBytes))}`
}

function noteRows(note: string, role: Role, { theme, columns }: Look): readonly Row[] {
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

/** A document as markdown: source and JSON as one fenced block; null for plain text. Cached: no file is searched for fences in each frame. */
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
