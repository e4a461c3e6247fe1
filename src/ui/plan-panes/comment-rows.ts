import { placeWords } from '../../app/words/prompt.ts'
import { row, type Row } from '../../lib/cells/row.ts'
import { memoLast } from '../../lib/memo.ts'
import { counted } from '../../lib/text/listed-words.ts'
import { safe, safeLine, type SafeText } from '../../lib/text/safe-text.ts'
import { cutToWidth } from '../../lib/text/width.ts'
import { wrapText } from '../../lib/text/wrap.ts'
import { glyphs } from '../paint/glyphs.ts'
import { paint } from '../paint/paint.ts'
import type { Theme } from '../paint/theme.ts'
import { commentedLine, type PlanComment, type PlanSteps } from '../state/comments.ts'
import type { Look } from '../paint/look.ts'

/** Rows that stand below the lines of a plan. */
export interface RowsBelow {
  /** Below a line, by its key. */
  readonly below: ReadonlyMap<number, readonly Row[]>
  /** At the end: those of lines that are gone. */
  readonly atEnd: readonly Row[]
}

const noRows: RowsBelow = { below: new Map(), atEnd: [] }

/** Comments that are shown at one place; the others are counted. */
const maxAtPlace = 3
const maxRowsOfOne = 3

/** The rows of the comments on a plan. The last ones are cached. */
export const commentRows = memoLast((steps: PlanSteps, theme: Theme, columns: number): RowsBelow => {
  const { comments, lines } = steps
  if (comments.all.length === 0) return noRows
  const look = { theme, columns }
  const at = new Map<number, PlacedComment[]>()
  const gone: PlanComment[] = []
  for (const comment of comments.all) {
    const { key, isChanged } = commentedLine(comment, lines)
    if (key === null) gone.push(comment)
    else at.set(key, [...(at.get(key) ?? []), { comment, isChanged }])
  }
  const below = new Map([...at].map(([key, placed]) => [key, placeRows(placed, comments.areFolded, look)]))
  return { below, atEnd: goneRows(gone, look) }
})

interface PlacedComment {
  readonly comment: PlanComment
  readonly isChanged: boolean
}

function placeRows(placed: readonly PlacedComment[], areFolded: boolean, look: Look): readonly Row[] {
  const { theme } = look
  const head = safe`you ${glyphs(theme).after} `
  if (areFolded) {
    return [plainRow(safe`${head}${counted(placed.length, 'comment')}`, look)]
  }
  const shown = placed.length > maxAtPlace ? placed.slice(0, maxAtPlace - 1) : placed
  const rows = shown.flatMap(({ comment, isChanged }) => oneComment(head, comment, { ...look, isChanged }))
  const rest = placed.length - shown.length
  return rest === 0 ? rows : [...rows, plainRow(safe`${head}${rest} more comments`, look)]
}

function oneComment(
  head: SafeText,
  comment: PlanComment,
  look: Look & { readonly isChanged: boolean },
): readonly Row[] {
  const { theme, isChanged } = look
  const { dot } = glyphs(theme)
  const count = comment.keys.length
  const facts = [
    ...(count > 1 ? [safe`on ${count} steps`] : []),
    ...(comment.isSent ? [safe`sent`] : []),
    ...(isChanged ? [safe`changed since`] : []),
  ]
  const words = [safe`${head}“${safeLine(comment.text)}”`, ...facts].join(` ${dot} `) as SafeText
  return wrapped(words, look)
}

/** A text below a step, wrapped, its end cut. */
function wrapped(words: SafeText, look: Look): readonly Row[] {
  const room = roomOf(look)
  const lines = wrapText(words, room, maxRowsOfOne + 1)
  const last = lines[maxRowsOfOne - 1]
  if (lines.length <= maxRowsOfOne || last === undefined) return lines.map((line) => plainRow(line, look))
  const { ellipsis } = glyphs(look.theme)
  const cut = safe`${cutToWidth(last, room - 1, '')}${ellipsis}`
  return [...lines.slice(0, maxRowsOfOne - 1), cut].map((line) => plainRow(line, look))
}

function goneRows(gone: readonly PlanComment[], look: Look): readonly Row[] {
  if (gone.length === 0) return []
  const isOnSteps = gone.every((comment) => comment.isOnSteps)
  const title = isOnSteps ? safe`comments on steps that are gone` : safe`comments on lines that are gone`
  const shown = gone.length > maxAtPlace ? gone.slice(0, maxAtPlace - 1) : gone
  const rest = gone.length - shown.length
  return [
    plainRow(title, look),
    ...shown.flatMap(({ on, isOnSteps: isStep, text, isSent }) => {
      const sent = isSent ? safe` ${glyphs(look.theme).dot} sent` : safe``
      return wrapped(safe`on ${safeLine(placeWords(on, isStep))}: “${safeLine(text)}”${sent}`, look)
    }),
    ...(rest === 0 ? [] : [plainRow(safe`${rest} more comments`, look)]),
  ]
}

const indent = safe`     `

function roomOf({ columns }: Look): number {
  return Math.max(8, columns - indent.length - 2)
}

function plainRow(text: SafeText, look: Look): Row {
  return row(indent, paint(look.theme, 'dim', cutToWidth(text, roomOf(look))))
}
