import { row, type Row } from '../../lib/cells/row.ts'
import { paint } from '../paint/paint.ts'
import type { Theme } from '../paint/theme.ts'
import type { PlacedPart } from './fit.ts'
import type { Part } from './row-form.ts'
import type { PointerTarget } from './target.ts'

/** The parts beside each other, each in the style of its role. */
export function paintParts(parts: readonly Part[], theme: Theme): Row {
  return row(...parts.map((part) => paintPart(part, theme)))
}

function paintPart({ text, role }: Part, theme: Theme): Row {
  return role === 'normal' && text.trim() === '' ? row(text) : paint(theme, role, text)
}

/** Where a click on a column of the parts leads; null: to nothing. */
export function targetInParts(parts: readonly PlacedPart[], column: number): PointerTarget | null {
  return parts.find(({ from, to }) => column >= from && column < to)?.target ?? null
}
