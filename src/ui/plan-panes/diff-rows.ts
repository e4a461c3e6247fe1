import { memoLast } from '../../lib/memo.ts'
import { withFlag } from '../../lib/cells/cell-style.ts'
import { row, rowWidth, spread, type Row, type Run, wrapRuns } from '../../lib/cells/row.ts'
import { counted } from '../../lib/text/wording.ts'
import { safe, safeLine, type SafeText } from '../../lib/text/safe-text.ts'
import { changedWords, type Span } from '../../plans/comparison/line-diff.ts'
import type { Comparison, Piece } from '../../plans/comparison/comparison.ts'
import { isGivenUp } from '../../plans/steps/tracked-entry.ts'
import { glyphs, statusLook } from '../paint/glyphs.ts'
import { paint, shownText } from '../paint/paint.ts'
import type { Role, Theme } from '../paint/theme.ts'
import { placeOf } from './change-bars.ts'
import type { Look } from '../paint/look.ts'

export interface DiffRows {
  readonly rows: readonly Row[]
  /** The first row of each change, or of several without anything between them. */
  readonly changes: readonly number[]
}

/** Unchanged lines shown around a change. */
const contextLines = 3
/** Rows that are laid out. */
const maxRows = 20_000

/** A comparison as unified rows; with `isUnfolded`, all that is unchanged too. The last rows are cached. */
export const diffRows = memoLast(
  (comparison: Comparison, theme: Theme, columns: number, isUnfolded: boolean): DiffRows =>
    new DiffLayout(comparison, { theme, columns }).layOut(
      isUnfolded ? Number.POSITIVE_INFINITY : contextLines,
    ),
)

/** One that has not changed, with its status if that has. */
interface Unchanged {
  readonly before: number
  readonly after: number
  readonly status: string | null
}

interface LineLook {
  readonly sign: SafeText
  readonly role: Role
  /** Its place in its list. */
  readonly number: number
  /** The parts that differ from the other form of the line. */
  readonly marked?: readonly Span[]
  /** Written at the right. */
  readonly label?: SafeText
  /** The sign says enough: without room beside the line the label is left out. */
  readonly isLabelOptional?: boolean
}

class DiffLayout {
  readonly #comparison: Comparison
  readonly #look: Look
  readonly #rows: Row[] = []
  readonly #changes: number[] = []
  #isInChange = false

  constructor(comparison: Comparison, look: Look) {
    this.#comparison = comparison
    this.#look = look
  }

  layOut(context: number): DiffRows {
    const { theme } = this.#look
    let unchanged: Unchanged[] = []
    let isFirst = true
    const isUnfolded = context > contextLines
    const addUnchanged = (isLast: boolean): void => {
      // There is no change before the first lines, and none after the last ones.
      const before = isFirst && !isUnfolded ? 0 : context
      this.#addUnchanged(unchanged, { before, after: isLast ? 0 : context })
      unchanged = []
      isFirst = false
    }
    const { pieces } = this.#comparison
    for (const [at, piece] of pieces.entries()) {
      if (this.#rows.length >= maxRows) break
      if (piece.type === 'same')
        for (let index = 0; index < piece.count; index++)
          unchanged.push({ before: piece.before + index, after: piece.after + index, status: null })
      else if (piece.type === 'progressed') unchanged.push(piece)
      else {
        if (unchanged.length > 0 || isFirst) addUnchanged(false)
        this.#addChange(piece, pieces[at - 1])
      }
    }
    addUnchanged(true)
    if (this.#rows.length < maxRows) return { rows: this.#rows, changes: this.#changes }
    const more = row(safe` `, paint(theme, 'warning', safe`${glyphs(theme).ellipsis} and more.`))
    return { rows: [...this.#rows.slice(0, maxRows), more], changes: this.#changes }
  }

  /** What lies between two changes: some after the one, some before the other, and how many more there are. */
  #addUnchanged(
    all: readonly Unchanged[],
    context: { readonly before: number; readonly after: number },
  ): void {
    const shownBefore = Math.min(all.length, context.before)
    const shownAfter = Math.min(all.length - shownBefore, context.after)
    for (const each of all.slice(0, shownBefore)) this.#addKept(each)
    this.#addFolded(all.length - shownBefore - shownAfter)
    for (const each of all.slice(all.length - shownAfter)) this.#addKept(each)
    if (all.length > 0) this.#isInChange = false
  }

  #addFolded(count: number): void {
    if (count <= 0) return
    const { theme } = this.#look
    const words = safe`${glyphs(theme).ellipsis} ${counted(count, `unchanged ${this.#comparison.unit}`)}`
    this.#rows.push(row(safe`   `, paint(theme, 'dim', words)))
  }

  #addKept({ after, status }: Unchanged): void {
    const { theme } = this.#look
    const look: LineLook = { sign: safe` `, role: 'dim', number: after + 1 }
    if (status === null || this.#comparison.unit === 'line')
      return this.#addLine(this.#comparison.after[after] ?? '', look)
    const { glyph } = statusLook(theme, status, true)
    this.#addLine(this.#comparison.after[after] ?? '', {
      ...look,
      sign: glyph,
      label: sinceWords(status),
      isLabelOptional: true,
    })
  }

  #addChange(piece: Exclude<Piece, { readonly type: 'same' | 'progressed' }>, last: Piece | undefined): void {
    const { before, after } = this.#comparison
    const { minus, moved } = glyphs(this.#look.theme)
    if (!this.#isInChange) this.#changes.push(this.#rows.length)
    this.#isInChange = true
    const gone = (at: number): LineLook => ({ sign: minus, role: 'gone', number: at + 1 })
    const added = (at: number): LineLook => ({ sign: safe`+`, role: 'added', number: at + 1 })
    switch (piece.type) {
      case 'gone':
        return this.#addLine(before[piece.before] ?? '', gone(piece.before))
      case 'added':
        return this.#addLine(after[piece.after] ?? '', added(piece.after))
      case 'moved':
        return this.#addLine(after[piece.after] ?? '', {
          sign: moved,
          role: 'warning',
          number: piece.after + 1,
          ...(isContinuation(last, piece) ? {} : { label: this.#movedWords(piece.before, piece.after) }),
        })
      case 'reworded': {
        const [old, now] = [before[piece.before] ?? '', after[piece.after] ?? '']
        const words = changedWords(old, now)
        const label = piece.isMoved ? { label: this.#movedWords(piece.before, piece.after) } : {}
        this.#addLine(old, { ...gone(piece.before), marked: words.before })
        return this.#addLine(now, { ...added(piece.after), marked: words.after, ...label })
      }
    }
  }

  #movedWords(before: number, after: number): SafeText {
    const { unit, after: lines } = this.#comparison
    const from = placeOf(this.#comparison, before)
    const to = placeOf({ ...this.#comparison, unit, before: lines }, after)
    return safe`moved from ${from} to ${to}`
  }

  #addLine(raw: string, { sign, role, number, marked = [], label, isLabelOptional = false }: LineLook): void {
    const { theme, columns } = this.#look
    const isStep = this.#comparison.unit === 'step'
    // A line of a text stands where its document shows it, behind a margin of one column.
    const head = isStep
      ? row(safe` `, paint(theme, role, safe`${sign} ${number}. `))
      : paint(theme, role, sign)
    const hang = rowWidth(head)
    const lines = wrappedRuns(lineExcerpt(raw, marked), {
      theme,
      role,
      columns: Math.max(8, columns - hang - 1),
    })
    const margin = ' '.repeat(hang) as SafeText
    const rows = lines.map((line, index) => row(index === 0 ? head : margin, line))
    const [first = head, ...rest] = rows
    const words = label === undefined ? row() : paint(theme, 'dim', label)
    const isBeside = rowWidth(first) + rowWidth(words) + 3 <= columns
    this.#rows.push(isBeside ? spread(first, words, columns - 1) : first, ...rest)
    if (!isBeside && !isLabelOptional && label !== undefined) this.#rows.push(row(margin, words))
  }
}

/** A line that has moved together with the one before it. */
function isContinuation(last: Piece | undefined, piece: Extract<Piece, { readonly type: 'moved' }>): boolean {
  return last?.type === 'moved' && last.before + 1 === piece.before
}

function sinceWords(status: string): SafeText {
  switch (status) {
    case 'completed':
      return safe`done since`
    case 'in_progress':
      return safe`begun since`
    default:
      return isGivenUp(status) ? safe`${safeLine(status)} since` : safe`open again`
  }
}

/** The parts of a line, wrapped; those that are marked inverted. */
function wrappedRuns(
  parts: readonly LinePart[],
  { theme, role, columns }: Look & Pick<LineLook, 'role'>,
): readonly Row[] {
  const style = theme.styles[role]
  const runs: readonly Run[] = parts
    .map(({ text: raw, isMarked }) => ({
      text: shownText(theme, safeLine(raw)),
      style: isMarked ? withFlag(style, 'inverse', true) : style,
      link: null,
    }))
    .filter(({ text }) => text !== '')
  return wrapRuns(runs, columns).map((line) => row(line))
}

/** How many of each change there are: `+1 −1 lines, 1 reworded`, and in fewer words `+1 −1 ~1`. */
export function countWords({ counts, unit }: Comparison, theme: Theme): readonly [SafeText, SafeText] {
  const { minus, moved, completed } = glyphs(theme)
  const { added, gone, reworded, progressed } = counts
  const plain = added + gone === 0 ? [] : [safe`+${added} ${minus}${gone}`]
  const units = unit === 'step' ? safe`steps` : safe`lines`
  const one = unit === 'step' ? safe`step` : safe`line`
  const long = [
    ...plain.map((words) => safe`${words} ${added + gone === 1 ? one : units}`),
    ...(reworded === 0 ? [] : [safe`${reworded} reworded`]),
    ...(counts.moved === 0 ? [] : [safe`${counts.moved} moved`]),
    ...(progressed === 0 ? [] : [safe`${progressed} progressed`]),
  ]
  if (long.length === 0) return [safe`no changes`, safe`no changes`]
  const short = [
    ...plain,
    ...(reworded === 0 ? [] : [safe`~${reworded}`]),
    ...(counts.moved === 0 ? [] : [safe`${moved}${counts.moved}`]),
    ...(progressed === 0 ? [] : [safe`${completed}${progressed}`]),
  ]
  return [long.join(', ') as SafeText, short.join(' ') as SafeText]
}

/** A part of a line: as it was, or changed. Raw. */
interface LinePart {
  readonly text: string
  readonly isMarked: boolean
}

/** Characters shown of a line, and of each unchanged part of a longer one beside a change. */
const maxLength = 4000
const beside = 200

/** The parts of a line; of a long one only what is changed, and some of the text beside it. */
function lineExcerpt(line: string, marked: readonly Span[]): readonly LinePart[] {
  const isLong = line.length > maxLength
  const parts: LinePart[] = []
  let left = maxLength
  const add = (text: string, isMarked: boolean): void => {
    if (text === '' || left <= 0) return
    parts.push({ text: text.length > left ? `${text.slice(0, left)}…` : text, isMarked })
    left -= text.length
  }
  let at = 0
  for (const { start, end } of marked) {
    add(isLong ? shortened(line.slice(at, start), at === 0) : line.slice(at, start), false)
    add(line.slice(start, end), true)
    at = end
  }
  const rest = line.slice(at)
  add(isLong && marked.length > 0 && rest.length > beside ? `${rest.slice(0, beside)}…` : rest, false)
  return parts
}

/** An unchanged part before a change: its beginning, if that is beside another change, and its end. */
function shortened(text: string, isFirst: boolean): string {
  if (text.length <= 2 * beside) return text
  return `${isFirst ? '' : text.slice(0, beside)}…${text.slice(-beside)}`
}
