import { setImmediate as nextTurn } from 'node:timers/promises'
import type { PlaybackExtent, Marker, PlaybackOrder } from '../app/playback/playback.ts'
import type { Clock } from '../lib/clock.ts'
import type { TraceReader } from '../protocol/trace/read-trace.ts'
import type { TraceFault } from '../protocol/trace/trace-fault.ts'
import type { TraceFile } from '../sources/trace-file/trace-lines.ts'
import { Checkpoints, type Checkpoint, type ReplayPosition, Playhead, isFrame } from './playhead.ts'
import { fail, ok, type Result } from '../lib/result.ts'

/** A recording may hold any number of markers; further ones are not listed. */
const maxMarkers = 10_000
/** A slice of work between two turns of the event loop, for keys and frames. */
const indexSliceMs = 6
const sliceRecords = 500

/** Reads the whole recording in the background, in slices: for its length, its markers, and checkpoints to seek from. */
export class TraceIndex {
  readonly checkpoints: Checkpoints
  readonly #head: Playhead
  readonly #file: TraceFile
  readonly #clock: Clock
  readonly #onProgress: () => void
  readonly #markers: Marker[] = []
  #extent: PlaybackExtent = { durationMs: 0, changes: 0, markers: [], isWhole: false }
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
    const untilMs = this.#clock.nowMs() + indexSliceMs
    for (let count = 0; count < sliceRecords && this.#clock.nowMs() < untilMs; count++) {
      if (this.checkpoints.isDue(head)) {
        const checkpoint = head.checkpoint()
        if (checkpoint !== null) this.checkpoints.keep(checkpoint)
      }
      const { next } = head
      if (next === null) return false
      if (next.type === 'mark' && this.#markers.length < maxMarkers)
        this.#markers.push({ atMs: next.t, text: next.text })
      head.play()
    }
    return true
  }

  #report(): void {
    if (this.#isStopped) return
    const { atMs, changes } = this.#head.progress
    const isWhole = this.#isAtEnd && this.#file.isWhole
    const { extent } = this
    const hasNewMarkers = extent.markers.length !== this.#markers.length
    if (
      extent.durationMs === atMs &&
      extent.changes === changes &&
      !hasNewMarkers &&
      extent.isWhole === isWhole
    )
      return this.#onProgress()
    const markers = hasNewMarkers ? [...this.#markers] : extent.markers
    this.#extent = { durationMs: atMs, changes, markers, isWhole }
    this.#onProgress()
  }
}

export interface TraceIndexOptions {
  readonly clock: Clock
  /** Called after each slice, also where nothing visible changed. */
  readonly onProgress: () => void
}

/** Where to seek to: found by playing records from a checkpoint on. */
export interface SeekTarget {
  /** As far as it is known before it is reached: a step that is ordered during the seek starts from there. */
  readonly position: Partial<Position>
  /** Whether the target can be reached from this position by playing on. */
  canStartAt(position: Position): boolean
  /** Whether the next record lies behind the target. Called when `next` is loaded: null is the end. */
  isReached(head: Playhead): boolean
  /** The recording's time at the target. */
  timeAt(head: Playhead): number
}

/** Behind all records up to a time of the recording, in milliseconds. */
export function timeTarget(atMs: number): SeekTarget {
  return {
    position: { atMs },
    canStartAt: (position) => position.atMs <= atMs,
    isReached: ({ next }) => next === null || next.t > atMs,
    timeAt: ({ next, progress }) => (next === null ? Math.min(atMs, progress.atMs) : atMs),
  }
}

export type Position = Pick<ReplayPosition, 'atMs' | 'frames' | 'changes'>

/** Frames or changes of plans forward, or back. */
export function stepTarget(
  { type, by }: Extract<PlaybackOrder, { type: 'step-frame' | 'step-change' }>,
  { frames, changes }: Position,
): SeekTarget {
  return type === 'step-frame'
    ? frameTarget(Math.max(0, frames + by))
    : changeTarget(Math.max(0, changes + by))
}

/** Behind so many frames, and behind the records up to the next one. */
function frameTarget(frames: number): SeekTarget {
  return {
    position: { frames },
    canStartAt: (position) => position.frames <= frames,
    isReached: ({ next, progress }) => next === null || (progress.frames >= frames && isFrame(next)),
    timeAt: ({ progress }) => progress.atMs,
  }
}

/** Behind so many changes of plans; 0: the beginning. */
function changeTarget(changes: number): SeekTarget {
  return {
    position: { changes },
    canStartAt: (position) => position.changes < changes,
    isReached: ({ next, progress }) => next === null || progress.changes >= changes,
    timeAt: ({ progress }) => (changes === 0 ? 0 : progress.atMs),
  }
}

/** The current end of the file. */
export const endTarget: SeekTarget = {
  position: {},
  canStartAt: () => true,
  isReached: ({ next }) => next === null,
  timeAt: ({ progress }) => progress.atMs,
}

export interface SeekParts {
  readonly file: TraceFile
  readonly clock: Clock
  /** The seek waits until it has reached the target, or is complete. */
  readonly index: TraceIndex
  readonly target: SeekTarget
  /** False: another target is wanted by now, or none. */
  readonly isWanted: () => boolean
}

export interface SeekResult {
  readonly head: Playhead
  /** The recording's time there. */
  readonly atMs: number
  /** No record follows at the moment. */
  readonly isAtEnd: boolean
}

const seekSliceMs = 8

/**
 * Seeks a target from the nearest checkpoint before it, in slices: the screen stays as it is until it is found. null: it was not wanted
 * any more.
 */
export async function seek({
  file,
  clock,
  index,
  target,
  isWanted,
}: SeekParts): Promise<Result<SeekResult, TraceFault> | null> {
  while (target.canStartAt(index.reached) && index.isReading && isWanted()) await nextTurn()
  if (index.fault !== null) return fail(index.fault)
  const from = index.checkpoints.lastWhere(({ progress }) => target.canStartAt(progress))
  const head = new Playhead(file, from)
  let untilMs = clock.nowMs() + seekSliceMs
  while (isWanted()) {
    if (head.next === null) {
      const loaded = await head.load()
      if (!loaded.ok) return loaded
    }
    if (target.isReached(head)) return ok({ head, atMs: target.timeAt(head), isAtEnd: head.next === null })
    head.play()
    if (clock.nowMs() < untilMs) continue
    await nextTurn()
    untilMs = clock.nowMs() + seekSliceMs
  }
  return null
}
