import { silentLink } from '../app/observed/session-summary.ts'
import type { StateOptions } from '../app/state/app-state.ts'
import { silentSince, type Link } from '../app/state/link.ts'
import { restMs } from '../app/state/observed.ts'
import {
  changedSpeed,
  markerFrom,
  type Playback,
  type PlaybackOrder,
  type PlaybackTime,
  dueAfter,
  playbackTimeAt,
  realTimeOf,
} from '../app/playback/playback.ts'
import {
  endTarget,
  type Position,
  seek,
  type SeekTarget,
  stepTarget,
  timeTarget,
  TraceIndex,
} from './seek.ts'
import { type Checkpoint, startCheckpoint, Playhead } from './playhead.ts'
import { PlaybackApp } from './playback-app.ts'
import { headerStartedAtMs } from '../protocol/trace/read-trace.ts'
import type { Clock, Speed } from '../lib/clock.ts'
import type { JsonObject } from '../protocol/wire/message.ts'
import type { TraceFault } from '../protocol/trace/trace-fault.ts'
import type { TraceFile } from '../sources/trace-file/trace-lines.ts'

export interface ReplayRequest {
  /** `-` for standard input. */
  readonly path: string
  readonly speed: Speed
  /** Longer pauses are shortened to this, in the user's time; null: none is. */
  readonly idleLimitMs: number | null
  /** Starts at the end of the file, and shows at once what is appended. */
  readonly follows: boolean
  readonly isPaused: boolean
  readonly isLooping: boolean
}

export interface PlayerOptions extends Omit<ReplayRequest, 'path'>, StateOptions {
  readonly file: TraceFile
  readonly clock: Clock
  /** Gets the current notes on documents, again after each change. */
  readonly onDocuments: (notes: ReadonlyMap<string, JsonObject>) => void
  /** The recording cannot be read any further. */
  readonly onFault: (fault: TraceFault) => void
}

/** Records are played in slices: keys and frames have their turn between them. */
const sliceMs = 8
const loopPauseMs = 1500

/** Plays a recording at its own pace: pause, speed, steps, seeks, and files that still grow. */
export class Player {
  readonly app: PlaybackApp
  readonly #options: PlayerOptions
  readonly #start: Checkpoint
  readonly #playbackClock: PlaybackClock
  readonly #stopListening: () => void
  #index: TraceIndex
  #head: Playhead
  #generation: number
  #speed: Speed
  #isPlaying: boolean
  #isLooping: boolean
  /** What is sought; null: nothing is. */
  #sought: { readonly target: SeekTarget } | null = null
  /** The file has no further record at the moment. */
  #isAtEnd = false
  /** Following: records are shown when they are appended, whatever their time. */
  #isLive = false
  #isLoading = false
  #isClosed = false
  #documents: ReadonlyMap<string, JsonObject> = new Map()
  #cancelTimer: () => void = () => undefined

  constructor(options: PlayerOptions) {
    const { file, clock } = options
    this.#options = options
    this.#speed = options.speed
    this.#isPlaying = !options.isPaused
    this.#isLooping = options.isLooping
    this.#generation = file.generation
    this.#start = startCheckpoint(options)
    this.#playbackClock = new PlaybackClock(clock, options.idleLimitMs)
    this.#head = new Playhead(file, this.#start)
    this.app = new PlaybackApp(this.#head.app, clock, () => this.#playback())
    this.#index = this.#indexFrom(this.#start)
    this.#stopListening = file.onChange(() => this.#onFileChange())
    if (options.follows) this.#seek(endTarget)
    else this.#resume(0)
  }

  /** How the recording's time passes at the moment. */
  readonly time = (): PlaybackTime => this.#playbackClock.time

  /** The start of the recorded run, in milliseconds since the epoch; where it is unknown, as if playback ran in real time now. */
  readonly startedAtMs = (): number => {
    return (
      headerStartedAtMs(this.#index.reader.header) ?? this.#options.clock.wallMs() - this.#playbackClock.nowMs
    )
  }

  /** Reading or seeking: the state will still change without an event from outside. */
  get isBusy(): boolean {
    return this.#sought !== null || this.#isLoading || this.#index.isReading
  }

  get index(): TraceIndex {
    return this.#index
  }

  readonly order = (order: PlaybackOrder): void => {
    const { nowMs } = this.#playbackClock
    const position = this.#position
    switch (order.type) {
      case 'pause-or-play':
        return this.#pauseOrPlay()
      case 'step-frame':
      case 'step-change':
        this.#isPlaying = false
        return this.#seek(stepTarget(order, position))
      case 'step-marker':
        return this.#seek(timeTarget(markerFrom(this.#index.extent, position.atMs, order.by)))
      case 'go-to':
        return this.#seek(timeTarget(order.atMs))
      case 'go-by':
        return this.#seek(timeTarget(Math.max(0, position.atMs + order.byMs)))
      case 'change-speed':
        this.#speed = changedSpeed(this.#speed, order.by)
        return this.#resume(nowMs)
      case 'loop':
        this.#isLooping = !this.#isLooping
        return this.#resume(nowMs)
    }
  }

  /** How far the recording is played: the records, and where the next one begins. */
  get played(): { readonly records: number; readonly offset: number } {
    return { records: this.#head.progress.records, offset: this.#head.offset }
  }

  close(): void {
    this.#isClosed = true
    this.#stopListening()
    this.#index.stop()
    this.#cancelTimer()
    this.app.close()
  }

  /** The current position, or the target's during a seek. */
  get #position(): Position {
    const { frames, changes } = this.#head.progress
    return { atMs: this.#playbackClock.nowMs, frames, changes, ...this.#sought?.target.position }
  }

  get #isOver(): boolean {
    return this.#isAtEnd && this.#options.file.isWhole
  }

  get #rate(): number {
    if (!this.#isPlaying || this.#sought !== null || this.#isOver) return 0
    if (this.#isLive) return 1
    return this.#speed === 'max' ? 0 : this.#speed
  }

  #pauseOrPlay(): void {
    if (this.#isOver && this.#sought === null) {
      this.#isPlaying = true
      return this.#seek(timeTarget(0))
    }
    const { nowMs } = this.#playbackClock
    this.#isPlaying = !this.#isPlaying
    // After a pause, playback continues from here and no longer at the end.
    this.#isLive = false
    this.#resume(nowMs)
  }

  /** Continues at a time, after speed, position or play state have changed. */
  #resume(atMs: number): void {
    this.#playbackClock.set(atMs, this.#rate)
    this.app.publish()
    this.#playDue()
  }

  #seek(target: SeekTarget): void {
    this.#cancelTimer()
    const { clock, file, follows } = this.#options
    const sought = { target }
    this.#sought = sought
    const isWanted = (): boolean => this.#sought === sought && !this.#isClosed
    this.#playbackClock.set(this.#playbackClock.nowMs, 0)
    // Most seeks end before "seeking" would be visible.
    this.app.publishSoon()
    void seek({ file, clock, index: this.#index, target, isWanted }).then((found) => {
      if (found === null || !isWanted()) return
      this.#sought = null
      if (!found.ok) return this.#options.onFault(found.problem)
      this.#head = found.value.head
      this.#isAtEnd = found.value.isAtEnd
      this.#isLive = this.#isAtEnd && follows && this.#isPlaying
      this.app.show(this.#head.app)
      this.#resume(found.value.atMs)
    })
  }

  /** Plays the records that are due, and sets a timer for the next one. */
  #playDue(): void {
    this.#cancelTimer()
    this.#showDocuments()
    if (this.#isClosed || !this.#isPlaying || this.#sought !== null || this.#isLoading) return
    if (this.#isOver) return this.#end()
    const { clock } = this.#options
    const untilMs = clock.nowMs() + sliceMs
    while (this.#playNext()) {
      if (clock.nowMs() < untilMs) continue
      const immediate = setImmediate(() => this.#playDue())
      this.#cancelTimer = () => clearImmediate(immediate)
      break
    }
    this.#showDocuments()
    this.app.publish()
  }

  /** False: no record is due; a timer or a load continues. */
  #playNext(): boolean {
    const head = this.#head
    const { next } = head
    if (next === null) {
      void this.#load()
      return false
    }
    const waitMs = this.#isLive ? 0 : this.#playbackClock.waitFor(next.t, head.progress.atMs, this.#speed)
    if (waitMs > 0) {
      this.#cancelTimer = this.#options.clock.after(waitMs, () => this.#playDue())
      return false
    }
    this.#tell(
      silentSince(head.app.state().link) === null ? null : { state: 'open', sinceMs: head.progress.atMs },
    )
    head.play()
    if (this.#isLive || this.#speed === 'max') this.#playbackClock.moveTo(next.t)
    return true
  }

  async #load(): Promise<void> {
    const head = this.#head
    this.#isLoading = true
    const loaded = await head.load()
    this.#isLoading = false
    if (this.#isClosed) return
    // A seek may have replaced the head meanwhile.
    if (head !== this.#head) return this.#playDue()
    if (!loaded.ok) return this.#options.onFault(loaded.problem)
    this.#isAtEnd = !loaded.value
    if (loaded.value) return this.#playDue()
    if (this.#generation !== this.#options.file.generation) return this.#continueInNextFile()
    if (this.#isOver) return this.#end()
    this.#isLive = this.#options.follows && this.#isPlaying
    const { clock, file } = this.#options
    // As of a session that is observed: an agent whose recording has not grown for long is not said to work.
    const silence = this.#isLive ? silentLink(head.app.state(), head.progress.atMs) : null
    const quietMs = silence === null ? 0 : Math.max(0, clock.wallMs() - (file.writtenAtMs ?? Infinity))
    this.#playbackClock.set(Math.max(this.#playbackClock.nowMs, head.progress.atMs + quietMs), this.#rate)
    this.app.publish()
    if (silence !== null)
      this.#cancelTimer = clock.after(Math.max(0, restMs - quietMs), () => this.#tell(silence))
  }

  #tell(link: Link | null): void {
    if (link !== null) this.#head.app.dispatch({ type: 'link-changed', atMs: link.sinceMs, link })
  }

  /** The end of the recording: playback pauses or starts again. */
  #end(): void {
    this.#playbackClock.set(this.#head.progress.atMs, 0)
    this.app.publish()
    if (this.#isLooping && this.#head.progress.atMs > 0)
      this.#cancelTimer = this.#options.clock.after(loopPauseMs, () => this.#seek(timeTarget(0)))
  }

  /** The file has grown, or was replaced by another one. */
  #onFileChange(): void {
    if (this.#generation === this.#options.file.generation) void this.#index.readOn()
    // The last records of a replaced file are shown first.
    this.#playDue()
  }

  /** Another file replaced this one: its records follow those of the old one. */
  #continueInNextFile(): void {
    const { file } = this.#options
    this.#generation = file.generation
    this.#index.stop()
    const checkpoint: Checkpoint = { ...(this.#head.checkpoint() ?? this.#start), offset: 0 }
    this.#index = this.#indexFrom(checkpoint)
    this.#head = new Playhead(file, checkpoint)
    this.#isAtEnd = false
    this.app.show(this.#head.app)
    this.#resume(this.#playbackClock.nowMs)
  }

  #indexFrom(start: Checkpoint): TraceIndex {
    const { file, clock } = this.#options
    const index = new TraceIndex(file, start, { clock, onProgress: () => this.app.publishSoon() })
    void index.readOn()
    return index
  }

  #showDocuments(): void {
    const { documents } = this.#head.progress
    if (documents === this.#documents) return
    this.#documents = documents
    this.#options.onDocuments(documents)
  }

  #playback(): Playback {
    return {
      state: this.#state(),
      speed: this.#speed,
      isLooping: this.#isLooping,
      change: this.#head.progress.changes,
      extent: this.#index.extent,
    }
  }

  #state(): Playback['state'] {
    if (this.#sought !== null) return 'seeking'
    if (this.#isOver) return 'ended'
    if (!this.#isPlaying) return 'paused'
    return this.#isAtEnd ? 'waiting' : 'playing'
  }
}

/** Timers count in 32 bits: a longer wait is cut here, and the player looks again. */
const longestWaitMs = 3_600_000

/** Maps real time to the time of the recording, which may be stopped, faster, and skip pauses. */
class PlaybackClock {
  readonly #clock: Clock
  /** Longer pauses are shortened to this, in real time; null: none is. */
  readonly #idleLimitMs: number | null
  #time: PlaybackTime

  constructor(clock: Clock, idleLimitMs: number | null) {
    this.#clock = clock
    this.#idleLimitMs = idleLimitMs
    this.#time = { atMs: 0, realMs: clock.nowMs(), rate: 0 }
  }

  get time(): PlaybackTime {
    return this.#time
  }

  get nowMs(): number {
    return playbackTimeAt(this.#time, this.#clock.nowMs())
  }

  /** Sets the time and its rate; 0: paused. */
  set(atMs: number, rate: number): void {
    this.#time = { atMs, realMs: this.#clock.nowMs(), rate }
  }

  /** Moves the time forward to `atMs`, never back. */
  moveTo(atMs: number): void {
    this.set(Math.max(atMs, this.nowMs), this.#time.rate)
  }

  /** How long to wait, in real time, for a record at `nextMs` that follows one at `lastMs`; 0: it is due. */
  waitFor(nextMs: number, lastMs: number, speed: Speed): number {
    if (speed === 'max') return 0
    const limitMs = this.#idleLimitMs === null ? null : this.#idleLimitMs * speed
    const { atMs, skipsMs } = dueAfter(lastMs, nextMs, limitMs)
    const realMs = this.#clock.nowMs()
    if (this.nowMs < atMs) {
      const waitMs = (realTimeOf(this.#time, atMs) ?? realMs) - realMs
      return Math.min(longestWaitMs, Math.max(1, waitMs))
    }
    if (skipsMs > 0) this.moveTo(nextMs)
    return 0
  }
}
