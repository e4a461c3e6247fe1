import { shownSteps, type Shown, type ShownRows } from './shown.ts'
import { scrollOf, withScroll, type PaneScroll, type UiState } from './ui-state.ts'

/** The nearest row that can be the first one shown. */
export function reachable(top: number, { total, visible }: ShownRows): number {
  return Math.max(0, Math.min(top, total - visible))
}

/** The scroll position at a match of the shown plan or panel: in a checklist the cursor is on it. */
export function scrolledToMatch(row: number, scroll: PaneScroll, shown: Pick<Shown, 'main'>): PaneScroll {
  const steps = shownSteps(shown)
  if (steps !== null) return { ...scroll, follows: 'free', cursorKey: steps.keyAt(row) }
  return { ...scroll, follows: 'free', cursorKey: null, top: reachable(row, shown.main), matchRow: row }
}

/**
 * The screen at the first match of the plan that a search has led to, or at the last one if it went backwards; null as long as no
 * match of it is known.
 */
export function sought(ui: UiState, shown: Pick<Shown, 'main'>): UiState | null {
  const { seeking, tab } = ui
  if (seeking === null || tab === null) return null
  if (seeking.tab !== tab || ui.query === '') return { ...ui, seeking: null }
  const { matches } = shown.main
  const row = seeking.step < 0 ? matches.at(-1) : matches[0]
  if (row === undefined) return null
  return withScroll({ ...ui, seeking: null }, tab, scrolledToMatch(row, scrollOf(ui, tab), shown))
}
