import { emptyLine, type LineEdit, type UiState } from '../../state/ui-state.ts'
import type { KeyPress } from '../key-press.ts'
import type { KeyContext } from '../key-result.ts'
import { withMessage } from '../../state/status-message.ts'
import { jumpedToMatch, noMatchMessage } from '../plan/scroll.ts'
import { editLine } from './edit-line.ts'

/** Handles a key in the search line. */
export function actInSearch(ui: UiState, press: KeyPress, context: KeyContext): UiState {
  switch (press.name) {
    case 'escape':
      return { ...ui, focus: 'plan', search: emptyLine, query: '' }
    case 'enter': {
      const closed = jumpedToMatch({ ...ui, focus: 'plan' }, context.facts, 0)
      const message = ui.query === '' ? null : noMatchMessage(ui, context.facts)
      return message === null ? closed : withMessage(closed, message, context.nowMs)
    }
    default: {
      const search = editLine(ui.search, press)
      // null: not a key that edits.
      return search === null ? ui : withSearchText(ui, search)
    }
  }
}

/** The UI state with a new search text; `query` is its lower-case form, whose matches are highlighted while the user types. */
export function withSearchText(ui: UiState, search: LineEdit): UiState {
  return { ...ui, search, query: search.text.toLowerCase() }
}
