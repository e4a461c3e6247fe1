import { panelOf, type PanelName } from '../../panels/panels.ts'
import { startOfPane, type UiState } from '../../state/ui-state.ts'

/** The panel opened in place of what is open, or closed. */
export function toggled(ui: UiState, panel: PanelName): UiState {
  if (ui.panel === panel) return { ...ui, panel: null }
  const follows = panelOf(panel).opensAt === 'end' ? 'end' : 'free'
  return { ...ui, panel, picker: null, panelScroll: { ...startOfPane, follows } }
}
