import { startOfList } from './list-state.ts'
import { emptyLine, type PickerTopic, type PickerState } from './ui-state.ts'

/** The state of a picker that opens; `selected`: the id of the item that is selected first, null for the first one of all. */
export function startedPicker(topic: PickerTopic, selected: string | null = null): PickerState {
  return { topic, filter: emptyLine, list: { ...startOfList, selected }, at: 0, armed: null, back: null }
}

/** Whether letters filter the list; otherwise they keep their meaning on the plan. */
export function isFiltered({ topic }: PickerState): boolean {
  return topic.kind !== 'login'
}
