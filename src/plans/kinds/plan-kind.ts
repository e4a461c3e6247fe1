import type { TrackedEntry } from '../steps/tracked-entry.ts'
import type { UpdateTime } from '../steps/step-times.ts'

export interface PlanProgress {
  readonly done: number
  /** Without cancelled entries. */
  readonly total: number
  /** A step is in progress: worked on while its session is at work. */
  readonly isBegun: boolean
  readonly isComplete: boolean
}

/**
 * A kind of plan: its body (the content and what follows from its updates) and functions on it. All but `updated` are
 * optional. Pure, and called with each update and each frame: expensive results belong into the body.
 */
export interface PlanKind<Content, Body> {
  /** The body after an update; `before` itself if its content did not change. */
  updated(before: Body | null, content: Content, time: UpdateTime): Body
  /** The number of done steps; null: it has no steps to count. */
  progress?(body: Body): PlanProgress | null
  /** A title for a plan without one; null or blank for none. Raw. */
  heading?(body: Body): string | null
  /** The body without times of reports, for what happened at times that nobody tells; `body` itself if it has none. */
  past?(body: Body): Body
  /** Whether an update only told what was not known before: that is no revision. */
  isSameContent?(before: Body, after: Body): boolean
  /** A plan that becomes empty is cleared. */
  isEmpty?(body: Body): boolean
  /** Whether an update turned it into a new plan: nothing of the work done so far is in it. */
  isNewPlan?(before: Body, after: Body): boolean
  /** What the plan says without its progress: statuses and ticked boxes are left out. Raw; absent: it has no words. */
  words?(body: Body): string
  /** Whether an update only appended to it, as agents stream a text. */
  continues?(before: Body, after: Body): boolean
  /** An estimate of the memory that a body does not share with the one before; absent: next to none. */
  bytes?(body: Body, before: Body | null): number
  /** Its steps, which are reported one by one. */
  steps?(body: Body): readonly TrackedEntry[]
  /** Its text, which may grow and is read as a whole. Raw. */
  text?(body: Body): string
  /** The URI of the document that it names. Raw. */
  documentUri?(body: Body): string
}
