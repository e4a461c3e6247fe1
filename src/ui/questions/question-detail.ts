import { partText, type DetailPart, type RequestDetail } from '../../app/state/permission.ts'
import { memoLast, memoWeak } from '../../lib/memo.ts'
import { fencedCode, longestBacktickRun } from '../../lib/text/markdown-lines.ts'
import { safe, safeText } from '../../lib/text/safe-text.ts'
import { wrapText } from '../../lib/text/wrap.ts'
import { emptyRow, row, type Row } from '../../lib/cells/row.ts'
import { paint } from '../paint/paint.ts'
import type { Role, Theme } from '../paint/theme.ts'
import type { DocumentCache } from '../plan-panes/document-cache.ts'
import type { Canvas } from '../rows/row-form.ts'
import { reachable } from '../state/list-state.ts'
import type { ShownRows } from '../state/shown.ts'
import type { Look } from '../paint/look.ts'

export interface SettledDetail {
  /** null: all of it is visible. */
  readonly view: ShownRows | null
  /** The visible rows, without their indent. */
  readonly rows: readonly Row[]
  /** When more of a long one has to be rendered; null: all of it is. */
  readonly untilMs: number | null
}

interface RowSource {
  readonly rowCount: number
  rows(from: number, count: number): readonly Row[]
}

export interface DetailRoom {
  readonly look: Look
  /** Rows that it may take. */
  readonly rows: number
  readonly documentCache: DocumentCache
  readonly nowMs: number
}

/** Time in each frame for rendering the invisible part. */
const workBudgetMs = 4

/** The detail of a question from a line on, in at most `rows` rows; plain while the renderer is not loaded or shows nothing of it. */
export function settleDetail(detail: RequestDetail, top: number, room: DetailRoom): SettledDetail | null {
  if (detail.length === 0 || room.rows < 1) return null
  const { look, documentCache } = room
  const { theme } = look
  const columns = look.columns - indent - 1
  const joined = documentCache.joined(detailSources(detail))
  const document =
    joined === null
      ? null
      : // One name for all questions: only one is shown.
        (documentCache.get({ name: 'question', source: joined, columns, theme, top })?.document ?? null)
  const isRendered = document === null || documentCache.work(document, workBudgetMs)
  const isPlain = document === null || (isRendered && document.rowCount === 0)
  const source = isPlain ? plainRows(detail, theme, columns) : document
  const first = reachable(top, { total: source.rowCount, visible: room.rows })
  const rows = source.rows(first, room.rows)
  // How many rows there are may be known better now that these are rendered.
  const total = source.rowCount
  const view = total > room.rows ? { top: first, visible: room.rows, total } : null
  return { view, rows, untilMs: isRendered ? null : room.nowMs }
}

export function detailForm({ rows, untilMs }: SettledDetail): Canvas {
  return { form: 'canvas', rows: rows.map(indented), ...(untilMs === null ? {} : { untilMs }) }
}

const indent = 3

/** The same object for the same row, so that the painter knows it again. */
const indented = memoWeak((each: Row): Row => (each.length === 0 ? emptyRow : row(safe`   `, each)))

/** A long detail is not wrapped for each frame. */
const plainRows = memoLast((detail: RequestDetail, theme: Theme, columns: number): RowSource => {
  const all = detail.flatMap((part, at) => [
    ...(at === 0 ? [] : [emptyRow]),
    ...wrapText(safeText(partText(part)), columns).map((line) => paint(theme, roleOf(part, line), line)),
  ])
  return { rowCount: all.length, rows: (from, count) => all.slice(from, from + count) }
})

function roleOf(part: DetailPart, line: string): Role {
  const sign = part.type === 'code' && part.language === 'diff' ? line.charAt(0) : ''
  if (sign === '+') return 'added'
  return sign === '-' ? 'gone' : 'normal'
}

/** The markdown of each part of a detail. The same array for the same detail. */
const detailSources = memoWeak((detail: RequestDetail): readonly string[] => detail.map(partSource))

function partSource(part: DetailPart): string {
  if (part.type === 'words') return withDiffsNamed(part.text)
  const { text, language, file, folder } = part
  const code = text === '' ? [] : [fencedCode(text, language ?? (isLikeDiff(text) ? 'diff' : ''))]
  const above = file === undefined ? [] : [codeSpan(file)]
  const below = folder === undefined ? [] : [`in ${codeSpan(folder)}`]
  return [...above, ...code, ...below].join('\n')
}

function codeSpan(raw: string): string {
  const text = raw.replace(/\s+/g, ' ')
  const mark = '`'.repeat(longestBacktickRun(text) + 1)
  return mark.length === 1 ? `\`${text}\`` : `${mark} ${text} ${mark}`
}

/** A diff has added lines or hunk headers. Lines with `-` prove nothing: a list in a plan has them too. */
function isLikeDiff(text: string): boolean {
  return /^(?:\+|@@ )/m.test(text.slice(0, 20_000))
}

const fence = /^( {0,3})(`{3,}|~{3,})([^`]*)$/
const diffLine = /^(?:[-+ \\]|@@|diff |index [\da-f]+\.\.|\*\*\* (?:Begin|End|Add|Delete|Update|Move) )/

/** Markdown in which each diff without a fence or a language is named code: its signs would be taken for bullets, and be lost. */
function withDiffsNamed(text: string): string {
  if (!isLikeDiff(text)) return text
  const lines = text.split(/\r?\n/)
  const named: string[] = []
  for (let at = 0; at < lines.length;) {
    const block = fencedBlock(lines, at) ?? diffBlock(lines, at)
    for (const line of block?.lines ?? lines.slice(at, at + 1)) named.push(line)
    at = block?.end ?? at + 1
  }
  return named.join('\n')
}

interface Block {
  readonly lines: readonly string[]
  /** The line after it. */
  readonly end: number
}

/** The fenced code that begins in a line; one that is not closed lasts to the end. */
function fencedBlock(lines: readonly string[], at: number): Block | null {
  const [line = '', indent = '', mark = '', info = ''] = fence.exec(lines[at] ?? '') ?? []
  if (mark === '') return null
  let closing = at + 1
  while (closing < lines.length && !closes((lines[closing] ?? '').trim(), mark)) closing += 1
  const end = Math.min(lines.length, closing + 1)
  const inner = lines.slice(at + 1, end)
  const isNamed = info.trim() !== '' || !isLikeDiff(inner.join('\n'))
  return { lines: [isNamed ? line : `${indent}${mark}diff`, ...inner], end }
}

function closes(line: string, mark: string): boolean {
  return line.startsWith(mark) && line === line.charAt(0).repeat(line.length)
}

/** The lines from this one on that may be those of a diff: in a fence if they are, else as they are. */
function diffBlock(lines: readonly string[], at: number): Block | null {
  if (!/^[^ ]/.test(lines[at] ?? '') || !diffLine.test(lines[at] ?? '')) return null
  let end = at
  // A blank line may be one of the diff, or end it.
  for (let next = at; next < lines.length && mayBeOfDiff(lines[next] ?? ''); next += 1)
    if (lines[next]?.trim() !== '') end = next + 1
  const block = lines.slice(at, end)
  const diff = block.join('\n')
  return { lines: isLikeDiff(diff) ? ['', ...fencedCode(diff, 'diff').split('\n'), ''] : block, end }
}

function mayBeOfDiff(line: string): boolean {
  return line.trim() === '' || diffLine.test(line)
}
