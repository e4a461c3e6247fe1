import { own, safeLine } from '../../lib/text/safe-text.ts'
import { cutToWidth } from '../../lib/text/width.ts'
import type { OpaqueBody } from '../../plans/plan.ts'
import { emptyRow, paint, row, type Painted } from '../paint/painted.ts'
import { scrolledRows, textRows } from './text-rows.ts'
import type { PaneFrame, PaneView } from './pane.ts'

/** Characters of a payload that are shown; the rest is said to be there. */
const payloadShown = 200_000

/** A plan of a type that we do not know: its payload, laid out. */
export function drawOpaque(body: OpaqueBody, frame: PaneFrame): PaneView {
  const type = cutToWidth(safeLine(body.planType), Math.max(8, frame.columns - 40))
  const head = row(own` `, paint(frame.theme, 'dim', own`A plan of type “${type}”, shown as it came.`))
  return scrolledRows([head, emptyRow, ...payloadRows(body, frame)], frame)
}

function payloadRows(body: OpaqueBody, frame: PaneFrame): readonly Painted[] {
  const json = layOut(body.payload)
  const rows = textRows(json.slice(0, payloadShown), frame)
  if (json.length <= payloadShown) return rows
  return [...rows, paint(frame.theme, 'warning', own` … and ${json.length - payloadShown} characters more`)]
}

function layOut(payload: unknown): string {
  try {
    return JSON.stringify(payload, null, 2)
  } catch {
    // Nested deeper than the stack: what is shown is that it is there.
    return '(nested too deep to be laid out)'
  }
}
