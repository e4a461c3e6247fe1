import { formattedJson } from '../../lib/json/formatted-json.ts'
import { safe, safeLine } from '../../lib/text/safe-text.ts'
import { cutToWidth } from '../../lib/text/width.ts'
import { wrapText } from '../../lib/text/wrap.ts'
import type { OpaqueBody } from '../../plans/kinds/opaque.ts'
import { emptyRow, row, type Row } from '../../lib/cells/row.ts'
import { paint } from '../paint/paint.ts'
import type { Theme } from '../paint/theme.ts'
import { scrolledRows, textRows } from './text-rows.ts'
import type { PaneFrame, PaneKind, PaneView } from './pane.ts'

/** Characters of a payload that are shown. */
const maxPayloadLength = 200_000

export const opaque: PaneKind<OpaqueBody> = {
  draw: (_plan, body, frame) => drawOpaque(body, frame),
}

/** A plan of an unknown type: its payload as formatted JSON. */
export function drawOpaque(body: OpaqueBody, frame: PaneFrame): PaneView {
  return scrolledRows(rowsOf(body, frame), frame)
}

let last: {
  readonly body: OpaqueBody
  readonly columns: number
  readonly theme: Theme
  readonly rows: readonly Row[]
} | null = null

/** The rows of the last payload are cached: a large one is not laid out for each frame. */
function rowsOf(body: OpaqueBody, frame: PaneFrame): readonly Row[] {
  const { columns, theme } = frame
  if (last?.body !== body || last.columns !== columns || last.theme !== theme)
    last = { body, columns, theme, rows: [...headRows(body, frame), emptyRow, ...payloadRows(body, frame)] }
  return last.rows
}

function headRows(body: OpaqueBody, frame: PaneFrame): readonly Row[] {
  const type = cutToWidth(safeLine(body.planType.slice(0, 200)), 40)
  const lines = wrapText(safe`A plan of type “${type}”, shown as received.`, frame.columns - 2)
  return lines.map((line) => row(safe` `, paint(frame.theme, 'dim', line)))
}

function payloadRows(body: OpaqueBody, frame: PaneFrame): readonly Row[] {
  const { text, isCut } = formattedJson(body.payload, maxPayloadLength)
  const rows = textRows(text, frame)
  return isCut ? [...rows, row(safe` `, paint(frame.theme, 'warning', safe`… and more.`))] : rows
}
