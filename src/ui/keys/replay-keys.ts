import type { PlaybackOrder } from '../../app/playback/playback.ts'
import type { UiState } from '../state/ui-state.ts'
import { only, withMessage, type Acted, type ActContext } from './key-result.ts'
import { askedFor } from './lines/answer-line.ts'
import type { KeyPress } from './key-press.ts'
import { commandOf, type Command, type KeyBinding } from './key-table.ts'

export interface ReplayBinding {
  readonly keys: readonly string[]
  /** null: it asks for a moment first. */
  readonly order: PlaybackOrder | null
  /** How the keys are written for people. */
  readonly label: string
  readonly does: string
}

/** What keys do with a recording that is shown; there they come before what they mean else. */
export const replayKeys: readonly ReplayBinding[] = [
  { keys: ['space'], order: { type: 'pause-or-play' }, label: 'space', does: 'pause, or go on' },
  { keys: ['.'], order: { type: 'step-frame', by: 1 }, label: '.', does: 'the next message' },
  { keys: [','], order: { type: 'step-frame', by: -1 }, label: ',', does: 'the message before' },
  { keys: [']'], order: { type: 'step-change', by: 1 }, label: ']', does: 'the next change of a plan' },
  { keys: ['['], order: { type: 'step-change', by: -1 }, label: '[', does: 'the change before' },
  { keys: ['}'], order: { type: 'step-mark', by: 1 }, label: '}', does: 'the next marker, else the end' },
  {
    keys: ['{'],
    order: { type: 'step-mark', by: -1 },
    label: '{',
    does: 'the marker before, else the beginning',
  },
  {
    keys: ['t'],
    order: null,
    label: 't',
    does: 'to a time (1:30, 45s, +10s and -10s from here), the end, or a marker (#2, its words)',
  },
  { keys: ['+', '='], order: { type: 'change-speed', by: 1 }, label: '+', does: 'faster' },
  { keys: ['-'], order: { type: 'change-speed', by: -1 }, label: '-', does: 'slower' },
  { keys: ['L'], order: { type: 'loop' }, label: 'L', does: 'begin again after the end, or not' },
]

/** What asks something of an agent, or of the run. */
const refused: ReadonlySet<Command> = new Set([
  'write-prompt',
  'sessions',
  'settings',
  'answer',
  'restart',
  'switch-plans-on',
  'mark',
])

/** Whether a key means the same while a recording is shown. */
export function isOfRecording({ keys, command }: KeyBinding): boolean {
  const isTaken = replayKeys.some((binding) => binding.keys.some((key) => keys.includes(key)))
  return !isTaken && !refused.has(command)
}

/** What a key does to a recording that is shown; null when it means what it always means, or when there is none. */
export function actInReplay(ui: UiState, press: KeyPress, { state, nowMs }: ActContext): Acted | null {
  if (state.playback === null || ui.focus !== 'plan') return null
  const binding = replayKeys.find(({ keys }) => keys.includes(press.name))
  if (binding !== undefined)
    return binding.order === null
      ? only(askedFor(ui, 'moment'))
      : { ui, intents: [{ type: 'playback', order: binding.order }] }
  const command = commandOf(press.name)
  return command !== undefined && refused.has(command)
    ? only(withMessage(ui, 'This is a recording: nothing can be sent.', nowMs))
    : null
}
