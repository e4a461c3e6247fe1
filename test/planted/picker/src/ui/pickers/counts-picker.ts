import type { AppState } from '../../app/state/app-state.ts'
import { counted } from '../../lib/text/wording.ts'
import { safe, shownLine } from '../../lib/text/safe-text.ts'
import { blankItem, onEnter, searchOf, type PickerModel } from './picker-item.ts'

/** How many plans each session has. */
export function countsPicker({ sessions, currentSessionId }: AppState): PickerModel {
  return {
    title: safe`Plans of each session`,
    items: [...sessions.values()].map(({ id, plans }) => ({
      id,
      search: searchOf(id),
      actions: [onEnter('close', 'close')],
      view: () => ({ ...blankItem, text: shownLine(id), facts: counted(plans.size, 'plan') }),
    })),
    startsAt: currentSessionId,
    notes: [],
  }
}
