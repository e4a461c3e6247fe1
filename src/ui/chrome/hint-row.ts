import { row, type Row } from '../../lib/cells/row.ts'
import { safe, safeLine } from '../../lib/text/safe-text.ts'
import { displayWidth } from '../../lib/text/width.ts'
import { paint } from '../paint/paint.ts'
import type { Theme } from '../paint/theme.ts'
import type { Hint } from '../keys/hint.ts'

/** The hints as a row; those that do not fit are omitted. */
export function hintRow(hints: readonly Hint[], theme: Theme, columns: number): Row {
  const pieces = placedHints(hints, columns).map(({ hint: { key, does } }) =>
    row(paint(theme, 'key', safeLine(key)), safe` `, paint(theme, 'dim', safeLine(does))),
  )
  return row(safe` `, ...pieces.flatMap((piece, index) => (index === 0 ? [piece] : [safe`  `, piece])))
}

/** The hint in a column of the row; null: there is none. */
export function hintIn(hints: readonly Hint[], columns: number, column: number): Hint | null {
  return placedHints(hints, columns).find(({ from, to }) => column >= from && column < to)?.hint ?? null
}

interface PlacedHint {
  readonly hint: Hint
  /** Its columns; `to` is the one after the last. */
  readonly from: number
  readonly to: number
}

/** The hints that fit, in order, with two blanks between them. */
function placedHints(hints: readonly Hint[], columns: number): readonly PlacedHint[] {
  const placed: PlacedHint[] = []
  let from = 1
  for (const hint of hints) {
    const to = from + displayWidth(hint.key) + displayWidth(hint.does) + 1
    if (to > columns - 1) continue
    placed.push({ hint, from, to })
    from = to + 2
  }
  return placed
}
