import {
  playbackTimeAt,
  realTimeOf,
  type PlaybackControl,
  type PlaybackTime,
} from '../../app/playback/playback.ts'
import { earliest } from '../state/timing.ts'
import type { UiState } from '../state/ui-state.ts'

/** The player of a recording. While a recording is shown, all times on the screen are in playback time. */
export interface UiPlayer extends PlaybackControl {
  time(): PlaybackTime
  /** When the recording began, in milliseconds since the epoch. */
  startedAtMs(): number
}

/**
 * Converts the times in a screen state from real time to playback time. A recording is drawn in playback time, which can pause,
 * run faster, or jump; the expiry of messages is in real time, since messages answer keys.
 */
export function inPlaybackTime(ui: UiState, time: PlaybackTime, realMs: number): UiState {
  const nowMs = playbackTimeAt(time, realMs)
  const toPlayback = (untilMs: number): number => nowMs + untilMs - realMs
  return {
    ...ui,
    message: ui.message === null ? null : { ...ui.message, untilMs: toPlayback(ui.message.untilMs) },
  }
}

/** Converts back: the state after drawing, which may have a message of its own, with the real times of the state `before`. */
export function inRealTime(drawn: UiState, before: UiState, time: PlaybackTime, realMs: number): UiState {
  const { message } = drawn
  if (message === null || message.text === before.message?.text) return { ...drawn, message: before.message }
  const untilMs = message.untilMs - playbackTimeAt(time, realMs) + realMs
  return { ...drawn, message: { ...message, untilMs } }
}

/** When to draw the next frame, in real time. `nextAtMs` is in playback time; now: what was drawn is not finished, also in a pause. */
export function nextRealMs(
  nextAtMs: number | null,
  time: PlaybackTime,
  { ui, realMs }: { readonly ui: UiState; readonly realMs: number },
): number | null {
  const { message } = ui
  const isUnfinished = nextAtMs === playbackTimeAt(time, realMs)
  return earliest(
    nextAtMs === null ? null : isUnfinished ? realMs : realTimeOf(time, nextAtMs),
    message !== null && message.untilMs > realMs ? message.untilMs : null,
  )
}
