import { panelOf, type PanelName } from '../panels/panels.ts'

/** A key, and what it does now. */
export interface Hint {
  readonly key: string
  readonly does: string
}

/** The hint of a panel: its key and its name. */
export function panelHint(name: PanelName): Hint {
  return { key: panelOf(name).keys[0], does: name }
}
