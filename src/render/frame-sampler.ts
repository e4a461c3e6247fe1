import type { AppState } from '../app/state/app-state.ts'
import { isSameFrame, type CellFrame } from '../lib/cells/cell-row.ts'
import type { KeyPress } from '../ui/keys/key-press.ts'
import type { Offscreen } from '../ui/stack/open-offscreen.ts'
import type { Pacing } from './formats/render-options.ts'

export interface FrameSamplerOptions {
  readonly screen: Offscreen
  readonly pace: Pacing
  /** The shortest time between two frames of the result. */
  readonly gapMs: number
  /** The shortest time that the last frame is shown. */
  readonly lastHoldMs: number
  /** Single pictures are taken: after a pause has settled the screen, no clock is drawn until something happens. */
  readonly isForStills?: boolean
}

/** After so long without activity, a running clock is drawn more and more rarely. */
const idleAfterMs = 600_000
const framesPerIdleTime = 600

/** After so long without events the screen has settled: the marks of changes are gone, and it shows the plan worked on last. */
const settleMs = 2000

/** `outMs`: the time in the result. `isTick`: only a clock has ticked. */
export type FrameListener = (outMs: number, frame: CellFrame, isTick: boolean) => void

/**
 * Draws a frame whenever the state changed or a clock ticked, from one time of the recording to another. It has no clock: the
 * caller passes times and states, in the order of the recording, and `advance`s to a time before it reports what happens then.
 */
export class FrameSampler {
  readonly #options: FrameSamplerOptions
  readonly #listeners: FrameListener[] = []
  #hasBegun = false
  #lengthMs = 0
  /** null: before `begin`, and after `end`. */
  #clock: OutputClock | null = null
  /** The state has changed since the last frame. */
  #isDirty = false
  #changedMs = 0
  #activeMs = 0
  /** The last change of a plan is not drawn yet. */
  #holdsChange = false
  /** When a clock on the screen ticks next. */
  #nextMs: number | null = null
  #drawnOutMs = Number.NEGATIVE_INFINITY
  #last: CellFrame | null = null
  #lastOutMs = 0

  constructor(options: FrameSamplerOptions) {
    this.#options = options
  }

  /** Calls `listener` with each frame that looks different from the one before. */
  onFrame(listener: FrameListener): void {
    this.#listeners.push(listener)
  }

  /** Starts drawing frames; only the first call counts. */
  begin(atMs: number): void {
    if (this.#hasBegun) return
    this.#hasBegun = true
    this.#clock = new OutputClock(this.#options.pace, atMs)
    this.#dirty(atMs)
  }

  /** Draws the frames due before a time; `state` is the state up to that time. */
  advance(atMs: number, state: AppState): void {
    const clock = this.#clock
    if (clock === null) return
    for (let drawMs = this.#due(clock); drawMs !== null && drawMs < atMs; drawMs = this.#due(clock))
      this.#draw(clock, drawMs, state)
  }

  /** A record or a key, whether it changes anything or not: it ends a pause. */
  onActivity(atMs: number): void {
    this.#activeMs = atMs
    this.#clock?.onActivity(atMs)
  }

  onChange(atMs: number): void {
    this.#dirty(atMs)
  }

  /** A plan has changed visibly; `before`: the state before. With a minimum hold, the change before is drawn first. */
  onPlanChange(atMs: number, before: AppState): void {
    const clock = this.#clock
    if (clock === null) return
    if (this.#holdsChange && this.#options.pace.minHoldMs > 0) this.#draw(clock, atMs, before)
    clock.onPlanChange()
    this.#holdsChange = true
    this.#dirty(atMs)
  }

  press(press: KeyPress, atMs: number, state: AppState): void {
    this.onActivity(atMs)
    this.#options.screen.press(press, state, atMs)
    this.#dirty(atMs)
  }

  /** The time in the result; null: before `begin`, and after `end`. */
  outputTime(atMs: number): number | null {
    return this.#clock?.outputTime(atMs) ?? null
  }

  /** The frame at a time that it has `advance`d to. */
  frameAt(atMs: number, state: AppState): CellFrame {
    return this.#options.screen.draw(state, atMs).frame
  }

  /** Draws the last frame, and returns the length of the result; only the first call counts. `settles`: draws on until the screen has settled. */
  end(atMs: number, state: AppState, { settles = false }: { readonly settles?: boolean } = {}): number {
    const clock = this.#clock
    if (clock === null) return this.#lengthMs
    this.advance(atMs, state)
    this.#draw(clock, atMs, state)
    if (settles) this.advance(atMs + settleMs, state)
    this.#clock = null
    const { lastHoldMs, pace } = this.#options
    this.#lengthMs = Math.max(clock.outputTime(atMs), this.#lastOutMs + Math.max(lastHoldMs, pace.minHoldMs))
    return this.#lengthMs
  }

  #dirty(atMs: number): void {
    if (this.#clock === null || this.#isDirty) return
    this.#isDirty = true
    this.#changedMs = atMs
  }

  /** The next time to draw, in the recording's time; null: not before the next event. */
  #due(clock: OutputClock): number | null {
    const wantedMs = this.#isDirty ? this.#changedMs : this.#nextMs
    if (wantedMs === null) return null
    const soonestMs = clock.recordingTime(this.#drawnOutMs + this.#options.gapMs)
    const dueMs = Math.max(wantedMs, soonestMs)
    if (!clock.isCut(dueMs)) return dueMs
    return this.#isDirty ? wantedMs : null
  }

  #draw(clock: OutputClock, atMs: number, state: AppState): void {
    const isTick = !this.#isDirty
    this.#isDirty = false
    this.#holdsChange = false
    const { frame, nextAtMs } = this.#options.screen.draw(state, atMs)
    // At least 1 ms, so that drawing always moves on; more after a long idle time, so that a night is not drawn second by second.
    const idleMs = atMs - this.#activeMs
    const restMs = idleMs > idleAfterMs ? idleMs / framesPerIdleTime : 1
    const isOver = this.#options.isForStills === true && idleMs > settleMs
    this.#nextMs = nextAtMs === null || isOver ? null : Math.max(nextAtMs, atMs + restMs)
    const outMs = Math.max(clock.outputTime(atMs), this.#drawnOutMs)
    this.#drawnOutMs = outMs
    if (this.#last !== null && isSameFrame(this.#last, frame)) return
    this.#last = frame
    this.#lastOutMs = outMs
    for (const listener of this.#listeners) listener(outMs, frame, isTick)
  }
}

/**
 * Maps times of the recording to times of the result. In a pause that is cut, the result's time runs up to the idle limit and
 * then stands still until the next activity. Call it with ascending times.
 */
export class OutputClock {
  readonly #pace: Pacing
  #activeMs: number
  #activeOutMs = 0
  #heldUntilMs = 0

  /** `fromMs`: the time of the recording at which the result begins. */
  constructor(pace: Pacing, fromMs: number) {
    this.#pace = pace
    this.#activeMs = fromMs
  }

  outputTime(atMs: number): number {
    const pauseMs = Math.max(0, atMs - this.#activeMs) / this.#pace.speed
    return this.#activeOutMs + Math.min(pauseMs, this.#pace.idleLimitMs)
  }

  /** The reverse, as long as nothing happens until then. */
  recordingTime(outMs: number): number {
    return this.#activeMs + (outMs - this.#activeOutMs) * this.#pace.speed
  }

  /** Whether this time lies in the part of the current pause that is cut. */
  isCut(atMs: number): boolean {
    return atMs - this.#activeMs > this.#pace.idleLimitMs * this.#pace.speed
  }

  /** A record or a key: ends the current pause. */
  onActivity(atMs: number): void {
    this.#activeOutMs = this.outputTime(atMs)
    this.#activeMs = Math.max(this.#activeMs, atMs)
  }

  /** The current activity changes a plan: it is delayed until the change before was shown for the minimum hold. */
  onPlanChange(): void {
    this.#activeOutMs = Math.max(this.#activeOutMs, this.#heldUntilMs)
    this.#heldUntilMs = this.#activeOutMs + this.#pace.minHoldMs
  }
}
