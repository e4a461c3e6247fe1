import type { PlaybackOrder } from '../../app/playback/playback.ts'
import { keyName } from './key-press.ts'
import { panelNames, panelOf, type PanelName } from '../panels/panels.ts'

/** Keys with the same effect; none: the command is in the palette alone. The help, the key hints and the palette are made from the tables below. */
export interface Binding {
  readonly keys: readonly string[]
  /** The keys as the help writes them; absent: all of them. */
  readonly label?: string
  readonly does: string
}

interface CommandGroup<Name extends string> {
  readonly group: string
  readonly keys: readonly (Binding & { readonly command: Name })[]
}

/** The keys while a plan, a panel or a question has the focus, in the order of the help; not those that edit input lines. */
const groups = [
  {
    group: 'Plans',
    keys: [
      { keys: ['tab', 'right'], command: 'next-plan', does: 'next plan' },
      { keys: ['shift-tab', 'left'], command: 'previous-plan', does: 'previous plan' },
      {
        keys: ['1', '2', '3', '4', '5', '6', '7', '8', '9'],
        command: 'pick-plan',
        label: '1 … 9',
        does: 'go to plan 1–9',
      },
      { keys: ['p'], command: 'plans', does: 'list all plans of all sessions' },
      { keys: ['f'], command: 'follow', does: 'show what the agent works on, and follow' },
      { keys: ['c'], command: 'collapse', does: 'fold or unfold done steps' },
      { keys: ['d'], command: 'show-changes', does: 'show the changes, or the plan' },
      { keys: ['b'], command: 'next-baseline', does: 'show the changes since another moment' },
      { keys: ['u'], command: 'show-removed', does: 'show or close the last removed plan' },
      { keys: ['o'], command: 'fetch-file', does: 'read the file of the plan again' },
    ],
  },
  {
    group: 'Moving',
    keys: [
      { keys: ['j', 'down'], command: 'down', does: 'down; in a checklist: next step' },
      { keys: ['k', 'up'], command: 'up', does: 'up; in a checklist: previous step' },
      { keys: ['pagedown', 'ctrl-d', 'ctrl-f'], command: 'page-down', does: 'page down' },
      { keys: ['pageup', 'ctrl-u', 'ctrl-b'], command: 'page-up', does: 'page up' },
      { keys: ['g', 'home'], command: 'top', does: 'go to the start' },
      { keys: ['G', 'end'], command: 'bottom', does: 'go to the end and follow it' },
    ],
  },
  {
    group: 'Steps',
    keys: [
      { keys: ['space'], command: 'select-step', does: 'select or deselect the step' },
      { keys: ['v'], command: 'select-range', does: 'start or end a range of steps' },
      { keys: ['A'], command: 'select-left', does: 'select all steps not done yet, or none' },
      { keys: ['X'], command: 'request-steps', does: 'ask the agent for the selected steps' },
      { keys: ['C'], command: 'comment', does: 'comment on steps or a line' },
    ],
  },
  {
    group: 'Looking back',
    keys: [
      { keys: ['['], command: 'revision-before', does: 'previous revision of the plan' },
      { keys: [']'], command: 'revision-after', does: 'next revision of the plan' },
      { keys: ['{'], command: 'mark-before', does: 'previous mark of the session' },
      { keys: ['}'], command: 'mark-after', does: 'next mark of the session' },
      { keys: ['I'], command: 'wire-frame', does: 'show the message that sent this revision' },
      { keys: ['L'], command: 'back-to-now', does: 'return from the past to now' },
      { keys: ['m'], command: 'mark', does: 'mark this moment' },
    ],
  },
  {
    group: 'Finding',
    keys: [
      { keys: ['/'], command: 'search', does: 'search' },
      { keys: ['n'], command: 'next-match', does: 'next match, change or doubt' },
      { keys: ['N'], command: 'previous-match', does: 'previous match, change or doubt' },
    ],
  },
  {
    group: 'Copy and save',
    keys: [
      { keys: ['y'], command: 'copy', does: 'copy the selected steps or the plan' },
      { keys: ['S'], command: 'save', does: 'save the plan as .md or .json' },
      { keys: ['E'], command: 'edit', does: 'edit a copy of the plan in your editor' },
      { keys: ['O'], command: 'report', does: 'open a report of the recording in the browser' },
    ],
  },
  {
    group: 'Agent',
    keys: [
      { keys: ['enter'], command: 'write-prompt', does: 'write a prompt' },
      { keys: ['s'], command: 'sessions', does: 'list, open or load sessions' },
      { keys: ['M'], command: 'settings', does: 'set mode, model and more' },
      { keys: ['W'], command: 'answer', does: 'return to the question' },
      { keys: ['R'], command: 'restart', does: 'restart the agent, or reconnect' },
      { keys: ['P'], command: 'switch-plans-on', does: 'restart the agent with plan tools on' },
    ],
  },
  {
    group: 'Views',
    keys: [
      ...panelNames.filter((name) => name !== 'help').map(panelKey),
      { keys: ['T'], command: 'timeline', does: 'show the steps as a timeline' },
      { keys: ['*'], command: 'zoom-in', does: 'zoom in on the timeline' },
      { keys: ['_'], command: 'zoom-out', does: 'zoom out of the timeline' },
      { keys: ['\\'], command: 'second-pane', does: 'show something else in the second pane' },
      { keys: ['|'], command: 'hide-pane', does: 'hide or show the second pane' },
      { keys: [], command: 'widen-pane', does: 'make the second pane wider' },
      { keys: [], command: 'narrow-pane', does: 'make the second pane narrower' },
      panelKey('help'),
      { keys: [':', 'ctrl-p'], command: 'palette', does: 'palette: find a command by its words' },
    ],
  },
  {
    group: 'Program',
    keys: [
      {
        keys: ['escape'],
        command: 'leave',
        does: 'close, go back; twice: cancel the turn',
      },
      { keys: ['ctrl-l'], command: 'redraw', does: 'redraw' },
      { keys: ['ctrl-z'], command: 'stop', does: 'suspend the program; fg returns' },
      { keys: ['ctrl-c'], command: 'interrupt', does: 'quit; twice while the agent works' },
      { keys: ['q'], command: 'quit', does: 'close the panel, or quit' },
    ],
  },
] as const satisfies readonly CommandGroup<string>[]

function panelKey(name: PanelName): Binding & { readonly command: PanelName } {
  const { keys, does } = panelOf(name)
  return { keys, command: name, does }
}

/** What a key can do while a plan, a panel or a question has the focus. */
export type Command = (typeof groups)[number]['keys'][number]['command']

/** The keys of a command, as the help shows them. */
export interface LabelledBinding<Name extends string> extends Required<Binding> {
  readonly command: Name
}

export interface KeyBinding extends LabelledBinding<Command> {
  readonly group: string
}

const commandGroups: readonly CommandGroup<Command>[] = groups

export const keyTable: readonly KeyBinding[] = commandGroups.flatMap(({ group, keys }) =>
  keys.map((binding) => ({ ...labelled(binding), group })),
)

const playerKeys = [
  { keys: ['space'], command: 'play', does: 'pause or continue' },
  { keys: ['.'], command: 'next-message', does: 'go to the next message' },
  { keys: [','], command: 'previous-message', does: 'go to the message before' },
  { keys: ['>'], command: 'next-change', does: 'go to the next change of a plan' },
  { keys: ['<'], command: 'previous-change', does: 'go to the change before' },
  { keys: [')'], command: 'next-marker', does: 'go to the next marker, or the end' },
  { keys: ['('], command: 'previous-marker', does: 'go to the marker before, or the start' },
  { keys: ['t'], command: 'go-to-time', does: 'go to a time (1:30, +10s), a marker (#2) or end' },
  { keys: ['+', '='], command: 'faster', does: 'play faster' },
  { keys: ['-'], command: 'slower', does: 'play slower' },
  { keys: [], command: 'repeat', does: 'repeat the recording, or not' },
] as const satisfies readonly (Binding & { readonly command: string })[]

export type PlayerCommand = (typeof playerKeys)[number]['command']

/** The keys of the player, while a recording is shown. They take precedence over `keyTable`. */
export const playerTable: readonly LabelledBinding<PlayerCommand>[] = playerKeys.map(labelled)

/** What a command tells the player; null for the command that lets the user enter a moment first. */
export const playerOrders: Readonly<Record<PlayerCommand, PlaybackOrder | null>> = {
  play: { type: 'pause-or-play' },
  'next-message': { type: 'step-frame', by: 1 },
  'previous-message': { type: 'step-frame', by: -1 },
  'next-change': { type: 'step-change', by: 1 },
  'previous-change': { type: 'step-change', by: -1 },
  'next-marker': { type: 'step-marker', by: 1 },
  'previous-marker': { type: 'step-marker', by: -1 },
  'go-to-time': null,
  faster: { type: 'change-speed', by: 1 },
  slower: { type: 'change-speed', by: -1 },
  repeat: { type: 'loop' },
}

const wirePanelKeys = [
  { keys: ['r'], command: 'message-revision', does: 'show the revision that the message made' },
  { keys: ['F'], command: 'filter', does: 'suspend the filter, or apply it again' },
  { keys: ['v'], command: 'raw-message', does: 'show the message as received, or as JSON' },
  { keys: [], command: 'copy-exchange', does: 'copy the message with its answer' },
] as const satisfies readonly (Binding & { readonly command: string })[]

export function isPlayerCommand(command: AnyCommand): command is PlayerCommand {
  return Object.hasOwn(playerOrders, command)
}

export type WireCommand = (typeof wirePanelKeys)[number]['command']

/** The keys of the wire panel. They take precedence over `keyTable`. */
export const wireTable: readonly LabelledBinding<WireCommand>[] = wirePanelKeys.map(labelled)

const keysOfQuestions = [
  { keys: ['f'], command: 'feedback', does: 'write feedback, sent with a rejection' },
] as const satisfies readonly (Binding & { readonly command: string })[]

/** What can only be done at a question with options. */
export type QuestionCommand = (typeof keysOfQuestions)[number]['command']

/** The keys of a question with options. They take precedence over `keyTable`. */
export const questionTable: readonly LabelledBinding<QuestionCommand>[] = keysOfQuestions.map(labelled)

export function isWireCommand(command: AnyCommand): command is WireCommand {
  return wireTable.some((each) => each.command === command)
}

export function isCommand(command: AnyCommand): command is Command {
  return keyTable.some((each) => each.command === command)
}

export type AnyCommand = Command | PlayerCommand | WireCommand | QuestionCommand

function labelled<Name extends string>(binding: Binding & { readonly command: Name }): LabelledBinding<Name> {
  return { label: binding.keys.map(keyName).join(' '), ...binding }
}

/** Commands to an agent, or to the client that runs it. */
const toAgent: ReadonlySet<Command> = new Set([
  'write-prompt',
  'request-steps',
  'comment',
  'sessions',
  'settings',
  'answer',
  'restart',
  'switch-plans-on',
])

/** Commands that need a client of the agent: where an agent is only observed, they are refused. */
export function needsAgent(command: Command): boolean {
  return toAgent.has(command)
}

/** Steps are selected to ask for them. */
const notInReplay: ReadonlySet<Command> = new Set([...toAgent, 'select-step', 'select-range', 'select-left'])

/** A command that a recording can carry out too. */
export function isReplayCommand(command: Command): boolean {
  return !notInReplay.has(command)
}
