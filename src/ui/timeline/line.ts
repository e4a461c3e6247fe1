import { row, type Row } from '../../lib/cells/row.ts'
import type { SafeText } from '../../lib/text/safe-text.ts'
import { displayWidth } from '../../lib/text/width.ts'
import { paint } from '../paint/paint.ts'
import type { Role, Theme } from '../paint/theme.ts'

/** A row of a fixed width in which texts are put at columns, the first of two that overlap. */
export class Line {
  readonly #width: number
  readonly #pieces: { readonly from: number; readonly text: SafeText; readonly role: Role }[] = []

  constructor(width: number) {
    this.#width = width
  }

  /** Puts a text, if it is inside the row and hides no other one; whether it did. */
  put(from: number, text: SafeText, role: Role): boolean {
    const to = from + displayWidth(text)
    if (from < 0 || to > this.#width) return false
    const last = this.#pieces.at(-1)
    const isFree =
      last === undefined ||
      from >= last.from + displayWidth(last.text) ||
      this.#pieces.every((other) => to <= other.from || from >= other.from + displayWidth(other.text))
    if (isFree) this.#pieces.push({ from, text, role })
    return isFree
  }

  /** Puts a text at the right edge, if that is not before a column. */
  putRight(least: number, text: SafeText, role: Role): void {
    const from = this.#width - displayWidth(text)
    if (from >= least) this.put(from, text, role)
  }

  row(theme: Theme): Row {
    const pieces: (Row | SafeText)[] = []
    let at = 0
    for (const { from, text, role } of this.#pieces.toSorted((one, other) => one.from - other.from)) {
      pieces.push(' '.repeat(from - at) as SafeText, paint(theme, role, text))
      at = from + displayWidth(text)
    }
    return row(...pieces)
  }
}
