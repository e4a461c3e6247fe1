import { isSameRow, type Row } from '../../lib/cells/row.ts'
import type { Look } from '../paint/look.ts'
import { stackRows, type LaidRows, layRows } from '../rows/lay-rows.ts'
import type { RowForm, PointerTarget } from '../rows/row-form.ts'

/** The view model of a component: the forms that it shows below each other, and how they are laid out. */
export interface View<Kind extends string> extends LaidRows {
  readonly kind: Kind
  readonly forms: readonly RowForm[]
  readonly look: Look
}

type ViewOf<Kind extends string> = Kind extends string ? View<Kind> : never

const canvases = ['tab-bar', 'plan-pane', 'panel', 'picker', 'status-line', 'key-hints'] as const

/**
 * A part whose rows change with an update of a plan (`Canvas` in `ink/mount-app.tsx`). `plan-pane`: the selected plan or why there is none
 * (`plan-panes/`); `panel` and `picker` are open over it; the others are drawn in `chrome/`.
 */
export type CanvasView = ViewOf<(typeof canvases)[number]>

/** `notice`: how the agent ended, or why its prompts are held back. */
export type DialogView = ViewOf<'question-dialog' | 'form' | 'notice'>

export type PartView = CanvasView | DialogView | ViewOf<'header' | 'prompt-line'>

export interface ScreenView {
  readonly columns: number
  /** What each component shows, from the top of the screen to its bottom; no kind twice. */
  readonly parts: readonly PartView[]
}

/** What is at a place of the screen. */
export interface Pointed {
  /** `side`: the second pane, which stands in the same part as the plan. null: beside all parts. */
  readonly part: PartView['kind'] | 'side' | null
  /** null: nothing there can be clicked. */
  readonly target: PointerTarget | null
}

/** A part of the screen, its forms laid out. */
export function partOf<Kind extends PartView['kind']>(
  kind: Kind,
  forms: readonly RowForm[],
  look: Look,
): View<Kind> {
  return { kind, forms, look, ...stackRows(forms.map((form) => layRows(form, look))) }
}

export function screenRows({ parts }: ScreenView): readonly Row[] {
  return parts.flatMap(({ rows }) => rows)
}

/** What is at a place of the screen; column and row count from 0. */
export function placeAt({ parts }: ScreenView, column: number, row: number): Pointed {
  let top = 0
  for (const { kind, rows, targetAt } of parts) {
    if (row >= top && row < top + rows.length) return { part: kind, target: targetAt(row - top, column) }
    top += rows.length
  }
  return { part: null, target: null }
}

const canvasKinds: ReadonlySet<PartView['kind']> = new Set(canvases)

export function isCanvas(part: PartView): part is CanvasView {
  return canvasKinds.has(part.kind)
}

/** Whether Ink draws the same for both: of a canvas it only knows how many rows it has. */
function isSameForInk(one: ScreenView, other: ScreenView): boolean {
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

/** Holds the view model that the components show. `publish` notifies them only if Ink has something to draw. */
export interface ScreenStore {
  readonly subscribe: (listener: () => void) => () => void
  /** The view model that Ink draws. */
  readonly drawn: () => ScreenView
  /** Returns whether Ink will draw. */
  publish(view: ScreenView): boolean
}

export function createScreenStore(first: ScreenView): ScreenStore {
  let drawn = first
  const listeners = new Set<() => void>()
  return {
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    drawn: () => drawn,
    publish(view) {
      if (isSameForInk(drawn, view)) return false
      drawn = view
      for (const listener of listeners) listener()
      return true
    },
  }
}
