import type { AppState } from '../app/state/app-state.ts'
import { isSameFrame, type CellFrame } from '../lib/cells/cell-frame.ts'
import type { KeyPress } from '../ui/keys/key-press.ts'
import type { Offscreen } from '../ui/offscreen/open-offscreen.ts'

export interface FilmOptions {
  readonly screen: Offscreen
  readonly pace: FilmPace
  /** Frames are at least so far apart in the result. */
  readonly gapMs: number
  /** How long the last frame stays at least. */
  readonly lastHoldMs: number
}

/** Where nothing has happened for longer, what changes by itself, as a running clock does, is drawn more and more rarely. */
const patienceMs = 600_000
const framesInPatience = 600

/** By then all has gone from a screen that goes by itself: marks of what changed, a plan that waits for its turn. */
const settleMs = 2000

/** `outMs`: in the result. `isTick`: nothing has happened but time. */
export type FrameListener = (outMs: number, frame: CellFrame, isTick: boolean) => void

/**
 * Turns a run into frames, as a screen would show it that is looked at from one moment of the run to another. It has no
 * clock: it is told what happens, in order, and draws what lies between.
 */
export class Film {
  readonly #options: FilmOptions
  readonly #listeners: FrameListener[] = []
  #hasBegun = false
  #lengthMs = 0
  /** null: it has not begun, or is over. */
  #clock: FilmClock | null = null
  /** Has changed since it was drawn last. */
  #isDirty = false
  #changedMs = 0
  #happenedMs = 0
  /** A change of a plan is not drawn yet. */
  #holdsChange = false
  /** When the picture changes by itself. */
  #nextMs: number | null = null
  #drawnOutMs = Number.NEGATIVE_INFINITY
  #last: CellFrame | null = null
  #lastOutMs = 0

  constructor(options: FilmOptions) {
    this.#options = options
  }

  /** Hears of what looks different than the frame before. */
  onFrame(listener: FrameListener): void {
    this.#listeners.push(listener)
  }

  /** Frames come from this moment on; only the first call counts. */
  begin(atMs: number): void {
    if (this.#hasBegun) return
    this.#hasBegun = true
    this.#clock = new FilmClock(this.#options.pace, atMs)
    this.#dirty(atMs)
  }

  /** Draws what is to be seen before a moment; the state is as it was until then. */
  advance(atMs: number, state: AppState): void {
    const clock = this.#clock
    if (clock === null) return
    for (let drawMs = this.#due(clock); drawMs !== null && drawMs < atMs; drawMs = this.#due(clock))
      this.#draw(clock, drawMs, state)
  }

  /** Something happens, and the screen is `advance`d to that moment. */
  happens(atMs: number): void {
    this.#happenedMs = atMs
    this.#clock?.happens(atMs)
  }

  /** What happens changes the state. */
  changes(atMs: number): void {
    this.#dirty(atMs)
  }

  /** What happens changes a plan, in a way that somebody wants to see: `before` is the state before it. */
  changesPlan(atMs: number, before: AppState): void {
    const clock = this.#clock
    if (clock === null) return
    // What was changed at the same moment, or a little before it, is seen first.
    if (this.#holdsChange && this.#options.pace.minHoldMs > 0) this.#draw(clock, atMs, before)
    clock.changesPlan()
    this.#holdsChange = true
    this.#dirty(atMs)
  }

  press(press: KeyPress, atMs: number, state: AppState): void {
    this.happens(atMs)
    this.#options.screen.press(press, state, atMs)
    this.#dirty(atMs)
  }

  /** The moment of the result that it stands at; null: it has not begun, or is over. */
  nowMs(atMs: number): number | null {
    return this.#clock?.outOf(atMs) ?? null
  }

  /** The screen at a moment that it is `advance`d to. */
  picture(atMs: number, state: AppState): CellFrame {
    return this.#options.screen.draw(state, atMs).frame
  }

  /**
   * Nothing comes any more; gives how long the result is. Only the first call counts. `settles`: who goes on looking sees
   * the screen come to rest, on the plan that was worked on last, say.
   */
  end(atMs: number, state: AppState, { settles = false }: { readonly settles?: boolean } = {}): number {
    const clock = this.#clock
    if (clock === null) return this.#lengthMs
    this.advance(atMs, state)
    this.#draw(clock, atMs, state)
    if (settles) this.advance(atMs + settleMs, state)
    this.#clock = null
    const { lastHoldMs, pace } = this.#options
    this.#lengthMs = Math.max(clock.outOf(atMs), this.#lastOutMs + Math.max(lastHoldMs, pace.minHoldMs))
    return this.#lengthMs
  }

  #dirty(atMs: number): void {
    if (this.#clock === null || this.#isDirty) return
    this.#isDirty = true
    this.#changedMs = atMs
  }

  /** When something is to be drawn, in the time of the run; null: when something happens. */
  #due(clock: FilmClock): number | null {
    const wantedMs = this.#isDirty ? this.#changedMs : this.#nextMs
    if (wantedMs === null) return null
    const soonestMs = clock.timeAt(this.#drawnOutMs + this.#options.gapMs)
    const dueMs = Math.max(wantedMs, soonestMs)
    if (!clock.isCut(dueMs)) return dueMs
    return this.#isDirty ? wantedMs : null
  }

  #draw(clock: FilmClock, atMs: number, state: AppState): void {
    const isTick = !this.#isDirty
    this.#isDirty = false
    this.#holdsChange = false
    const { frame, nextAtMs } = this.#options.screen.draw(state, atMs)
    // Whatever a screen asks for, time goes on; and a night that the machine slept has no frame for each of its seconds.
    const idleMs = atMs - this.#happenedMs
    const restMs = idleMs > patienceMs ? idleMs / framesInPatience : 1
    this.#nextMs = nextAtMs === null ? null : Math.max(nextAtMs, atMs + restMs)
    const outMs = Math.max(clock.outOf(atMs), this.#drawnOutMs)
    this.#drawnOutMs = outMs
    if (this.#last !== null && isSameFrame(this.#last, frame)) return
    this.#last = frame
    this.#lastOutMs = outMs
    for (const listener of this.#listeners) listener(outMs, frame, isTick)
  }
}

export interface FilmPace {
  /** Times as fast as it was. */
  readonly speed: number
  /** The longest pause in the result; Infinity: all of each is shown. */
  readonly idleLimitMs: number
  /** How long a change of a plan stays at least, in the result, before the next one. */
  readonly minHoldMs: number
}

/**
 * When what happened at a time of the recording is seen in the result. Within a pause that is cut, time runs for as long as
 * pauses may be and then stands still until the next thing happens. Times are given in their order.
 */
export class FilmClock {
  readonly #pace: FilmPace
  #happenedMs: number
  #happenedOutMs = 0
  #heldUntilMs = 0

  /** `fromMs`: the time of the recording at which the result begins. */
  constructor(pace: FilmPace, fromMs: number) {
    this.#pace = pace
    this.#happenedMs = fromMs
  }

  /** The moment of the result, in milliseconds. */
  outOf(atMs: number): number {
    const pauseMs = Math.max(0, atMs - this.#happenedMs) / this.#pace.speed
    return this.#happenedOutMs + Math.min(pauseMs, this.#pace.idleLimitMs)
  }

  /** The time of the recording that is seen at a moment of the result, if nothing happens until then. */
  timeAt(outMs: number): number {
    return this.#happenedMs + (outMs - this.#happenedOutMs) * this.#pace.speed
  }

  /** The result does not stay for this: it lies in what is cut from a pause, if nothing happens before. */
  isCut(atMs: number): boolean {
    return atMs - this.#happenedMs > this.#pace.idleLimitMs * this.#pace.speed
  }

  /** Something happens: a record, or a key. */
  happens(atMs: number): void {
    this.#happenedOutMs = this.outOf(atMs)
    this.#happenedMs = Math.max(this.#happenedMs, atMs)
  }

  /** What happens now changes a plan: it is seen when the change before has been seen for long enough. */
  changesPlan(): void {
    this.#happenedOutMs = Math.max(this.#happenedOutMs, this.#heldUntilMs)
    this.#heldUntilMs = this.#happenedOutMs + this.#pace.minHoldMs
  }
}
