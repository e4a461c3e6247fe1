import { help } from './help-panel.ts'
import type { Panel } from './panel.ts'
import { safe } from '../../lib/text/safe-text.ts'

/** What was said and done in the session. It is a list of the log (`ui/log`), as the two after it are. */
const conversation: Panel = {
  title: safe`Conversation`,
  keys: ['a'],
  does: 'conversation: what was said and done',
  isHinted: 'always',
  opensAt: 'end',
  draws: 'itself',
}

/** What is wrong with the agent's messages. `ui/lint` makes its rows. */
const problems: Panel = {
  title: safe`Problems`,
  keys: ['!'],
  does: 'problems: errors in the protocol',
  isHinted: ({ problemCount }) => problemCount > 0,
  opensAt: 'newest',
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

/** The manual of this program. `ui/manual` draws it. */
const manual: Panel = {
  title: safe`Manual`,
  keys: ['f1'],
  does: 'the manual, page by page',
  opensAt: 'beginning',
  draws: 'itself',
}

const stderr: Panel = {
  title: safe`Agent stderr`,
  keys: ['e'],
  does: "stderr: the agent's own output",
  opensAt: 'end',
  draws: 'itself',
}

/** All panels, in the order of the help. The name of a panel is its command, and the text of its hint. One of many lines has a file of its own. */
export const panels = {
  conversation,
  work,
  problems,
  stderr,
  wire,
  manual,
  help,
} satisfies Readonly<Record<string, Panel>>

export type PanelName = keyof typeof panels

export const panelNames = Object.keys(panels) as readonly PanelName[]

export function panelOf(name: PanelName): Panel {
  return panels[name]
}

/** The tabs of the log, in their order: each key opens it at its own. */
export const logTabs = ['conversation', 'stderr', 'problems', 'wire'] as const satisfies readonly PanelName[]

/** Those that are drawn as lists of the log; the wire is drawn by `ui/wire`. */
export type LogTab = Exclude<(typeof logTabs)[number], 'wire'>

export function isInLog(panel: PanelName | null): panel is LogTab | 'wire' {
  return logTabs.some((each) => each === panel)
}

export function isPanel(command: string | undefined): command is PanelName {
  return command !== undefined && Object.hasOwn(panels, command)
}
