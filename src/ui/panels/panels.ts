import { activity } from './activity-panel.ts'
import { help } from './help-panel.ts'
import { type Panel, cachedRows, type RowsPanel, panelNote } from './panel.ts'
import { safe, safeLine } from '../../lib/text/safe-text.ts'
import type { AppState } from '../../app/state/app-state.ts'
import { wrapText } from '../../lib/text/wrap.ts'
import { row, type Row } from '../../lib/cells/row.ts'
import { paint } from '../paint/paint.ts'

/** What is wrong with the agent's messages. `ui/lint` draws it. */
const problems: Panel = {
  title: safe`Problems`,
  keys: ['!'],
  does: 'problems: errors in the protocol',
  isHinted: ({ problemCount }) => problemCount > 0,
  opensAt: 'end',
  draws: 'itself',
}

/** The messages between client and agent. `ui/wire` draws the rows that are visible. */
const wire: Panel = {
  title: safe`Wire`,
  keys: ['i'],
  does: 'wire: all messages of the protocol',
  opensAt: 'end',
  draws: 'itself',
}

/** The calls of a step. `ui/work` draws the rows that are visible. */
const work: Panel = {
  title: safe`Work`,
  keys: ['w'],
  does: 'work: what was done in the step',
  opensAt: 'end',
  draws: 'itself',
}

const linesOfOne = 20

/** What the agent wrote on stderr, the newest last. */
const listRows = cachedRows<AppState['stderr']>(({ items, dropped }, frame) => {
  if (items.length === 0) return panelNote(safe`The agent wrote nothing on stderr.`, frame)
  const rows: Row[] =
    dropped === 0 ? [] : [...panelNote(safe`… ${dropped} earlier lines are not kept`, frame)]
  for (const { text } of items)
    for (const part of wrapText(safeLine(text), frame.columns - 2, linesOfOne))
      rows.push(row(safe` `, paint(frame.theme, 'normal', part)))
  return rows
})

const stderr: RowsPanel = {
  title: safe`Agent stderr`,
  keys: ['e'],
  does: "stderr: the agent's own output",
  opensAt: 'end',
  rows: ({ stderr: written }, frame) => listRows(written, frame),
}

/**
 * All panels, in the order of the help. The name of a panel is the command that opens it, and the text of its hint. Everything else
 * is in the panel: the key table, the help, the hints and the screen use it. One of many lines has a file of its own.
 */
export const panels = {
  activity,
  work,
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
