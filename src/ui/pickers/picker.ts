import type { AppState } from '../../app/state/app-state.ts'
import { emptyLine, type PickerPlace, type PickerState, type UiState } from '../state/ui-state.ts'
import { choicesPicker, currentChoice } from './choices-picker.ts'
import { loginPicker } from './login-picker.ts'
import type { ItemAction, PickerItem, PickerModel } from './picker-item.ts'
import { itemId } from './session-item.ts'
import { sessionsPicker } from './sessions-picker.ts'
import { settingsPicker } from './settings-picker.ts'

/** The list at a place. To add one: a file with its model, its kind in `PickerPlace`, a case here and in `startPicker`. */
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
  }
}

/** A list as it opens: what is set, or where the user is, is selected. */
export function startPicker(
  state: AppState,
  place: PickerPlace,
  back: PickerState | null = null,
): PickerState {
  return { ...unmoved, place, selected: firstSelected(state, place), back }
}

function firstSelected(state: AppState, place: PickerPlace): string | null {
  switch (place.kind) {
    case 'sessions':
      return state.currentSessionId === null ? null : itemId(state.currentSessionId)
    case 'choices':
      return currentChoice(state, place.optionId)
    case 'settings':
    case 'login':
      return null
  }
}

/** The list that is open: what the user opened, while the agent is there for it; the login by itself. */
export function openPicker(ui: UiState, state: AppState): PickerState | null {
  if (ui.panel !== null) return null
  const isLogin = state.link.state === 'wants-login'
  const { picker } = ui
  if (
    picker !== null &&
    isLogin === (picker.place.kind === 'login') &&
    (isLogin || state.link.state === 'open')
  )
    return picker
  return isLogin ? unmoved : null
}

/** The open list, and what is in it. */
export interface OpenList {
  readonly picker: PickerState
  readonly model: PickerModel
  /** Those that fit what is typed. */
  readonly items: readonly PickerItem[]
  readonly at: number
}

export function openList(ui: UiState, state: AppState): OpenList | null {
  const picker = openPicker(ui, state)
  return picker === null ? null : listOf(picker, state)
}

export function listOf(picker: PickerState, state: AppState): OpenList {
  const model = pickerModel(state, picker.place)
  const items = filtered(model.items, picker.filter.text)
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
  armed: null,
  back: null,
}

/** The items that hold every word of what is typed. */
function filtered(items: readonly PickerItem[], filter: string): readonly PickerItem[] {
  const words = filterWords(filter)
  return words.length === 0
    ? items
    : items.filter(({ search }) => words.every((word) => search.includes(word)))
}

/** The words of what is typed, lower case. */
export function filterWords(filter: string): readonly string[] {
  return filter
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== '')
}

/** Where the selected item stands among those that are there; its neighbour when it has gone; -1 when none is there. */
function selectedAt(items: readonly PickerItem[], { selected, at }: PickerState): number {
  const found = selected === null ? -1 : items.findIndex(({ id }) => id === selected)
  return found >= 0 ? found : Math.min(at, items.length - 1)
}

/** Confirms an action: not the key itself where that may repeat itself while it is held. */
export function confirmKey({ key }: ItemAction): 'enter' | 'y' {
  return key === 'enter' ? 'enter' : 'y'
}

/** Names the press of an action's key on an item. */
export function armedBy({ key }: ItemAction, { id }: PickerItem): string {
  return `${key} ${id}`
}
