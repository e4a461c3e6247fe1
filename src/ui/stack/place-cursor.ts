import type { PointerTarget } from '../rows/row-form.ts'
import type { LineEdit, UiState } from '../state/ui-state.ts'

/** The cursor at another place of the text that is being written; the same state if that is another text by now. */
export function withCursorPlaced(
  ui: UiState,
  { text, cursor }: Extract<PointerTarget, { type: 'text' }>,
): UiState {
  const placed = (line: LineEdit): LineEdit => (line.text === text ? { ...line, cursor } : line)
  const { writing } = ui
  switch (writing?.kind) {
    case 'prompt':
      return { ...ui, prompt: { ...ui.prompt, line: placed(ui.prompt.line) } }
    case 'search':
      return { ...ui, search: placed(ui.search) }
    case 'feedback':
      return ui.feedback === null
        ? ui
        : { ...ui, feedback: { ...ui.feedback, line: placed(ui.feedback.line) } }
    case 'caption':
    case 'moment':
    case 'comment':
    case 'save':
    case 'filter':
      return { ...ui, writing: { ...writing, line: placed(writing.line) } }
    case undefined:
      return ui.picker === null ? ui : { ...ui, picker: { ...ui.picker, filter: placed(ui.picker.filter) } }
    case 'edited':
      return ui
  }
}
