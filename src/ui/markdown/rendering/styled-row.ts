import { row, type Row, type Run } from '../../../lib/cells/row.ts'
import { safeLine } from '../../../lib/text/safe-text.ts'
import { linked, shownText } from '../../paint/paint.ts'
import type { Theme } from '../../paint/theme.ts'

/** A row that is laid out, whose text may not be safe yet. No run contains a line break. */
export type StyledRow = readonly Run<string>[]

/** Rows for a theme. Each run is made safe once more here, so that no earlier mistake can reach a terminal. */
export function rowPainter(theme: Theme): (styled: StyledRow) => Row {
  const painted = ({ text, style, link }: Run<string>): Run => {
    const safe = { text: shownText(theme, safeLine(text)), style, link: null }
    return link === null ? safe : linked(theme, safe, link)
  }
  return (styled) => row(styled.map(painted))
}
