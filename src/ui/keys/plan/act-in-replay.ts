import type { UiState } from '../../state/ui-state.ts'
import type { KeyPress } from '../key-press.ts'
import { screenOnly, withMessage, type KeyContext, type KeyResult } from '../key-result.ts'
import { commandOf, isReplayCommand, replayKeys } from '../key-table.ts'
import { openedAnswerLine } from '../lines/answer-line.ts'

/** What a key does to the recording that is shown; null without one, or for a key whose meaning does not change. */
export function actInReplay(ui: UiState, press: KeyPress, { state, nowMs }: KeyContext): KeyResult | null {
  if (state.playback === null || ui.focus !== 'plan') return null
  const binding = replayKeys.find(({ keys }) => keys.includes(press.name))
  if (binding !== undefined)
    return binding.order === null
      ? screenOnly(openedAnswerLine(ui, 'moment'))
      : { ui, intents: [{ type: 'playback', order: binding.order }] }
  const command = commandOf(press.name)
  return command !== undefined && !isReplayCommand(command)
    ? screenOnly(withMessage(ui, 'This is a recording: nothing can be sent.', nowMs))
    : null
}
