import type { TrackedEntry } from '../tracked-entry.ts'
import type { UpdateTime } from '../work-clock.ts'

/** How far a plan is. */
export interface PlanProgress {
  readonly done: number
  /** What counts: cancelled entries don't. */
  readonly total: number
  /** A step is in progress: that is worked on as long as its session is at work. */
  readonly isBegun: boolean
  readonly isComplete: boolean
}

/**
 * A kind of plan: its body, which is its content with what follows from its updates, and what is known of it. All but the first
 * is for kinds that have such a thing. Pure, and asked with each update and each frame: what costs something stands in the body.
 */
export interface PlanKind<Content, Body> {
  /** The body after an update; `before` itself when its content did not change. */
  updated(before: Body | null, content: Content, time: UpdateTime): Body
  /** How many of its steps are done; null: it has none to count. */
  progress?(body: Body): PlanProgress | null
  /** What to call a plan that has no title; null, or nothing but blanks, for nothing. Raw. */
  heading?(body: Body): string | null
  /** The body without what says when it was told, and not when it happened. */
  past?(body: Body): Body
  /** It has nothing in it: a plan that had something, and has nothing now, is cleared. */
  isEmpty?(body: Body): boolean
  /** What an update has made of it is a plan begun anew: nothing of what was done stands in it. */
  isBegunAnew?(before: Body, after: Body): boolean
  /** Its steps, each of which is told of by itself. */
  steps?(body: Body): readonly TrackedEntry[]
  /** The text that it is, which may grow and is read as a whole. Raw. */
  text?(body: Body): string
  /** Where the document lies that it names. Raw. */
  documentUri?(body: Body): string
}
