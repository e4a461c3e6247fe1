import { keyWords } from '../../keys/key-map.ts'
import { keyName } from '../../keys/key-press.ts'
import { messageOnly, screenOnly, type Layer } from '../layer.ts'
import { openedSearch, foundInPanel } from '../plan/find.ts'
import { moveOf, rowsMoved } from '../scroll.ts'
import { startOfList, type ListState } from '../../state/list-state.ts'
import { panelOf, type PanelName } from '../../panels/panels.ts'
import { startOfWire, type WantedMessage, type WireState } from '../../state/panel-state.ts'
import type { ShownMain } from '../../state/shown.ts'
import { shownPlan } from '../../state/taking.ts'
import { startOfPane, type UiState } from '../../state/ui-state.ts'

/** What all panels have in common: they scroll, are searched and closed, and cover the plan from the keys that act on it. */
export const panelLayer: Layer = {
  does(ui, command, context) {
    switch (command) {
      case 'leave':
      case 'quit':
        return screenOnly({ ...ui, panel: null })
      case 'search':
        // All keys are searched, wherever they work.
        return screenOnly(openedSearch(wholeHelp(ui)))
      case 'next-match':
      case 'previous-match':
        return foundInPanel(ui, command === 'next-match' ? 1 : -1, context)
      case 'collapse':
        return messageOnly(ui, 'Nothing to fold here.', context)
      case 'select-step':
      case 'select-range':
      case 'select-left':
        return messageOnly(ui, 'Nothing to select here.', context)
      case 'show-changes':
      case 'next-baseline':
        return messageOnly(ui, 'Nothing to compare here.', context)
      case 'copy':
      case 'save':
      case 'edit': {
        if (shownPlan(ui, context.state) === null) return null
        const words = `${keyWords(ui.keys, 'leave')} first: ${keyName(context.press.name)} takes the plan along.`
        return messageOnly(ui, words, context)
      }
      default: {
        const { main } = context.shown
        const by = moveOf(command, main)
        return by === null ? null : screenOnly(rowsScrolled(ui, by, main))
      }
    }
  },
}

const followed = { beginning: 'free', newest: 'current', end: 'end' } as const

export function openedScroll(name: PanelName): ListState<never> {
  return { ...startOfList, follows: followed[panelOf(name).opensAt] }
}

/** Scrolls a panel by so many rows; no link of the manual is selected then. */
export function rowsScrolled(ui: UiState, by: number, main: ShownMain): UiState {
  return { ...ui, panelScroll: { ...rowsMoved(ui.panelScroll, by, main), selected: null } }
}

/** The screen with all keys in the help, if that is open. */
export function wholeHelp(ui: UiState): UiState {
  if (ui.panel !== 'help' || ui.isHelpWhole) return ui
  return { ...ui, isHelpWhole: true, panelScroll: { ...startOfPane, follows: 'free' } }
}

/** The wire panel, where it will be at this message once that is read. */
export function openedAtMessage(ui: UiState, wanted: WantedMessage): UiState {
  const wire: WireState = { ...ui.wire, list: startOfWire.list, wanted, isLost: false, detail: null }
  return { ...ui, panel: 'wire', picker: null, panelScroll: startOfList, query: '', message: null, wire }
}
