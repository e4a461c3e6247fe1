import { memoLast, memoWeak, memoBeside } from '../../lib/memo.ts'
import { row, rowWidth, spread, type Row } from '../../lib/cells/row.ts'
import { counted } from '../../lib/text/wording.ts'
import { safe, type SafeText } from '../../lib/text/safe-text.ts'
import { displayWidth } from '../../lib/text/width.ts'
import { isBlank } from '../../plans/comparison/compare-texts.ts'
import type { Comparison, Piece } from '../../plans/comparison/comparison.ts'
import type { ChangedLines, ChangedRow } from '../markdown/line-rows.ts'
import { keyWords, type KeyMap } from '../keys/key-map.ts'
import { glyphs } from '../paint/glyphs.ts'
import { paint } from '../paint/paint.ts'
import type { Role, Theme } from '../paint/theme.ts'
import type { Look } from '../paint/look.ts'

/** What has changed at a line or step of the later revision, as bits. */
export const changeBits = { added: 1, reworded: 2, moved: 4, goneBelow: 8, goneAbove: 16 } as const

const changedHere = changeBits.added | changeBits.reworded | changeBits.moved

/** The changes of a comparison by the lines or steps of its later revision. */
export interface ChangesByLine {
  /** `changeBits` of each; 0: nothing has changed. */
  readonly changes: Uint8Array
  /** How many are gone below a line or step; above the first one at −1. */
  readonly gone: ReadonlyMap<number, number>
  /** Where those that have moved stood, in words. */
  readonly movedFrom: ReadonlyMap<number, SafeText>
}

export const marksOf = memoWeak(marked)

function marked(comparison: Comparison): ChangesByLine {
  const { unit, after, before, pieces } = comparison
  const changes = new Uint8Array(after.length)
  const gone = new Map<number, number>()
  const movedFrom = new Map<number, SafeText>()
  let last = -1
  for (const [at, piece] of pieces.entries()) {
    if (piece.type === 'gone') {
      // Lines in whose place there are new ones are not marked: those are.
      const isReplaced = unit === 'line' && isBesideAdded(pieces, at)
      if (!isReplaced && !isBlank(before[piece.before] ?? '')) gone.set(last, (gone.get(last) ?? 0) + 1)
      continue
    }
    const bits = bitsOf(piece)
    const end = piece.after + (piece.type === 'same' ? piece.count : 1)
    if (bits > 0 && !isBlank(after[piece.after] ?? '')) changes[piece.after] = bits
    if (piece.type === 'moved' || (piece.type === 'reworded' && piece.isMoved))
      movedFrom.set(piece.after, placeOf(comparison, piece.before))
    for (let index = piece.after; index < end; index++) if (!isBlank(after[index] ?? '')) last = index
  }
  const first = after.findIndex((each) => !isBlank(each))
  for (const index of gone.keys()) {
    if (index >= 0) changes[index] = (changes[index] ?? 0) | changeBits.goneBelow
    else if (first >= 0) changes[first] = (changes[first] ?? 0) | changeBits.goneAbove
  }
  return { changes, gone, movedFrom }
}

function isBesideAdded(pieces: readonly Piece[], at: number): boolean {
  let next = at
  while (pieces[next]?.type === 'gone') next++
  return pieces[next]?.type === 'added'
}

function bitsOf(piece: Piece): number {
  switch (piece.type) {
    case 'added':
      return changeBits.added
    case 'reworded':
      return changeBits.reworded
    case 'moved':
      return changeBits.moved
    case 'same':
    case 'progressed':
    case 'gone':
      return 0
  }
}

const numbered = /^\s{0,200}(?:>\s{0,9}){0,9}(\d{1,9})[.)]\s/

/** Where a line or step stood, in words: the number of a step, else that of the line. */
export function placeOf({ unit, before }: Comparison, index: number): SafeText {
  if (unit === 'step') return safe`${index + 1}`
  const [, number] = numbered.exec(before[index] ?? '') ?? []
  return number === undefined ? safe`line ${index + 1}` : safe`${Number(number)}`
}

/** The changed lines of a text, with their places in it. The last ones are cached. */
export const changedLinesOf = memoLast((comparison: Comparison, text: string): ChangedLines => {
  const { after } = comparison
  const starts = new Uint32Array(after.length)
  let start = 0
  for (const [index, line] of after.entries()) {
    starts[index] = start
    start += line.length + 1
  }
  return { changes: marksOf(comparison).changes, starts, end: Math.min(start, text.length) }
})

/** Whether both rows are new, or both reworded, or both moved. */
export function isSameChange(one: number, other: number): boolean {
  return (one & changedHere) > 0 && (one & changedHere) === (other & changedHere)
}

/** The bar at the left edge of a row with these changes, one column wide. */
export function changeBar(theme: Theme, changes: number): Row {
  const signs = glyphs(theme)
  if ((changes & changedHere) > 0) {
    const role: Role = (changes & changeBits.added) > 0 ? 'good' : 'warning'
    return paint(theme, role, signs.changeBar)
  }
  return paint(theme, 'bad', (changes & changeBits.goneBelow) > 0 ? signs.goneBelow : signs.goneAbove)
}

/** What has changed, in a few words and in fewer. */
export type ChangeWords = readonly [SafeText, SafeText]

export const noWords: ChangeWords = [safe``, safe``]

/** What has changed in a row, with the key that shows all of it where the words cannot say it. */
export function changeWords(
  comparison: Comparison,
  { changes, line }: ChangedRow,
  keys: KeyMap,
): ChangeWords {
  const { gone, movedFrom } = marksOf(comparison)
  const from = movedFrom.get(line)
  const moved = from === undefined ? safe`` : safe`moved from ${from}`
  if ((changes & changeBits.added) > 0) return [safe`added`, safe`added`]
  if ((changes & changeBits.reworded) > 0)
    return [
      moved === '' ? safe`reworded · ${keyWords(keys, 'show-changes')} shows` : safe`reworded, ${moved}`,
      safe`reworded`,
    ]
  if ((changes & changeBits.moved) > 0) return [moved, safe`moved`]
  const count = gone.get((changes & changeBits.goneBelow) > 0 ? line : -1) ?? 0
  if (count === 0) return noWords
  const words = safe`${counted(count, comparison.unit)} gone`
  return [safe`${words} · ${keyWords(keys, 'show-changes')} shows`, words]
}

/** How a row is marked. */
export interface BarredRow extends Look {
  /** The bits of its bar. */
  readonly changes: number
  /** What is written at its right if there is room. */
  readonly words: ChangeWords
}

const barred = memoBeside<Row>()

/** The row behind its bar; the same object as before for the same row, so that the painter knows it again. */
export function barredRow(each: Row, look: BarredRow): Row {
  const { theme, columns, changes, words } = look
  return barred(each, [theme, columns, changes, words[0]], () => {
    const left = row(changeBar(theme, changes), each)
    const room = columns - rowWidth(left) - 3
    const fitting = words.find((one) => displayWidth(one) <= room) ?? safe``
    return spread(left, paint(theme, 'dim', fitting), columns - 1)
  })
}
