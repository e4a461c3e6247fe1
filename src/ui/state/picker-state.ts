import { startOfList } from './list-state.ts'
import { emptyLine, type PickerPlace, type PickerState } from './ui-state.ts'

/** The state of a picker in which nothing is selected yet. */
export function startedPicker(place: PickerPlace): PickerState {
  return { place, filter: emptyLine, list: startOfList, at: 0, armed: null, back: null }
}

/** Whether letters filter the list; otherwise they keep their meaning on the plan. */
export function isFiltered({ place }: PickerState): boolean {
  return place.kind !== 'login'
}
