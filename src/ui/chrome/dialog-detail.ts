import { memoLast } from '../../lib/memo-last.ts'
import { safe, safeText, type SafeText } from '../../lib/text/safe-text.ts'
import { wrapText } from '../../lib/text/wrap.ts'
import { row, type Row } from '../../lib/cells/row.ts'
import { paint } from '../paint/paint.ts'
import type { Theme } from '../paint/theme.ts'

/** Which lines of a detail are shown. */
export interface DetailView {
  readonly top: number
  readonly visible: number
  readonly total: number
}

export interface DetailFrame {
  readonly theme: Theme
  readonly columns: number
  readonly rows: number
  /** The first line to show. */
  readonly top: number
}

/** The detail that an agent sends with its question, in at most `rows` rows; `view` is null if all of it is visible. */
export function detailLines(
  detail: string,
  { theme, columns, rows, top }: DetailFrame,
): { readonly shown: readonly Row[]; readonly view: DetailView | null } {
  if (detail.trim() === '') return { shown: [], view: null }
  const lines = wrapped(detail, columns)
  const first = Math.max(0, Math.min(top, lines.length - rows))
  const shown = lines
    .slice(first, first + rows)
    .map(({ text, isDiff }) => row(safe`   `, isDiff ? diffLine(theme, text) : paint(theme, 'normal', text)))
  const view = lines.length > rows ? { top: first, visible: rows, total: lines.length } : null
  return { shown, view }
}

interface DetailLine {
  readonly text: SafeText
  readonly isDiff: boolean
}

/** The wrapped lines of a detail, without its fences. A long detail is not wrapped for each frame. */
const wrapped = memoLast((detail: string, columns: number): readonly DetailLine[] =>
  blocksOf(detail).flatMap((block) => {
    const source = block.lines.join('\n')
    const isDiff = isDiffLanguage(block.language, source)
    return wrapText(safeText(source), columns - 4).map((text) => ({ text, isDiff }))
  }),
)

interface DetailBlock {
  readonly lines: string[]
  /** The language that its fence names; '' for none; null: text beside fences. */
  readonly language: string | null
}

const fencePattern = /^ {0,3}(`{3,}|~{3,})[ \t]*([\w-]*)[^`]*$/

/** A detail cut at its fences into fenced and other text. A fence that is not closed lasts to the end. */
function blocksOf(detail: string): readonly DetailBlock[] {
  const lines = detail.split(/\r?\n/)
  if (!lines.some((line) => fencePattern.test(line))) return [{ lines, language: '' }]
  const blocks: DetailBlock[] = []
  let fence: string | null = null
  let block: DetailBlock = { lines: [], language: null }
  for (const line of lines) {
    const [, sign = '', language = ''] = fencePattern.exec(line) ?? []
    const isEdge = fence === null ? sign !== '' : sign.startsWith(fence) && line.trim() === sign
    if (!isEdge) {
      block.lines.push(line)
      continue
    }
    blocks.push(block)
    fence = fence === null ? sign : null
    block = { lines: [], language: fence === null ? null : language }
  }
  return [...blocks, block].filter((each) => each.lines.length > 0)
}

function isDiffLanguage(language: string | null, source: string): boolean {
  return language === 'diff' || language === 'patch' || (language === '' && isLikeDiff(source))
}

/** A diff has added lines or hunk headers. Lines with `-` prove nothing: a list in a plan has them too. */
function isLikeDiff(detail: string): boolean {
  return /^(?:\+|@@ )/m.test(detail.slice(0, 20_000))
}

function diffLine(theme: Theme, line: SafeText): Row {
  if (line.startsWith('+')) return paint(theme, 'added', line)
  return paint(theme, line.startsWith('-') ? 'gone' : 'dim', line)
}
