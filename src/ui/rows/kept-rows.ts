import { cutRow, emptyRow, isSameRow, row, rowWidth, type Row } from '../../lib/cells/row.ts'
import type { SafeText } from '../../lib/text/safe-text.ts'
import { glyphs } from '../paint/glyphs.ts'
import type { Look } from '../paint/look.ts'
import { paint } from '../paint/paint.ts'
import type { Part, RowForm } from './row-form.ts'

interface Kept<Laid> {
  readonly inputs: readonly unknown[]
  readonly madeAtMs: number
  readonly laid: Laid
}

interface Joined extends Look {
  readonly left: Row
  readonly right: Row
  readonly row: Row
}

/** Keeps what was laid out for each region of a screen: what says the same in the next frame has the same rows, and is not made again. */
export class KeptRows {
  readonly #kept = new Map<string, Kept<{ readonly untilMs: number | null }>>()
  #joined: readonly Joined[] = []
  #nowMs = 0

  /** A frame at this time begins. Times may go back. */
  begin(nowMs: number): void {
    this.#nowMs = nowMs
  }

  /**
   * What was made last for the region, if its inputs are the same (`Object.is`) and it is still true; else it is made anew. The inputs
   * have to be all that `make` depends on besides the time.
   */
  rows<Laid extends { readonly untilMs: number | null }>(
    region: string,
    inputs: readonly unknown[],
    make: () => Laid,
  ): Laid {
    const kept = this.#kept.get(region)
    // What is kept for a region was made by the same caller.
    if (kept !== undefined && this.#isTrue(kept) && isSame(kept.inputs, inputs)) return kept.laid as Laid
    const laid = make()
    this.#kept.set(region, { inputs, madeAtMs: this.#nowMs, laid })
    return laid
  }

  /** Rows side by side, the left ones as wide as `columns`, with a line between; where both are the same as last time, the same row. */
  beside(left: readonly Row[], right: readonly Row[], { theme, columns }: Look): readonly Row[] {
    const line = paint(theme, 'dim', glyphs(theme).upright)
    const joined = left.map((each, at): Joined => {
      const beside = right[at] ?? emptyRow
      const before = this.#joined[at]
      const isKnown = before?.theme === theme && before.columns === columns
      if (isKnown && isSameRow(before.left, each) && isSameRow(before.right, beside)) return before
      const shown = cutRow(each, columns)
      const blanks = ' '.repeat(Math.max(0, columns - rowWidth(shown))) as SafeText
      return { left: each, right: beside, columns, theme, row: row(shown, blanks, line, beside) }
    })
    this.#joined = joined
    return joined.map((each) => each.row)
  }

  #isTrue({ madeAtMs, laid: { untilMs } }: Kept<{ readonly untilMs: number | null }>): boolean {
    return madeAtMs <= this.#nowMs && (untilMs === null || this.#nowMs < untilMs)
  }
}

function isSame(one: readonly unknown[], other: readonly unknown[]): boolean {
  return one.length === other.length && one.every((each, index) => Object.is(each, other[index]))
}

/** All that a form is laid out from, besides the look. */
export function inputsOf(form: RowForm): readonly unknown[] {
  switch (form.form) {
    case 'bar': {
      const { left, right = [], target } = form
      return [target, left.length, ...partInputs([...left, ...right])]
    }
    case 'input': {
      const { label, line, after = [], right, most, targetOf } = form
      const parts = partInputs([...label, ...after, ...(right === undefined ? [] : [right])])
      return [line.text, line.cursor, most, targetOf, label.length, after.length, ...parts]
    }
    case 'wrap':
    case 'rule':
    case 'canvas':
      return Object.values(form)
  }
}

function partInputs(parts: readonly Part[]): readonly unknown[] {
  return parts.flatMap(({ text, role, target, untilMs }) => [text, role, target, untilMs])
}
