import { activity } from './activity-panel.ts'
import { help } from './help-panel.ts'
import type { Panel } from './panel.ts'
import { problems } from './problems-panel.ts'
import { stderr } from './stderr-panel.ts'
import { wire } from './wire-panel.ts'

/**
 * All panels, in the order of the help. The name of a panel is the command that opens it, and the text of its hint. Everything else
 * is in the panel's file: the key table, the help, the hints and the screen use it.
 */
export const panels = {
  activity,
  problems,
  stderr,
  wire,
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
