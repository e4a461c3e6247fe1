import { activity } from './activity-panel.ts'
import { help } from './help-panel.ts'
import type { Panel } from './panel.ts'
import { problems } from './problems-panel.ts'
import { stderr } from './stderr-panel.ts'

/**
 * Every panel, in the order of the help. Its name is the command that opens it, and the word of its hint. All else is in its own
 * file: the key table, the help, the hints and the screen take it from here.
 */
export const panels = {
  activity,
  problems,
  stderr,
  help,
} satisfies Readonly<Record<string, Panel>>

export type PanelName = keyof typeof panels

export const panelNames = Object.keys(panels) as readonly PanelName[]

export function panelOf(name: PanelName): Panel {
  return panels[name]
}

export function isPanel(command: string | undefined): command is PanelName {
  return command !== undefined && Object.hasOwn(panels, command)
}
