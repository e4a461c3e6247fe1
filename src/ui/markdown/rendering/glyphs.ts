import type { Theme } from '../../paint/theme.ts'

/** The signs that are drawn around the text of a document. */
export interface Glyphs {
  readonly bullet: string
  readonly boxOpen: string
  readonly boxDone: string
  readonly quote: string
  /** Under a heading of level 1, and of level 2. */
  readonly doubleLine: string
  readonly line: string
  /** A break between parts of a text, in the middle of its row: unlike the lines around the plan. */
  readonly partBreak: string
  readonly columnGap: string
  readonly lineGap: string
}

const unicode: Glyphs = {
  bullet: '• ',
  boxOpen: '☐ ',
  boxDone: '☑ ',
  quote: '│ ',
  doubleLine: '═',
  line: '─',
  partBreak: '•   •   •',
  columnGap: ' │ ',
  lineGap: '─┼─',
}

const ascii: Glyphs = {
  bullet: '- ',
  boxOpen: '[ ] ',
  boxDone: '[x] ',
  quote: '> ',
  doubleLine: '=',
  line: '-',
  partBreak: '*   *   *',
  columnGap: ' | ',
  lineGap: '-+-',
}

export function glyphsOf(theme: Theme): Glyphs {
  return theme.ascii ? ascii : unicode
}
