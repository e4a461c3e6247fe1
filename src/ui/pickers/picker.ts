import { isListShown } from '../../app/observed/observed.ts'
import { isOnlyShown, type AppState } from '../../app/state/app-state.ts'
import { memoLast } from '../../lib/memo-last.ts'
import { emptyLine, type PickerPlace, type PickerState, type UiState } from '../state/ui-state.ts'
import { choicesPicker, currentChoiceId } from './choices-picker.ts'
import { commandsPicker, foundCommands } from './commands-picker.ts'
import { loginPicker } from './login-picker.ts'
import type { ItemAction, PickerItem, PickerModel } from './picker-item.ts'
import { itemId, sessionsPicker } from './sessions-picker.ts'
import { observedPicker } from './observed-picker.ts'
import { plansPicker } from './plans-picker.ts'
import { settingsPicker } from './settings-picker.ts'
import { stepsPicker } from './steps-picker.ts'

/** The contents of a picker. To add a picker: a file with its model, its kind in `PickerPlace`, a case here and in `startPicker`. */
function pickerModel(state: AppState, place: PickerPlace): PickerModel {
  switch (place.kind) {
    case 'sessions':
      return sessionsPicker(state)
    case 'settings':
      return settingsPicker(state)
    case 'login':
      return loginPicker(state)
    case 'choices':
      return choicesPicker(state, place.optionId)
    case 'plans':
      return plansPicker(state, place.openedAtMs)
    case 'observed':
      return observedPicker(state)
    case 'steps':
      return stepsPicker(place)
    case 'commands':
      return commandsPicker(place)
  }
}

/** The state of a picker in which nothing is selected yet. */
export function startedPicker(place: PickerPlace): PickerState {
  return { ...unmoved, place }
}

/** The state of a picker that opens: the current session or value is selected. */
export function startPicker(
  state: AppState,
  place: PickerPlace,
  back: PickerState | null = null,
): PickerState {
  return { ...startedPicker(place), selected: firstSelected(state, place), back }
}

function firstSelected(state: AppState, place: PickerPlace): string | null {
  switch (place.kind) {
    case 'sessions':
      return state.currentSessionId === null ? null : itemId(state.currentSessionId)
    case 'choices':
      return currentChoiceId(state, place.optionId)
    case 'settings':
    case 'login':
    case 'plans':
    case 'observed':
    case 'steps':
    case 'commands':
      return null
  }
}

/**
 * The open picker: the one the user opened, while the agent is connected or not needed; the login picker whenever the
 * agent requires a login. The plans and the commands are the only lists of a recording, and of an agent that is observed; before one is,
 * there is the list of all.
 */
export function openPicker(ui: UiState, state: AppState): PickerState | null {
  if (ui.panel !== null) return null
  const { picker } = ui
  if (state.observed !== null && isListShown(state.observed))
    return picker?.place.kind === 'observed' ? picker : startedPicker({ kind: 'observed' })
  if (picker?.place.kind === 'plans' || picker?.place.kind === 'commands') return picker
  if (isOnlyShown(state)) return null
  const isLogin = state.link.state === 'wants-login'
  if (isLogin) return picker?.place.kind === 'login' ? picker : unmoved
  if (picker === null || !isFiltered(picker)) return null
  // What is written about steps can wait for the agent.
  return picker.place.kind === 'steps' || state.link.state === 'open' ? picker : null
}

/** Whether letters filter the list; otherwise they keep their meaning on the plan. */
export function isFiltered({ place }: PickerState): boolean {
  return place.kind !== 'login'
}

/** A picker with its contents. */
export interface OpenList {
  readonly picker: PickerState
  readonly model: PickerModel
  /** The items that match the filter. */
  readonly items: readonly PickerItem[]
  /** Index of the selected item; -1 without items. */
  readonly at: number
}

export function listOf(picker: PickerState, state: AppState): OpenList {
  const model = pickerModel(state, picker.place)
  const filter = picker.filter.text
  const { place } = picker
  const items =
    place.kind === 'commands' && filter.trim() !== ''
      ? foundCommands(place, filter)
      : filtered(model.items, filter)
  return { picker, model, items, at: selectedAt(items, picker) }
}

const unmoved: PickerState = {
  place: { kind: 'login' },
  filter: emptyLine,
  selected: null,
  at: 0,
  top: 0,
  above: 0,
  beneath: 0,
  clicked: null,
  armed: null,
  back: null,
}

/** The items that contain every word of the filter. Cached: a key and its frame need them several times. */
const filtered = memoLast((items: readonly PickerItem[], filter: string): readonly PickerItem[] => {
  const words = filterWords(filter)
  return words.length === 0
    ? items
    : items.filter(({ search }) => words.every((word) => search.includes(word)))
})

/** The words of the filter, in lower case. */
export function filterWords(filter: string): readonly string[] {
  return filter
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== '')
}

/** Index of the selected item; of its neighbour once it is gone; -1 without items. */
function selectedAt(items: readonly PickerItem[], { selected, at }: PickerState): number {
  const found = selected === null ? -1 : items.findIndex(({ id }) => id === selected)
  return found >= 0 ? found : Math.min(at, items.length - 1)
}

/** The key that confirms an action. `y` for letters: a letter that is held down repeats, and would confirm itself. */
export function confirmKey({ key }: ItemAction): 'enter' | 'y' {
  return key === 'enter' ? 'enter' : 'y'
}

/** Identifies an armed action of an item (`PickerState.armed`). */
export function armedBy({ key }: ItemAction, { id }: PickerItem): string {
  return `${key} ${id}`
}
