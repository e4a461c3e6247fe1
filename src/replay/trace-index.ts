import type { PlaybackExtent, PlaybackMark } from '../app/playback/playback.ts'
import type { Clock } from '../lib/clock.ts'
import type { TraceReader } from '../protocol/trace/read-trace.ts'
import type { TraceFault } from '../protocol/trace/trace-fault.ts'
import type { TraceFile } from '../sources/trace-file/trace-file.ts'
import { Places, type Place } from './checkpoint.ts'
import { Playhead } from './playhead.ts'

/** Marks kept; a recording of somebody else's may hold any number of them. */
const marksKept = 10_000
/** So long it works before keys and frames have their turn, and so many records at the most. */
const sliceMs = 6
const sliceRecords = 500

/**
 * Goes through a whole recording ahead of who looks at it, a little at a time: to know how long it is and where its marks
 * are, and to have places to jump to.
 */
export class Survey {
  readonly places: Places
  readonly #head: Playhead
  readonly #file: TraceFile
  readonly #clock: Clock
  readonly #onProgress: () => void
  readonly #marks: PlaybackMark[] = []
  #extent: PlaybackExtent = { durationMs: 0, changes: 0, marks: [], isWhole: false }
  #fault: TraceFault | null = null
  /** Nothing more is there now. */
  #isAtEnd = false
  #isStopped = false
  #isWorking = false

  constructor(file: TraceFile, start: Place, { clock, onProgress }: SurveyOptions) {
    this.#file = file
    this.#clock = clock
    this.#onProgress = onProgress
    this.places = new Places(start)
    this.#head = new Playhead(file, start)
  }

  get extent(): PlaybackExtent {
    return this.#extent
  }

  /** What is known of the recording from its lines. */
  get reader(): TraceReader {
    return this.#head.reader
  }

  /** Why it cannot be read on. */
  get fault(): TraceFault | null {
    return this.#fault
  }

  /** There is more to look through. */
  get isAtWork(): boolean {
    return this.#isWorking
  }

  /** How far it has come. */
  get reached(): Pick<Place, 'atMs' | 'frames' | 'changes'> {
    return this.#head
  }

  /** Goes on from where it is to where the recording ends now. `onProgress` hears of it. */
  async work(): Promise<void> {
    if (this.#isWorking || this.#isStopped) return
    this.#isWorking = true
    this.#isAtEnd = false
    while (!this.#isStopped && this.#fault === null) {
      const loaded = await this.#head.load()
      if (!loaded.ok) this.#fault = loaded.problem
      else if (!loaded.value) {
        this.#isAtEnd = true
        break
      } else if (this.#playSlice()) await nextTurn()
      this.#tell()
    }
    this.#isWorking = false
    this.#tell()
  }

  stop(): void {
    this.#isStopped = true
  }

  /** True: there is more to play at once. */
  #playSlice(): boolean {
    const head = this.#head
    const untilMs = this.#clock.nowMs() + sliceMs
    for (let count = 0; count < sliceRecords && this.#clock.nowMs() < untilMs; count++) {
      if (this.places.wants(head)) {
        const place = head.place()
        if (place !== null) this.places.keep(place)
      }
      const { next } = head
      if (next === null) return false
      if (next.type === 'mark' && this.#marks.length < marksKept)
        this.#marks.push({ atMs: next.t, text: next.text })
      head.play()
    }
    return true
  }

  #tell(): void {
    if (this.#isStopped) return
    const { atMs, changes } = this.#head
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

export interface SurveyOptions {
  readonly clock: Clock
  /** It has come further, or cannot go on. */
  readonly onProgress: () => void
}

/** After keys, timers and files have had their turn. */
export function nextTurn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve))
}
