import { isSameRow, type Row } from '../../lib/cells/row.ts'

/** The view model of a component: the rows that it shows, none wider than the screen. */
interface View<Kind extends string> {
  readonly kind: Kind
  readonly rows: readonly Row[]
}

export type HeaderView = View<'header'>
export type TabBarView = View<'tab-bar'>
export type PlanPaneView = View<'plan-pane'>
export type PanelView = View<'panel'>
export type PickerView = View<'picker'>
export type QuestionDialogView = View<'question-dialog'>
export type FormView = View<'form'>
export type NoticeView = View<'notice'>
export type StatusLineView = View<'status-line'>
export type PromptLineView = View<'prompt-line'>
export type KeyHintsView = View<'key-hints'>

/** The view model of the screen: what each of its components shows. */
export interface ScreenView {
  readonly columns: number
  readonly header: HeaderView
  readonly tabBar: TabBarView
  /** The selected plan, or the open panel or picker. */
  readonly main: PlanPaneView | PanelView | PickerView
  /** A question of the agent, or a notice about the connection; null: neither. */
  readonly dialog: QuestionDialogView | FormView | NoticeView | null
  /** null: its row is used for something else. */
  readonly statusLine: StatusLineView | null
  readonly promptLine: PromptLineView
  readonly keyHints: KeyHintsView
}

export type PartView =
  | ScreenView['header' | 'tabBar' | 'main' | 'promptLine' | 'keyHints']
  | NonNullable<ScreenView['dialog' | 'statusLine']>

/**
 * The parts of the screen from its top to its bottom: the only place that says how they are stacked. `<App>` renders them in
 * this order, and pictures join their rows.
 */
export function partsOf(view: ScreenView): readonly PartView[] {
  const { header, tabBar, main, dialog, statusLine, promptLine, keyHints } = view
  const below = [dialog, statusLine].filter((part) => part !== null)
  return [header, tabBar, main, ...below, promptLine, keyHints]
}

/** All rows of the screen from its top to its bottom. */
export function screenRows(view: ScreenView): readonly Row[] {
  return partsOf(view).flatMap((part) => part.rows)
}

/** The number of rows above the main part. */
export function rowsAbove({ header, tabBar }: Omit<ScreenView, 'main'>): number {
  return header.rows.length + tabBar.rows.length
}

/** The number of rows below the main part. */
export function rowsBelow(view: Omit<ScreenView, 'main'>): number {
  const { dialog, statusLine, promptLine, keyHints } = view
  const others = (dialog?.rows.length ?? 0) + (statusLine?.rows.length ?? 0)
  return others + promptLine.rows.length + keyHints.rows.length
}

/** The parts whose rows change with almost every update (`components/canvas.tsx`). */
export type CanvasView = TabBarView | PlanPaneView | PanelView | PickerView | StatusLineView

const canvases: ReadonlySet<PartView['kind']> = new Set<CanvasView['kind']>([
  'tab-bar',
  'plan-pane',
  'panel',
  'picker',
  'status-line',
])

export function isCanvas(part: PartView): part is CanvasView {
  return canvases.has(part.kind)
}

/** Whether Ink draws the same for both: of a canvas it only knows how many rows it has. */
export function isSameForInk(one: ScreenView, other: ScreenView): boolean {
  const [before, after] = [partsOf(one), partsOf(other)]
  return (
    one.columns === other.columns &&
    before.length === after.length &&
    before.every((part, index) => isSamePart(part, after[index] ?? part))
  )
}

/** Whether Ink draws the same for both. */
export function isSamePart(one: PartView, other: PartView): boolean {
  if (one.kind !== other.kind || one.rows.length !== other.rows.length) return false
  return isCanvas(one) || one.rows.every((row, index) => isSameRow(row, other.rows[index] ?? []))
}
