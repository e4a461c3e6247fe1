import type { PlaybackOrder } from '../../app/playback/playback.ts'
import { panelNames, panelOf, type PanelName } from '../panels/panels.ts'

/** The commands that keys have while a plan, a panel or a question has the focus. Editing keys of input lines are not among them. */
export type Command =
  | PanelName
  | 'next-plan'
  | 'previous-plan'
  | 'pick-plan'
  | 'down'
  | 'up'
  | 'page-down'
  | 'page-up'
  | 'top'
  | 'bottom'
  | 'follow'
  | 'collapse'
  | 'select-step'
  | 'search'
  | 'next-match'
  | 'previous-match'
  | 'write-prompt'
  | 'sessions'
  | 'settings'
  | 'mark'
  | 'show-changes'
  | 'answer'
  | 'show-removed'
  | 'fetch-file'
  | 'restart'
  | 'switch-plans-on'
  | 'leave'
  | 'interrupt'
  | 'quit'
  | 'redraw'
  | 'stop'

export interface KeyBinding {
  readonly keys: readonly string[]
  readonly command: Command
  /** The keys as the help writes them. */
  readonly label: string
  readonly does: string
  readonly group: 'Plans' | 'Moving' | 'Finding' | 'Agent' | 'Looking' | 'Program'
}

/** All keys that have a command, in the order of the help. The help and the key hints are made from this table. */
export const keyTable: readonly KeyBinding[] = [
  { keys: ['tab', 'right'], command: 'next-plan', label: 'tab →', does: 'next plan', group: 'Plans' },
  {
    keys: ['shift-tab', 'left'],
    command: 'previous-plan',
    label: 'shift-tab ←',
    does: 'previous plan',
    group: 'Plans',
  },
  {
    keys: ['1', '2', '3', '4', '5', '6', '7', '8', '9'],
    command: 'pick-plan',
    label: '1 … 9',
    does: 'plan by number',
    group: 'Plans',
  },
  {
    keys: ['f'],
    command: 'follow',
    label: 'f',
    does: 'follow the agent: its plan, its step, the end of a text',
    group: 'Plans',
  },
  {
    keys: ['c'],
    command: 'collapse',
    label: 'c',
    does: 'fold the steps that are done, or show them',
    group: 'Plans',
  },
  {
    keys: ['d'],
    command: 'show-changes',
    label: 'd',
    does: 'in a revised proposal: switch between changes and text',
    group: 'Plans',
  },
  {
    keys: ['u'],
    command: 'show-removed',
    label: 'u',
    does: 'show the plan that was removed last',
    group: 'Plans',
  },
  {
    keys: ['o'],
    command: 'fetch-file',
    label: 'o',
    does: 'fetch or read again the file of a file plan',
    group: 'Plans',
  },
  {
    keys: ['j', 'down'],
    command: 'down',
    label: 'j ↓',
    does: 'down; in a checklist selects a step and shows all of it',
    group: 'Moving',
  },
  { keys: ['k', 'up'], command: 'up', label: 'k ↑', does: 'up', group: 'Moving' },
  {
    keys: ['pagedown', 'ctrl-d', 'ctrl-f'],
    command: 'page-down',
    label: 'PgDn',
    does: 'a page down',
    group: 'Moving',
  },
  {
    keys: ['pageup', 'ctrl-u', 'ctrl-b'],
    command: 'page-up',
    label: 'PgUp',
    does: 'a page up',
    group: 'Moving',
  },
  { keys: ['g', 'home'], command: 'top', label: 'g Home', does: 'to the beginning', group: 'Moving' },
  {
    keys: ['G', 'end'],
    command: 'bottom',
    label: 'G End',
    does: 'to the end, and follow it as it grows',
    group: 'Moving',
  },
  {
    keys: ['space'],
    command: 'select-step',
    label: 'space',
    does: 'select the current step, or nothing',
    group: 'Moving',
  },
  { keys: ['/'], command: 'search', label: '/', does: 'search', group: 'Finding' },
  { keys: ['n'], command: 'next-match', label: 'n', does: 'next match', group: 'Finding' },
  { keys: ['N'], command: 'previous-match', label: 'N', does: 'previous match', group: 'Finding' },
  {
    keys: ['enter', 'i'],
    command: 'write-prompt',
    label: 'enter',
    does: 'write to the agent',
    group: 'Agent',
  },
  {
    keys: ['s'],
    command: 'sessions',
    label: 's',
    does: 'sessions: another one, a new one, one from before',
    group: 'Agent',
  },
  {
    keys: ['M'],
    command: 'settings',
    label: 'M',
    does: 'mode, model and other settings of the agent',
    group: 'Agent',
  },
  {
    keys: ['w'],
    command: 'answer',
    label: 'w',
    does: 'back to the question that waits for you',
    group: 'Agent',
  },
  {
    keys: ['R'],
    command: 'restart',
    label: 'R',
    does: 'restart the agent after it has ended; reconnect at once',
    group: 'Agent',
  },
  {
    keys: ['P'],
    command: 'switch-plans-on',
    label: 'P',
    does: 'start the agent again with its plan tools switched on',
    group: 'Agent',
  },
  ...panelNames.filter((name) => name !== 'help').map(panelKey),
  {
    keys: ['m'],
    command: 'mark',
    label: 'm',
    does: 'with --record: mark this moment in the recording',
    group: 'Looking',
  },
  panelKey('help'),
  {
    keys: ['escape'],
    command: 'leave',
    label: 'esc',
    does: 'close what is open; twice with nothing open: cancel the turn',
    group: 'Program',
  },
  { keys: ['ctrl-l'], command: 'redraw', label: 'ctrl-l', does: 'redraw the screen', group: 'Program' },
  {
    keys: ['ctrl-z'],
    command: 'stop',
    label: 'ctrl-z',
    does: 'back to the shell; fg returns',
    group: 'Program',
  },
  {
    keys: ['ctrl-c'],
    command: 'interrupt',
    label: 'ctrl-c',
    does: 'quit; press twice while the agent works or asks',
    group: 'Program',
  },
  {
    keys: ['q'],
    command: 'quit',
    label: 'q',
    does: 'close the panel, or quit; press twice while the agent works or asks',
    group: 'Program',
  },
]

function panelKey(name: PanelName): KeyBinding {
  const { keys, label, does } = panelOf(name)
  return { keys, command: name, label, does, group: 'Looking' }
}

const byKey: ReadonlyMap<string, Command> = new Map(
  keyTable.flatMap(({ keys, command }) => keys.map((key) => [key, command] as const)),
)

export function commandOf(key: string): Command | undefined {
  return byKey.get(key)
}

export interface ReplayBinding {
  readonly keys: readonly string[]
  /** null: the user enters a moment first. */
  readonly order: PlaybackOrder | null
  /** The keys as the help writes them. */
  readonly label: string
  readonly does: string
}

/** The keys of the player, while a recording is shown. They take precedence over `keyTable`. */
export const replayKeys: readonly ReplayBinding[] = [
  { keys: ['space'], order: { type: 'pause-or-play' }, label: 'space', does: 'pause, or continue' },
  { keys: ['.'], order: { type: 'step-frame', by: 1 }, label: '.', does: 'next message' },
  { keys: [','], order: { type: 'step-frame', by: -1 }, label: ',', does: 'previous message' },
  { keys: [']'], order: { type: 'step-change', by: 1 }, label: ']', does: 'next change of a plan' },
  { keys: ['['], order: { type: 'step-change', by: -1 }, label: '[', does: 'previous change' },
  { keys: ['}'], order: { type: 'step-mark', by: 1 }, label: '}', does: 'next marker, else the end' },
  {
    keys: ['{'],
    order: { type: 'step-mark', by: -1 },
    label: '{',
    does: 'previous marker, else the beginning',
  },
  {
    keys: ['t'],
    order: null,
    label: 't',
    does: 'to a time (1:30, 45s, +10s and -10s from here), the end, or a marker (#2, its caption)',
  },
  { keys: ['+', '='], order: { type: 'change-speed', by: 1 }, label: '+', does: 'faster' },
  { keys: ['-'], order: { type: 'change-speed', by: -1 }, label: '-', does: 'slower' },
  { keys: ['L'], order: { type: 'loop' }, label: 'L', does: 'repeat after the end, or not' },
]

/** Commands to an agent or to the running client: a recording has neither. */
const notInReplay: ReadonlySet<Command> = new Set([
  'write-prompt',
  'sessions',
  'settings',
  'answer',
  'restart',
  'switch-plans-on',
  'mark',
])

/** A command that a recording can carry out too. */
export function isReplayCommand(command: Command): boolean {
  return !notInReplay.has(command)
}

/** A binding of `keyTable` that keeps its meaning while a recording is shown. */
export function worksInReplay({ keys, command }: KeyBinding): boolean {
  const isTaken = replayKeys.some((binding) => binding.keys.some((key) => keys.includes(key)))
  return !isTaken && isReplayCommand(command)
}

/** Confirms a deletion, so it must not select an option. */
const confirmLetter = 'y'

/** The letters that select a question's options, in order: those without another command. Further options have no letter. */
export const optionLetters: readonly string[] = Array.from('abcdefghijklmnopqrstuvwxyz').filter(
  (letter) =>
    letter !== confirmLetter && [...keyTable, ...replayKeys].every(({ keys }) => !keys.includes(letter)),
)
