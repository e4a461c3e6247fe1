import type { AppState } from '../../app/state/app-state.ts'
import { memoLast } from '../../lib/memo.ts'
import { startedPicker, type PickerTopic, type PickerState } from '../state/ui-state.ts'
import { choicesPicker } from './choices-picker.ts'
import { commandsPicker, foundCommands } from './commands-picker.ts'
import { loginPicker } from './login-picker.ts'
import { filterWords, type ItemAction, type PickerItem, type PickerModel } from './picker-item.ts'
import { sessionsPicker } from './sessions-picker.ts'
import { observedPicker } from './observed-picker.ts'
import { plansPicker } from './plans-picker.ts'
import { settingsPicker } from './settings-picker.ts'
import { stepsPicker } from './steps-picker.ts'

type Models = { readonly [Kind in PickerTopic['kind']]: Model<PickerTopic & { readonly kind: Kind }> }
type Model<Topic> = (state: AppState, topic: Topic) => PickerModel

const models: Models = {
  sessions: sessionsPicker,
  settings: settingsPicker,
  login: loginPicker,
  choices: (state, { optionId }) => choicesPicker(state, optionId),
  plans: (state, { openedAtMs }) => plansPicker(state, openedAtMs),
  observed: observedPicker,
  steps: (_, topic) => stepsPicker(topic),
  commands: (_, topic) => commandsPicker(topic),
}

function pickerModel(state: AppState, topic: PickerTopic): PickerModel {
  return (models[topic.kind] as Model<PickerTopic>)(state, topic)
}

/** The state of a picker that opens, on the item of its model's `startsAt`. */
export function startPicker(
  state: AppState,
  topic: PickerTopic,
  back: PickerState | null = null,
): PickerState {
  return { ...startedPicker(topic, pickerModel(state, topic).startsAt), back }
}

export interface OpenList {
  readonly picker: PickerState
  readonly model: PickerModel
  readonly items: readonly PickerItem[]
  /** Index of the selected item; -1 without items. */
  readonly at: number
}

/** A picker with its contents. Cached, as what it is made of: a key and its frame need it several times. */
export const listOf = memoLast((picker: PickerState, state: AppState): OpenList => {
  const model = pickerModel(state, picker.topic)
  const filter = picker.filter.text
  const { topic } = picker
  const items =
    topic.kind === 'commands' && filter.trim() !== ''
      ? foundCommands(topic, filter)
      : filtered(model.items, filter)
  return { picker, model, items, at: selectedAt(items, picker) }
})

export const filtered = memoLast((items: readonly PickerItem[], filter: string): readonly PickerItem[] => {
  const words = filterWords(filter)
  return words.length === 0
    ? items
    : items.filter(({ search }) => words.every((word) => search.includes(word)))
})

/** Index of the selected item; of its neighbour once it is gone; -1 without items. */
function selectedAt(items: readonly PickerItem[], { list: { selected }, at }: PickerState): number {
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
