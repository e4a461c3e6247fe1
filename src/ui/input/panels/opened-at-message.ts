import { startOfPane, type UiState } from '../../state/ui-state.ts'
import type { WantedMessage, WireState } from '../../state/wire-state.ts'

/** Opens the wire panel at a message. */
export function openedAtMessage(ui: UiState, wanted: WantedMessage): UiState {
  const wire: WireState = { ...ui.wire, selected: null, wanted, isLost: false, detail: null }
  return { ...ui, panel: 'wire', picker: null, panelScroll: startOfPane, query: '', message: null, wire }
}
