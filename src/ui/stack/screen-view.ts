import { isSameRow, type Row } from '../../lib/cells/row.ts'
import type { PointerTarget } from '../pointer/pointer-target.ts'

/** The view model of a component: the rows that it shows, none wider than the screen. */
export interface View<Kind extends string> {
  readonly kind: Kind
  readonly rows: readonly Row[]
}

type ViewOf<Kind extends string> = Kind extends string ? View<Kind> : never

const canvases = ['tab-bar', 'plan-pane', 'panel', 'picker', 'status-line', 'key-hints'] as const

/** A part whose rows change with an update of a plan (`components/canvas.tsx`). */
export type CanvasView = ViewOf<(typeof canvases)[number]>

/** `notice`: how the agent ended, or why its prompts are held back. */
export type DialogView = ViewOf<'question-dialog' | 'form' | 'notice'>

export type PartView = CanvasView | DialogView | ViewOf<'header' | 'prompt-line'>

/** The view model of the screen. */
export interface ScreenView {
  readonly columns: number
  /** What each component shows, from the top of the screen to its bottom; no kind twice. */
  readonly parts: readonly PartView[]
}

/** What is at a place of the screen. */
export interface PointedPlace {
  /** null: beside all parts. */
  readonly part: PartView['kind'] | null
  /** null: nothing there can be clicked. */
  readonly target: PointerTarget | null
}

/** All rows of the screen from its top to its bottom. */
export function screenRows({ parts }: ScreenView): readonly Row[] {
  return parts.flatMap(({ rows }) => rows)
}

/** The part in a row of the screen, and the row within it; null: there is none. */
export function partAt(
  { parts }: ScreenView,
  row: number,
): { readonly part: PartView; readonly row: number } | null {
  let top = 0
  for (const part of parts) {
    if (row >= top && row < top + part.rows.length) return { part, row: row - top }
    top += part.rows.length
  }
  return null
}

const canvasKinds: ReadonlySet<PartView['kind']> = new Set(canvases)

export function isCanvas(part: PartView): part is CanvasView {
  return canvasKinds.has(part.kind)
}

/** Whether Ink draws the same for both: of a canvas it only knows how many rows it has. */
export function isSameForInk(one: ScreenView, other: ScreenView): boolean {
  return (
    one.columns === other.columns &&
    one.parts.length === other.parts.length &&
    one.parts.every((part, index) => isSamePart(part, other.parts[index] ?? part))
  )
}

/** Whether Ink draws the same for both. */
export function isSamePart(one: PartView, other: PartView): boolean {
  if (one.kind !== other.kind || one.rows.length !== other.rows.length) return false
  return isCanvas(one) || one.rows.every((row, index) => isSameRow(row, other.rows[index] ?? []))
}
