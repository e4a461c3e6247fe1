import type { StateOptions } from '../app/state/app-state.ts'
import type { PlaybackSpeed } from '../app/playback/playback.ts'
import type { UiLook } from '../ui/ui-look.ts'

/** One call of `replay`. */
export interface ReplayRequest {
  /** `-` for standard input. */
  readonly path: string
  readonly speed: PlaybackSpeed
  /** Longer pauses are shortened to this, in the user's time; null: none is. */
  readonly idleLimitMs: number | null
  /** Starts at the end of the file, and shows at once what is appended. */
  readonly follows: boolean
  readonly isPaused: boolean
  readonly isLooping: boolean
}

/** How the screen of a replay looks, and how plans are read. */
export interface ReplayView extends UiLook, StateOptions {
  /** The memory for the messages of the wire panel. */
  readonly wireBytes: number
}
