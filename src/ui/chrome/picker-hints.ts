import type { OpenList } from '../pickers/picker.ts'
import { isFiltered } from '../state/picker-state.ts'
import type { PickerState } from '../state/ui-state.ts'
import { panelHint, type CommandHint } from '../keys/hint.ts'

/** The keys of a list, and what they do with the selected item. */
export function pickerHints(list: OpenList): readonly CommandHint[] {
  const actions = list.items[list.at]?.actions ?? []
  const does = (key: string): readonly CommandHint[] => {
    const action = actions.find((each) => each.key === key)
    return action === undefined ? [] : [{ key, does: action.does }]
  }
  if (!isFiltered(list.picker))
    return [
      ...does('enter'),
      ...(list.items.length > 1 ? [{ key: '↑↓', does: 'select' }] : []),
      { command: 'restart', does: 'restart' },
      { command: 'quit', does: 'quit' },
      panelHint('stderr'),
      panelHint('help'),
    ]
  return [
    ...does('enter'),
    { key: '↑↓', does: 'select' },
    { key: 'esc', does: leaving(list.picker) },
    ...does('ctrl-x'),
    ...does('D'),
  ]
}

/** What escape does in a list. */
function leaving({ place, filter, back }: PickerState): string {
  if (place.kind === 'observed') return filter.text === '' ? 'quit' : 'clear'
  return back === null ? 'close' : 'back'
}
