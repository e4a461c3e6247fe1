import { formattedJson } from '../../lib/json/json-values.ts'
import { memoLast } from '../../lib/memo.ts'
import { safe } from '../../lib/text/safe-text.ts'
import { cutLine } from '../../lib/text/width.ts'
import type { OpaqueBody } from '../../plans/kinds/opaque.ts'
import { emptyRow, row, type Row } from '../../lib/cells/row.ts'
import { paint } from '../paint/paint.ts'
import type { Theme } from '../paint/theme.ts'
import { settleRows, textRows, wrappedRows, type PaneKind } from './pane.ts'

/** Characters of a payload that are shown. */
const maxPayloadLength = 200_000

/** A plan of an unknown type: its payload as formatted JSON. */
export const opaque: PaneKind<OpaqueBody> = {
  settle: (_plan, body, at) => settleRows(opaqueRows(body, at.theme, at.columns), at),
}

/** The last rows are cached: a large payload is not formatted for each frame. */
const opaqueRows = memoLast((body: OpaqueBody, theme: Theme, columns: number): readonly Row[] => {
  const type = cutLine(body.planType, 40)
  const head = safe`A plan of type “${type}”, shown as received.`
  const { text, isCut } = formattedJson(body.payload, maxPayloadLength)
  return [
    ...wrappedRows(head, { theme, role: 'dim', columns: columns - 2 }),
    emptyRow,
    ...textRows(text, theme, columns),
    ...(isCut ? [row(safe` `, paint(theme, 'warning', safe`… and more.`))] : []),
  ]
})
