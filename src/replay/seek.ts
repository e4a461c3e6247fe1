import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Clock } from '../lib/clock.ts'
import { fail, ok, type Result } from '../lib/result.ts'
import type { TraceFault } from '../protocol/trace/trace-fault.ts'
import type { TraceFile } from '../sources/trace-file/trace-lines.ts'
import { isFrame, Playhead, type ReplayPosition } from './playhead.ts'
import type { TraceIndex } from './trace-index.ts'
import type { PlaybackOrder } from '../app/playback/playback.ts'

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

export interface SeekerOptions {
  readonly file: TraceFile
  readonly clock: Clock
  /** The seek waits until it has reached the target, or is complete. */
  readonly index: TraceIndex
  readonly target: SeekTarget
}

export interface SeekResult {
  readonly head: Playhead
  /** The recording's time there. */
  readonly atMs: number
  /** No record follows at the moment. */
  readonly isAtEnd: boolean
}

const sliceMs = 8

/** Seeks a target from the nearest checkpoint before it, in slices: the screen stays as it is until it is found. */
export class Seeker {
  /** Never settles after `stop`. */
  readonly found: Promise<Result<SeekResult, TraceFault>>
  readonly #options: SeekerOptions
  readonly target: SeekTarget
  #isStopped = false

  constructor(options: SeekerOptions) {
    this.#options = options
    this.target = options.target
    this.found = this.#find()
  }

  stop(): void {
    this.#isStopped = true
  }

  async #find(): Promise<Result<SeekResult, TraceFault>> {
    const { file, index, target } = this.#options
    while (target.canStartAt(index.reached) && index.isReading && !this.#isStopped) await nextTurn()
    if (index.fault !== null) return fail(index.fault)
    const head = new Playhead(
      file,
      index.checkpoints.lastWhere(({ progress }) => target.canStartAt(progress)),
    )
    let untilMs = this.#nowMs + sliceMs
    while (!this.#isStopped) {
      if (head.next === null) {
        const loaded = await head.load()
        if (!loaded.ok) return loaded
      }
      if (target.isReached(head)) return ok({ head, atMs: target.timeAt(head), isAtEnd: head.next === null })
      head.play()
      if (this.#nowMs < untilMs) continue
      await nextTurn()
      untilMs = this.#nowMs + sliceMs
    }
    return await new Promise(() => undefined)
  }

  get #nowMs(): number {
    return this.#options.clock.nowMs()
  }
}
