import type { PlaybackOrder } from '../../app/playback/playback.ts'
import { panelNames, panelOf, type PanelName } from '../panels/panels.ts'

/** Keys with the same effect. The help and the key hints are made from the tables below. */
interface Binding {
  readonly keys: readonly [string, ...string[]]
  /** The keys as the help writes them; absent: the first one. */
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
      { keys: ['tab', 'right'], command: 'next-plan', label: 'tab →', does: 'next plan' },
      { keys: ['shift-tab', 'left'], command: 'previous-plan', label: 'shift-tab ←', does: 'previous plan' },
      {
        keys: ['1', '2', '3', '4', '5', '6', '7', '8', '9'],
        command: 'pick-plan',
        label: '1 … 9',
        does: 'plan by number',
      },
      { keys: ['p'], command: 'plans', does: 'all plans of all sessions, to find one' },
      { keys: ['f'], command: 'follow', does: 'follow the agent: its plan, its step, the end of a text' },
      { keys: ['c'], command: 'collapse', does: 'fold the steps that are done, or show them' },
      {
        keys: ['d'],
        command: 'show-changes',
        does: 'what has changed in the plan, line by line, or the plan again',
      },
      {
        keys: ['b'],
        command: 'next-baseline',
        does: 'what it is compared with: before, approved, last looked at, the first, nothing',
      },
      { keys: ['u'], command: 'show-removed', does: 'show the plan that was removed last' },
      { keys: ['o'], command: 'fetch-file', does: 'fetch or read again the file of a file plan' },
    ],
  },
  {
    group: 'Moving',
    keys: [
      {
        keys: ['j', 'down'],
        command: 'down',
        label: 'j ↓',
        does: 'down; in a checklist selects a step and shows all of it',
      },
      { keys: ['k', 'up'], command: 'up', label: 'k ↑', does: 'up' },
      { keys: ['pagedown', 'ctrl-d', 'ctrl-f'], command: 'page-down', label: 'PgDn', does: 'a page down' },
      { keys: ['pageup', 'ctrl-u', 'ctrl-b'], command: 'page-up', label: 'PgUp', does: 'a page up' },
      { keys: ['g', 'home'], command: 'top', label: 'g Home', does: 'to the beginning' },
      {
        keys: ['G', 'end'],
        command: 'bottom',
        label: 'G End',
        does: 'to the end, and follow it as it grows',
      },
    ],
  },
  {
    group: 'Steps',
    keys: [
      {
        keys: ['space'],
        command: 'select-step',
        does: 'the cursor on a step, then: select the step, or not',
      },
      { keys: ['V'], command: 'select-range', does: 'begin a range of steps, or end it' },
      { keys: ['A'], command: 'select-left', does: 'select all steps that are left, or none' },
      {
        keys: ['X'],
        command: 'request-steps',
        does: 'ask for the selected steps: only these, these first, skip, explain; send comments',
      },
      {
        keys: ['C'],
        command: 'comment',
        does: 'comment on the selected steps, the step at the cursor, or the line at the top',
      },
    ],
  },
  {
    group: 'Looking back',
    keys: [
      { keys: ['['], command: 'revision-before', does: 'the plan as it was one revision before' },
      { keys: [']'], command: 'revision-after', does: 'one revision later; after the last one: now' },
      {
        keys: ['{'],
        command: 'mark-before',
        does: 'back to a mark: a turn, a proposal and its answer, a mark of yours',
      },
      { keys: ['}'], command: 'mark-after', does: 'to the mark after' },
      {
        keys: ['I'],
        command: 'wire-frame',
        does: 'the message that made the plan as it is shown, on the wire',
      },
      { keys: ['L'], command: 'back-to-now', label: 'L esc', does: 'back to now' },
      { keys: ['m'], command: 'mark', does: 'mark this moment; with --record also in the recording' },
    ],
  },
  {
    group: 'Finding',
    keys: [
      { keys: ['/'], command: 'search', does: 'search' },
      { keys: ['n'], command: 'next-match', does: 'next match; without a search the next change' },
      { keys: ['N'], command: 'previous-match', does: 'previous one' },
    ],
  },
  {
    group: 'Taking along',
    keys: [
      { keys: ['y'], command: 'copy', does: 'copy the selected steps, else the plan, as markdown' },
      { keys: ['S'], command: 'save', does: 'save the plan as .md or .json' },
      { keys: ['E'], command: 'edit', does: 'open a copy of the plan in $VISUAL or $EDITOR' },
    ],
  },
  {
    group: 'Agent',
    keys: [
      { keys: ['enter'], command: 'write-prompt', does: 'write to the agent' },
      { keys: ['s'], command: 'sessions', does: 'sessions: another one, a new one, one from before' },
      { keys: ['M'], command: 'settings', does: 'mode, model and other settings of the agent' },
      { keys: ['w'], command: 'answer', does: 'back to the question that waits for you' },
      { keys: ['R'], command: 'restart', does: 'restart the agent after it has ended; reconnect at once' },
      {
        keys: ['P'],
        command: 'switch-plans-on',
        does: 'start the agent again with its plan tools switched on',
      },
    ],
  },
  {
    group: 'Looking',
    keys: [
      ...panelNames.filter((name) => name !== 'help').map(panelKey),
      { keys: ['T'], command: 'timeline', does: 'timeline: when each step was worked on; ← → move in it' },
      { keys: ['*'], command: 'zoom-in', does: 'in the timeline: closer' },
      { keys: ['_'], command: 'zoom-out', does: 'in the timeline: wider' },
      panelKey('help'),
    ],
  },
  {
    group: 'Program',
    keys: [
      {
        keys: ['escape'],
        command: 'leave',
        label: 'esc',
        does: 'close what is open; twice with nothing open: cancel the turn',
      },
      { keys: ['ctrl-l'], command: 'redraw', does: 'redraw the screen' },
      { keys: ['ctrl-z'], command: 'stop', does: 'back to the shell; fg returns' },
      { keys: ['ctrl-c'], command: 'interrupt', does: 'quit; press twice while the agent works or asks' },
      {
        keys: ['q'],
        command: 'quit',
        does: 'close the panel, or quit; press twice while the agent works or asks',
      },
    ],
  },
] as const satisfies readonly CommandGroup<string>[]

function panelKey(name: PanelName): Binding & { readonly command: PanelName } {
  const { keys, does } = panelOf(name)
  return { keys, command: name, does }
}

/** What a key can do while a plan, a panel or a question has the focus. */
export type Command = (typeof groups)[number]['keys'][number]['command']

export type KeyBinding = Required<Binding> & { readonly command: Command; readonly group: string }

const commandGroups: readonly CommandGroup<Command>[] = groups

export const keyTable: readonly KeyBinding[] = commandGroups.flatMap(({ group, keys }) =>
  keys.map((binding) => ({ label: binding.keys[0], ...binding, group })),
)

const byKey: ReadonlyMap<string, Command> = new Map(
  keyTable.flatMap(({ keys, command }) => keys.map((key) => [key, command] as const)),
)

export function commandOf(key: string): Command | undefined {
  return byKey.get(key)
}

/** `order` is null for the key that lets the user enter a moment first. */
type ReplayBinding = Required<Binding> & { readonly order: PlaybackOrder | null }

const playerKeys: readonly (Binding & Pick<ReplayBinding, 'order'>)[] = [
  { keys: ['space'], order: { type: 'pause-or-play' }, does: 'pause, or continue' },
  { keys: ['.'], order: { type: 'step-frame', by: 1 }, does: 'next message' },
  { keys: [','], order: { type: 'step-frame', by: -1 }, does: 'previous message' },
  { keys: ['>'], order: { type: 'step-change', by: 1 }, does: 'next change of a plan' },
  { keys: ['<'], order: { type: 'step-change', by: -1 }, does: 'previous change' },
  { keys: [')'], order: { type: 'step-mark', by: 1 }, does: 'next marker, else the end' },
  { keys: ['('], order: { type: 'step-mark', by: -1 }, does: 'previous marker, else the beginning' },
  {
    keys: ['t'],
    order: null,
    does: 'to a time (1:30, 45s, +10s and -10s from here), the end, or a marker (#2, its caption)',
  },
  { keys: ['+', '='], order: { type: 'change-speed', by: 1 }, does: 'faster' },
  { keys: ['-'], order: { type: 'change-speed', by: -1 }, does: 'slower' },
  { keys: ['R'], order: { type: 'loop' }, does: 'repeat after the end, or not' },
]

/** The keys of the player, while a recording is shown. They take precedence over `keyTable`. */
export const replayKeys: readonly ReplayBinding[] = playerKeys.map((binding) => ({
  label: binding.keys[0],
  ...binding,
}))

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
