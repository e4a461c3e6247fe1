import type { Clock } from '../lib/clock.ts'
import { fail, ok, type Result } from '../lib/result.ts'
import type { TraceFault } from '../protocol/trace/trace-fault.ts'
import type { TraceFile } from '../sources/trace-file/trace-file.ts'
import { isFrame, Playhead } from './playhead.ts'
import { nextTurn, type Survey } from './trace-index.ts'
import type { PlaybackOrder } from '../app/playback/playback.ts'
import type { Place } from './checkpoint.ts'

export interface SeekerOptions {
  readonly file: TraceFile
  readonly clock: Clock
  /** What is not surveyed yet is waited for. */
  readonly survey: Survey
  readonly goal: Goal
}

export interface FoundPlace {
  readonly head: Playhead
  /** The time of the recording there. */
  readonly atMs: number
  /** There is nothing behind it now. */
  readonly isAtEnd: boolean
}

const sliceMs = 8

/** Looks for a place in a recording, from the nearest known place before it; what is shown stays until it is found. */
export class Seeker {
  /** Never settles when it is stopped before. */
  readonly found: Promise<Result<FoundPlace, TraceFault>>
  readonly #options: SeekerOptions
  readonly goal: Goal
  #isStopped = false

  constructor(options: SeekerOptions) {
    this.#options = options
    this.goal = options.goal
    this.found = this.#find()
  }

  stop(): void {
    this.#isStopped = true
  }

  async #find(): Promise<Result<FoundPlace, TraceFault>> {
    const { file, survey, goal } = this.#options
    while (goal.isAhead(survey.reached) && survey.isAtWork && !this.#isStopped) await nextTurn()
    if (survey.fault !== null) return fail(survey.fault)
    const head = new Playhead(
      file,
      survey.places.lastBefore((place) => goal.isAhead(place)),
    )
    let untilMs = this.#nowMs + sliceMs
    while (!this.#isStopped) {
      if (head.next === null) {
        const loaded = await head.load()
        if (!loaded.ok) return loaded
      }
      if (goal.isHere(head)) return ok({ head, atMs: goal.timeAt(head), isAtEnd: head.next === null })
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

/** A place of a recording that is looked for. */
export interface Goal {
  /** What is known of it before it is found: who orders a step on the way there means one from there. */
  readonly aim: Partial<Standing>
  /** It is not behind this place: one may begin there. */
  isAhead(place: Standing): boolean
  /** It is here, or before: what comes next is behind it. Asked when the head has read on: no `next` is the end. */
  isHere(head: Playhead): boolean
  /** The time of the recording when one stands there. */
  timeAt(head: Playhead): number
}

/** All that happened until that time. */
export function timeGoal(atMs: number): Goal {
  return {
    aim: { atMs },
    isAhead: (place) => place.atMs <= atMs,
    isHere: ({ next }) => next === null || next.t > atMs,
    timeAt: (head) => (head.next === null ? Math.min(atMs, head.atMs) : atMs),
  }
}

/** Where one stands in a recording. */
export type Standing = Pick<Place, 'atMs' | 'frames' | 'changes'>

/** One frame or one change of a plan further, or back. */
export function steppedGoal(
  { type, by }: Extract<PlaybackOrder, { type: 'step-frame' | 'step-change' }>,
  { frames, changes }: Standing,
): Goal {
  return type === 'step-frame' ? frameGoal(Math.max(0, frames + by)) : changeGoal(Math.max(0, changes + by))
}

/** So many frames, and what happened until the next one. */
function frameGoal(frames: number): Goal {
  return {
    aim: { frames },
    isAhead: (place) => place.frames <= frames,
    isHere: ({ next, frames: played }) => next === null || (played >= frames && isFrame(next)),
    timeAt: ({ atMs }) => atMs,
  }
}

/** The moment of a change of a plan; 0: the beginning. */
function changeGoal(changes: number): Goal {
  return {
    aim: { changes },
    isAhead: (place) => place.changes < changes,
    isHere: ({ next, changes: played }) => next === null || played >= changes,
    timeAt: ({ atMs }) => (changes === 0 ? 0 : atMs),
  }
}

/** The end, where it is now. */
export const endGoal: Goal = {
  aim: {},
  isAhead: () => true,
  isHere: ({ next }) => next === null,
  timeAt: ({ atMs }) => atMs,
}
