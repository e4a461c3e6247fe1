import { cutPieces } from '../../lib/cells/row.ts'
import { safe, type SafeText } from '../../lib/text/safe-text.ts'
import { singleWidth } from '../../lib/text/graphemes.ts'
import { displayWidth } from '../../lib/text/width.ts'
import type { Look } from '../paint/look.ts'
import { gap, part, type Bar, type Part } from './row-form.ts'

/** A part and the columns where it stands; `to` is the one after the last. */
export interface PlacedPart extends Part {
  readonly from: number
  readonly to: number
}

/**
 * The parts of a bar that are shown, without gaps from the left: the blanks between its ends are a part too. Together they are at
 * most as wide as the look.
 */
export function fit(
  { left, right = [], width = Number.POSITIVE_INFINITY }: Omit<Bar, 'form'>,
  look: Pick<Look, 'columns'>,
): readonly PlacedPart[] {
  const columns = Math.min(width, look.columns)
  if (textOf(right) === '') return placed(cutParts(left, columns))
  const room = columns - displayWidth(textOf(right))
  if (room <= 0) return placed(cutParts(right, columns))
  const shown = cutParts(left, room)
  return placed([...shown, gap(room - displayWidth(textOf(shown))), ...right])
}

/** The parts in so many columns; the last one that is shown ends with an ellipsis if anything is cut. */
export function cutParts(parts: readonly Part[], columns: number): readonly Part[] {
  return cutPieces(parts, columns, part('normal', safe`…`))
}

export function textOf(parts: readonly Part[]): SafeText {
  return parts.map(({ text }) => text).join('') as SafeText
}

function placed(parts: readonly Part[]): readonly PlacedPart[] {
  // Characters may combine with those of the part before, but few do.
  const isSingle = singleWidth.test(textOf(parts))
  let before = ''
  let from = 0
  return parts.flatMap((each) => {
    if (each.text === '') return []
    if (!isSingle) before += each.text
    const place = { ...each, from, to: isSingle ? from + each.text.length : displayWidth(before) }
    from = place.to
    return [place]
  })
}
