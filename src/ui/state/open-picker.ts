import { isListShown } from '../../app/state/observed.ts'
import { isOnlyShown, type AppState } from '../../app/state/app-state.ts'
import { startOfList } from './list-state.ts'
import { emptyLine, type PickerPlace, type PickerState, type UiState } from './ui-state.ts'

const unmoved: PickerState = {
  place: { kind: 'login' },
  filter: emptyLine,
  list: startOfList,
  at: 0,
  armed: null,
  back: null,
}

/** The state of a picker in which nothing is selected yet. */
export function startedPicker(place: PickerPlace): PickerState {
  return { ...unmoved, place }
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
