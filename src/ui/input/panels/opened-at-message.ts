import type { UiState } from '../../state/ui-state.ts'
import { startOfList } from '../../state/list-state.ts'
import { startOfWire, type WantedMessage, type WireState } from '../../state/message-panels.ts'

/** Opens the wire panel at a message. */
export function openedAtMessage(ui: UiState, wanted: WantedMessage): UiState {
  const wire: WireState = { ...ui.wire, list: startOfWire.list, wanted, isLost: false, detail: null }
  return { ...ui, panel: 'wire', picker: null, panelScroll: startOfList, query: '', message: null, wire }
}
