import { emptyLine, type LineEdit, type UiState } from '../../state/ui-state.ts'
import type { KeyPress } from '../key-press.ts'
import { withMessage, type KeyContext } from '../key-result.ts'
import { jumpedToMatch, nothingFound } from '../plan/scroll.ts'
import { editLine } from './edit-line.ts'

/** A key while the search line has the focus. */
export function actInSearch(ui: UiState, press: KeyPress, context: KeyContext): UiState {
  switch (press.name) {
    case 'escape':
      return { ...ui, focus: 'plan', search: emptyLine, query: '' }
    case 'enter': {
      const jumped = jumpedToMatch({ ...ui, focus: 'plan' }, context.facts, 0)
      const reason = ui.query === '' ? null : nothingFound(ui, context.facts)
      return reason === null ? jumped : withMessage(jumped, reason, context.nowMs)
    }
    default: {
      const search = editLine(ui.search, press)
      return search === null ? ui : searching(ui, search)
    }
  }
}

/** The screen with another search text; matches are highlighted while it is typed. */
export function searching(ui: UiState, search: LineEdit): UiState {
  return { ...ui, search, query: search.text.toLowerCase() }
}
