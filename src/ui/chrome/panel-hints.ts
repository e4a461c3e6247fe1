import type { AppState } from '../../app/state/app-state.ts'
import { panelNames, panelOf, type PanelName } from '../panels/panels.ts'
import type { Hint } from './hint.ts'

/** The key of a panel, which its name says enough of. */
export function panelHint(name: PanelName): Hint {
  return { key: panelOf(name).label, does: name }
}

/** The panels to look at beneath a plan: first those that have something to tell now. */
export function panelHints(state: AppState): readonly Hint[] {
  const telling = panelNames.filter((name) => {
    const { isHinted } = panelOf(name)
    return typeof isHinted === 'function' && isHinted(state)
  })
  return [...telling.map(panelHint), ...lastingPanelHints]
}

/** Those that are worth a look at any time. */
export const lastingPanelHints: readonly Hint[] = panelNames
  .filter((name) => panelOf(name).isHinted === 'always')
  .map(panelHint)
