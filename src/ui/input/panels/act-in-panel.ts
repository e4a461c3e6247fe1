import { keyWords } from '../../keys/key-map.ts'
import { keyName } from '../../keys/key-name.ts'
import { messageOnly, screenOnly } from '../key-result.ts'
import { openedSearch } from '../lines/act-in-search.ts'
import { foundInPanel } from '../plan/find.ts'
import { target, type ScrollCommand } from '../plan/scroll.ts'
import type { Layer } from '../layer.ts'
import type { ShownRows } from '../../state/shown.ts'
import type { PaneScroll } from '../../state/ui-state.ts'
import { shownPlan } from '../../taking/taken.ts'

/** What all panels have in common: they scroll, are searched and closed, and cover the plan from the keys that act on it. */
export const panelLayer: Layer = {
  does(ui, command, context) {
    switch (command) {
      case 'leave':
      case 'quit':
        return screenOnly({ ...ui, panel: null })
      case 'down':
      case 'up':
      case 'page-down':
      case 'page-up':
      case 'top':
      case 'bottom':
      case 'follow':
        return screenOnly({ ...ui, panelScroll: scrolled(ui.panelScroll, command, context.shown.main) })
      case 'search':
        return screenOnly(openedSearch(ui))
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
      default:
        return null
    }
  },
}

/** A panel scrolled to its end stays there while rows are added. */
function scrolled(before: PaneScroll, command: ScrollCommand, shown: ShownRows): PaneScroll {
  const last = Math.max(0, shown.total - shown.visible)
  const top = Math.max(0, target(command, shown))
  const isUpwards = command === 'up' || command === 'page-up'
  const isAtEnd = command === 'bottom' || command === 'follow' || (top >= last && last > 0 && !isUpwards)
  return { ...before, top, follows: isAtEnd ? 'end' : 'free', matchRow: null }
}
