import { reachable, type ListState } from './list-state.ts'
import { shownSteps, type Shown } from './shown.ts'
import { scrollOf, withScroll, type UiState } from './ui-state.ts'

/** The scroll position at a match of the shown plan or panel: in a checklist the cursor is on it. */
export function scrolledToMatch<State extends ListState<number | string>>(
  row: number,
  scroll: State,
  shown: Pick<Shown, 'main'>,
): State {
  const steps = shownSteps(shown)
  if (steps !== null) return { ...scroll, follows: 'free', selected: steps.keyAt(row) }
  return { ...scroll, follows: 'free', selected: null, top: reachable(row, shown.main), matchRow: row }
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
