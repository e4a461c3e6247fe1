import type { StepRequest } from '../../app/words/prompt.ts'
import { row, type Row } from '../../lib/cells/row.ts'
import { safe, type SafeText } from '../../lib/text/safe-text.ts'
import { glyphs } from '../paint/glyphs.ts'
import { paint } from '../paint/paint.ts'
import type { Theme } from '../paint/theme.ts'

/** What a row says of a step besides its text. */
export interface StepSigns {
  /** It is one of the steps that the user has selected. */
  readonly isPicked: boolean
  /** What the user has asked for it; null: nothing. */
  readonly asked: StepRequest | null
}

/** One column between the sign of a step's status and its text. */
export function stepSign(theme: Theme, { isPicked, asked }: StepSigns): Row {
  const { selected, asked: arrow, removed } = glyphs(theme)
  if (isPicked) return paint(theme, 'accent', selected)
  switch (asked) {
    case null:
      return row(safe` `)
    case 'only':
    case 'first':
      return paint(theme, 'accent', arrow)
    case 'skip':
      return paint(theme, 'accent', removed)
    case 'explain':
      return paint(theme, 'accent', safe`?`)
  }
}

/** The request in words. */
export const askedWords: Readonly<Record<StepRequest, SafeText>> = {
  only: safe`asked: only these`,
  first: safe`asked: first`,
  skip: safe`asked: skip`,
  explain: safe`asked: explain`,
}
