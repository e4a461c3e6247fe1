import { safe, safeLine, type SafeText } from '../../lib/text/safe-text.ts'
import { cutToWidth } from '../../lib/text/width.ts'
import type { TableBody } from '../../plans/kinds/table.ts'
import { rowWidth, row, type Row } from '../../lib/cells/row.ts'
import { paint } from '../paint/paint.ts'
import type { Theme } from '../paint/theme.ts'
import { settleRows, type PaneKind } from './pane.ts'

export const _table: PaneKind<TableBody> = {
  settle(_plan, { columns, rows }, at) {
    const { theme } = at
    const width = Math.floor((at.columns - 2) / Math.max(1, columns.length))
    const drawn = rows.map((cells) => cellsRow(cells, 'normal', { theme, width }))
    return settleRows([cellsRow(columns, 'heading', { theme, width }), ...drawn], at)
  },
}

function cellsRow(
  cells: readonly string[],
  role: 'heading' | 'normal',
  { theme, width }: { readonly theme: Theme; readonly width: number },
): Row {
  const parts = cells.flatMap((cell) => {
    const word = paint(theme, role, cutToWidth(safeLine(cell.slice(0, 1000)), width - 1))
    return [word, ' '.repeat(Math.max(1, width - rowWidth(word))) as SafeText]
  })
  return row(safe` `, ...parts)
}
