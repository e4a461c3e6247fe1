import type { SafeText } from '../../lib/text/safe-text.ts'
import { emptyRow, paint, plainText, row, type Painted } from '../paint/painted.ts'
import type { Theme } from '../paint/theme.ts'
import { removalMs } from '../screen/timing.ts'

/** The rows of a removed plan `sinceMs` after its removal: struck through in one sweep, dimmed, then closed upwards. */
export function leavingRows(theme: Theme, rows: readonly Painted[], sinceMs: number): readonly Painted[] {
  const share = Math.min(1, sinceMs / removalMs)
  if (share < 0.5) return rows.map((painted) => swept(theme, painted, share / 0.5))
  const closing = Math.floor(((share - 0.5) / 0.5) * 4)
  const kept = Math.max(0, rows.findLastIndex((painted) => painted !== '') + 1)
  const left = Math.ceil(kept * (1 - closing / 4))
  return rows.map((painted, index) => (index < left ? paint(theme, 'dim', plainText(painted)) : emptyRow))
}

/** The time between two steps of the sweep. */
export const sweepStepMs = 50

function swept(theme: Theme, painted: Painted, share: number): Painted {
  const text = plainText(painted)
  const at = Math.round(text.length * share)
  const body = text.trimStart()
  const indent = text.length - body.length
  if (at <= indent) return painted
  return row(
    text.slice(0, indent) as SafeText,
    paint(theme, 'struck', text.slice(indent, at) as SafeText),
    text.slice(at) as SafeText,
  )
}

/** The rows of a plan whose agent is gone. */
export function dimmedRows(theme: Theme, rows: readonly Painted[]): readonly Painted[] {
  return rows.map((painted) => paint(theme, 'dim', plainText(painted)))
}
