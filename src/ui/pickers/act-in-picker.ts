import type { AppState } from '../../app/state/app-state.ts'
import { armedBy, confirmKey, listOf, startPicker } from '../pickers/picker.ts'
import type { ItemAction, PickerItem } from '../pickers/picker-item.ts'
import { emptyLine, type LineEdit, type PickerState, type UiState } from '../state/ui-state.ts'
import { only, type Acted, type ActContext } from '../keys/key-result.ts'
import { editLine, inserted } from '../keys/lines/edit-line.ts'
import type { KeyPress } from '../keys/key-press.ts'
import { whenAlone } from '../keys/typed-text-guard.ts'

interface PickerContext extends ActContext {
  readonly picker: PickerState
}

/** What a key does to the list that is open; null when it is not about the list, and means what it always means. */
export function actInPicker(ui: UiState, press: KeyPress, context: PickerContext): Acted | null {
  const { picker, state, facts } = context
  const { model, items, at } = listOf(picker, state)
  const { isFiltered } = model
  const page = Math.max(1, facts.visible - 2)
  const step = stepOf(press.name, { isFiltered, page })
  if (step !== null) {
    // What is taller than the list is read to its end first.
    const rows = step > 0 ? Math.min(picker.beneath, page) : -Math.min(picker.above, page)
    if (rows !== 0) return only(withPicker(ui, { ...picker, top: picker.top + rows }))
    const next = items[Math.max(0, Math.min(at + step, items.length - 1))]
    return only(next === undefined ? ui : withPicker(ui, { ...picker, selected: next.id, armed: null }))
  }
  const item = items[at]
  // A letter in the middle of a word is looked for.
  const isTyped = press.text !== '' && context.stands === 'in-text'
  if (item !== undefined && !isTyped) {
    const asked = item.actions.find((each) => armedBy(each, item) === picker.armed)
    if (asked !== undefined && confirmKey(asked) === press.name)
      return confirmed(ui, press, { ...context, item, action: asked })
    const action = item.actions.find(({ key }) => key === press.name)
    if (action !== undefined) return acted(ui, { item, action }, context)
  }
  if (press.name === 'enter') return only(ui)
  return isFiltered ? actInFilter(ui, press, picker) : null
}

/** What stands for a letter that was taken for a command, and was the beginning of a word: the list is looked through for it. */
export function typedInto(picker: PickerState, { text }: KeyPress): PickerState {
  return refiltered(withTypedAction(picker), inserted(withTypedAction(picker).filter, text))
}

/** The letter that asked for something, written, for what followed did not confirm it. */
function withTypedAction(picker: PickerState): PickerState {
  const letter = picker.armed?.startsWith('D ') === true ? 'd' : ''
  const disarmed = { ...picker, armed: null }
  return letter === '' ? disarmed : refiltered(disarmed, inserted(picker.filter, letter))
}

function withPicker(ui: UiState, picker: PickerState | null): UiState {
  return { ...ui, picker }
}

interface Meant {
  readonly item: PickerItem
  readonly action: ItemAction
}

function acted(ui: UiState, { item, action }: Meant, { picker, state }: PickerContext): Acted {
  // What was drawn as selected has gone since: the key was not meant for its neighbour.
  if (item.id !== picker.selected) return only(ui)
  if (action.confirm !== null) return only(withPicker(ui, { ...picker, armed: armedBy(action, item) }))
  return { ui: withPicker(ui, nextPicker(state, picker, action.next)), intents: action.intents }
}

function confirmed(ui: UiState, press: KeyPress, context: PickerContext & Meant): Acted {
  const { action, item, picker, state } = context
  if (item.id !== picker.selected) return only(ui)
  const does = (): Acted => ({
    ui: withPicker(ui, nextPicker(state, picker, action.next)),
    intents: action.intents,
  })
  return press.text === '' ? does() : whenAlone(ui, press, { ...context, does })
}

function nextPicker(state: AppState, before: PickerState, next: ItemAction['next']): PickerState | null {
  const disarmed = { ...before, armed: null }
  switch (next) {
    case 'close':
      return null
    case 'back':
      return before.back
    case 'stay':
      return disarmed
    default:
      // What was typed has done its work: the way back leads to the whole list.
      return startPicker(state, next, { ...disarmed, filter: emptyLine })
  }
}

interface StepFrame {
  readonly isFiltered: boolean
  readonly page: number
}

/** By how many items a key moves the selection; letters move it only where they are not typed. */
function stepOf(name: string, { isFiltered, page }: StepFrame): number | null {
  switch (name) {
    case 'down':
    case 'ctrl-n':
    case 'ctrl-j':
      return 1
    case 'up':
    case 'ctrl-p':
    case 'ctrl-k':
      return -1
    case 'pagedown':
    case 'ctrl-d':
      return page
    case 'pageup':
      return -page
    case 'tab':
      return isFiltered ? 1 : null
    case 'shift-tab':
      return isFiltered ? -1 : null
    case 'j':
      return isFiltered ? null : 1
    case 'k':
      return isFiltered ? null : -1
    default:
      return null
  }
}

function actInFilter(ui: UiState, press: KeyPress, picker: PickerState): Acted | null {
  if (press.name === 'escape') return only(withPicker(ui, leftPicker(picker)))
  if (press.text !== '') return only(withPicker(ui, typedInto(picker, press)))
  const filter = editLine(picker.filter, press)
  if (filter !== null) return only(withPicker(ui, refiltered({ ...picker, armed: null }, filter)))
  // Everything else that is on the keyboard means nothing here.
  return press.name === 'ctrl-l' ? null : only(ui)
}

/** What was asked for is taken back, then what was typed, then the list is left. */
function leftPicker(picker: PickerState): PickerState | null {
  if (picker.armed !== null) return { ...picker, armed: null }
  return picker.filter.text === '' ? picker.back : refiltered(picker, emptyLine)
}

/** The list after something was typed: the first that fits is selected, as in a search. */
export function refiltered(picker: PickerState, filter: LineEdit): PickerState {
  const isSame = filter.text === picker.filter.text
  return isSame ? { ...picker, filter } : { ...picker, filter, selected: null, at: 0, top: 0, armed: null }
}
