import type { Clock } from '../lib/clock.ts'
import { fail, ok, type Result } from '../lib/result.ts'
import type { TraceFault } from '../protocol/trace/trace-fault.ts'
import type { TraceFile } from '../sources/trace-file/trace-file.ts'
import type { Goal } from './seek-target.ts'
import { Playhead } from './playhead.ts'
import { nextTurn, type Survey } from './trace-index.ts'

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
