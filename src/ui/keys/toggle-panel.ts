import { startOfPane, type PanelName, type UiState } from '../screen/ui-state.ts'

/** The panel opened in place of what is open, or closed. */
export function toggled(ui: UiState, panel: PanelName): UiState {
  if (ui.panel === panel) return { ...ui, panel: null }
  // Help begins at its top; what grows is shown at its end.
  return {
    ...ui,
    panel,
    picker: null,
    panelScroll: { ...startOfPane, follows: panel === 'help' ? 'free' : 'end' },
  }
}
