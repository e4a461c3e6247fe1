import { emptyLine, type LineEdit, type UiState } from '../../state/ui-state.ts'
import { withMessage, type ActContext } from '../key-result.ts'
import { editLine } from './edit-line.ts'
import type { KeyPress } from '../key-press.ts'
import { nothingFound } from '../plan/nothing-done.ts'
import { jumpedToMatch } from '../plan/scroll.ts'

/** What a key does to the words that are searched for. */
export function actInSearch(ui: UiState, press: KeyPress, context: ActContext): UiState {
  switch (press.name) {
    case 'escape':
      return { ...ui, focus: 'plan', search: emptyLine, query: '' }
    case 'enter': {
      const there = jumpedToMatch({ ...ui, focus: 'plan' }, context.facts, 0)
      const nothing = ui.query === '' ? null : nothingFound(ui, context.facts)
      return nothing === null ? there : withMessage(there, nothing, context.nowMs)
    }
    default: {
      const search = editLine(ui.search, press)
      return search === null ? ui : searching(ui, search)
    }
  }
}

/** The screen with what is searched for. */
export function searching(ui: UiState, search: LineEdit): UiState {
  return { ...ui, search, query: search.text.toLowerCase() }
}
