import type { DrawnFacts } from '../../state/drawn-facts.ts'
import type { UiState } from '../../state/ui-state.ts'
import type { Command } from '../key-table.ts'

/** Why a key does nothing, in a few words; null: it does something. Keys that move say nothing at an end that is seen. */

export function nothingShown({ tab, panel }: UiState): string | null {
  return tab === null && panel === null ? 'There is no plan yet.' : null
}

interface Scrolling {
  readonly command: Command
  /** The screen after it. */
  readonly done: UiState
}

export function nothingToScroll(
  ui: UiState,
  { command, done }: Scrolling,
  { lineKeys }: DrawnFacts,
): string | null {
  if (ui.panel !== null) return null
  if (command === 'follow') {
    const isSame = done.followsTabs === ui.followsTabs && done.scrolls === ui.scrolls
    return isSame ? 'The agent is followed.' : null
  }
  const isText = command === 'unfold' && lineKeys === null
  return nothingShown(ui) ?? (isText ? 'This plan has no steps to select.' : null)
}

export function nothingToFold(ui: UiState, { lineKeys, doneSteps }: DrawnFacts): string | null {
  if (ui.panel !== null) return 'Nothing folds here.'
  if (ui.tab === null) return nothingShown(ui)
  if (lineKeys === null) return 'This plan has no steps to fold.'
  return doneSteps === 0 ? 'No step is done yet.' : null
}

export function nothingFound(ui: UiState, { matches }: DrawnFacts): string | null {
  if (ui.query === '') return nothingShown(ui) ?? 'Nothing is searched for: / searches.'
  return matches.length === 0 ? `No match for “${ui.query}”.` : null
}
