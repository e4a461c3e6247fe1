import type { PlaybackSpeed } from '../../app/playback/playback.ts'
import type { Clock } from '../../lib/clock.ts'
import type { JsonObject } from '../../protocol/wire/message.ts'
import type { TraceFault } from '../../protocol/trace/trace-fault.ts'
import type { TraceFile } from '../../sources/trace-file/trace-file.ts'

/** How a recording is to be shown. */
export interface PlayerOptions {
  readonly file: TraceFile
  readonly clock: Clock
  readonly infersPlans: boolean
  readonly speed: PlaybackSpeed
  /** Of longer pauses so much is waited for, in the user's time; null: all. */
  readonly idleLimitMs: number | null
  readonly isPaused: boolean
  readonly isLooping: boolean
  /** Begins at the end, and shows at once what is added. */
  readonly follows: boolean
  /** What is noted of documents, as it stands now; called again whenever that has changed. */
  readonly onDocuments: (notes: ReadonlyMap<string, JsonObject>) => void
  /** It cannot be read any further. */
  readonly onFault: (fault: TraceFault) => void
}
