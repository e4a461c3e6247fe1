import { playbackTimeAt, realTimeOf, type PlaybackTime } from '../../app/playback/playback.ts'
import { earliest } from '../state/timing.ts'
import type { UiState } from '../state/ui-state.ts'

/**
 * What is drawn of a recording goes by its own time, which may stand, hurry and jump; what keys have set off goes by the
 * user's. The screen's state as it is drawn then: its moments in the time of the recording.
 */
export function inPlaybackTime(ui: UiState, time: PlaybackTime, realMs: number): UiState {
  const nowMs = playbackTimeAt(time, realMs)
  const moved = (untilMs: number): number => nowMs + untilMs - realMs
  return {
    ...ui,
    message: ui.message === null ? null : { ...ui.message, untilMs: moved(ui.message.untilMs) },
  }
}

/** What drawing has made of such a state, with the moments as they were before. */
export function inRealTime(drawn: UiState, before: UiState): UiState {
  return { ...drawn, message: before.message }
}

/** When to draw again, in the user's time. `nextAtMs` is in that of the recording. */
export function nextRealMs(
  nextAtMs: number | null,
  time: PlaybackTime,
  { ui, realMs }: { readonly ui: UiState; readonly realMs: number },
): number | null {
  const { message } = ui
  return earliest(
    nextAtMs === null ? null : realTimeOf(time, nextAtMs),
    message !== null && message.untilMs > realMs ? message.untilMs : null,
  )
}
