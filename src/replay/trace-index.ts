import { setImmediate as nextTurn } from 'node:timers/promises'
import type { PlaybackExtent, Marker } from '../app/playback/playback.ts'
import type { Clock } from '../lib/clock.ts'
import type { TraceReader } from '../protocol/trace/read-trace.ts'
import type { TraceFault } from '../protocol/trace/trace-fault.ts'
import type { TraceFile } from '../sources/trace-file/trace-lines.ts'
import { Checkpoints, type Checkpoint, type ReplayPosition, Playhead } from './playhead.ts'

/** A recording may hold any number of marks; further ones are not listed. */
const maxMarks = 10_000
/** A slice of work between two turns of the event loop, for keys and frames. */
const sliceMs = 6
const sliceRecords = 500

/** Reads the whole recording in the background, in slices: for its length, its marks, and checkpoints to seek from. */
export class TraceIndex {
  readonly checkpoints: Checkpoints
  readonly #head: Playhead
  readonly #file: TraceFile
  readonly #clock: Clock
  readonly #onProgress: () => void
  readonly #marks: Marker[] = []
  #extent: PlaybackExtent = { durationMs: 0, changes: 0, marks: [], isWhole: false }
  #fault: TraceFault | null = null
  /** Everything in the file so far is read. */
  #isAtEnd = false
  #isStopped = false
  #isReading = false

  constructor(file: TraceFile, start: Checkpoint, { clock, onProgress }: TraceIndexOptions) {
    this.#file = file
    this.#clock = clock
    this.#onProgress = onProgress
    this.checkpoints = new Checkpoints(start)
    this.#head = new Playhead(file, start)
  }

  get extent(): PlaybackExtent {
    return this.#extent
  }

  /** Header, dialect and problems so far. */
  get reader(): TraceReader {
    return this.#head.reader
  }

  /** Why reading stopped; null: it did not. */
  get fault(): TraceFault | null {
    return this.#fault
  }

  get isReading(): boolean {
    return this.#isReading
  }

  get reached(): ReplayPosition {
    return this.#head.progress
  }

  /** Reads on to the current end of the file. */
  async readOn(): Promise<void> {
    if (this.#isReading || this.#isStopped) return
    this.#isReading = true
    this.#isAtEnd = false
    while (!this.#isStopped && this.#fault === null) {
      const loaded = await this.#head.load()
      if (!loaded.ok) this.#fault = loaded.problem
      else if (!loaded.value) {
        this.#isAtEnd = true
        break
      } else if (this.#playSlice()) await nextTurn()
      this.#report()
    }
    this.#isReading = false
    this.#report()
  }

  stop(): void {
    this.#isStopped = true
  }

  /** True: the slice was full, and more records are loaded. */
  #playSlice(): boolean {
    const head = this.#head
    const untilMs = this.#clock.nowMs() + sliceMs
    for (let count = 0; count < sliceRecords && this.#clock.nowMs() < untilMs; count++) {
      if (this.checkpoints.isDue(head)) {
        const checkpoint = head.checkpoint()
        if (checkpoint !== null) this.checkpoints.keep(checkpoint)
      }
      const { next } = head
      if (next === null) return false
      if (next.type === 'mark' && this.#marks.length < maxMarks)
        this.#marks.push({ atMs: next.t, text: next.text })
      head.play()
    }
    return true
  }

  #report(): void {
    if (this.#isStopped) return
    const { atMs, changes } = this.#head.progress
    const isWhole = this.#isAtEnd && this.#file.isWhole
    const { extent } = this
    const hasNewMarks = extent.marks.length !== this.#marks.length
    if (
      extent.durationMs === atMs &&
      extent.changes === changes &&
      !hasNewMarks &&
      extent.isWhole === isWhole
    )
      return this.#onProgress()
    const marks = hasNewMarks ? [...this.#marks] : extent.marks
    this.#extent = { durationMs: atMs, changes, marks, isWhole }
    this.#onProgress()
  }
}

export interface TraceIndexOptions {
  readonly clock: Clock
  /** Called after each slice, also where nothing visible changed. */
  readonly onProgress: () => void
}
