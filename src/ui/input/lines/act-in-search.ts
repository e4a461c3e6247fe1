import { emptyLine, type LineEdit, type UiState } from '../../state/ui-state.ts'
import type { KeyPress } from '../../keys/key-press.ts'
import { type LayerContext, screenOnly, type KeyResult } from '../layer.ts'
import { found, foundInPanel } from '../plan/find.ts'
import { editLine } from './edit-line.ts'

/** The screen with an empty search line. */
export function openedSearch(ui: UiState): UiState {
  return { ...ui, writing: { kind: 'search' }, search: emptyLine }
}

/** Handles a key in the search line. */
export function actInSearch(ui: UiState, press: KeyPress, context: LayerContext): KeyResult {
  switch (press.name) {
    case 'escape':
      return screenOnly({ ...ui, writing: null, search: emptyLine, query: '' })
    case 'enter': {
      const closed: UiState = { ...ui, writing: null }
      if (ui.query === '') return screenOnly(closed)
      // Without a text, the search before is continued.
      const step = ui.search.text === '' ? 1 : 0
      return context.layers.main === 'panel'
        ? foundInPanel(closed, step, context)
        : found(closed, step, context)
    }
    default: {
      const search = editLine(ui.search, press)
      // null: not a key that edits.
      return screenOnly(search === null ? ui : withSearchText(ui, search))
    }
  }
}

/** The UI state with a new search text; `query` is its lower-case form, whose matches are highlighted while the user types. */
export function withSearchText(ui: UiState, search: LineEdit): UiState {
  return { ...ui, search, query: search.text.toLowerCase() }
}
