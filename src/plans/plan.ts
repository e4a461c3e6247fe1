import type { PlanName } from '../protocol/plans/plan-content.ts'
import type { PlanContent } from '../protocol/plan-kinds/plan-kinds.ts'
import { growMarkdown } from './kinds/markdown.ts'
import { type PlanBody, planKindOf } from './kinds/plan-kinds.ts'
import { planProgress } from './plan-progress.ts'
import { workBetween, type UpdateTime, type WorkTime } from './work-clock.ts'

/** A plan as it stands. Immutable; the same `body` means that its content did not change. */
export interface Plan {
  /** Unique in its session and stable for the plan's life: `planKey` of the name that it came with first. */
  readonly key: string
  /** What it is named now: a plan that is asked about, or was, is a proposed one until the agent goes on with it. */
  readonly name: PlanName
  readonly title: string | null
  readonly body: PlanBody
  /** Distinct contents so far, 1 for the first. */
  readonly revision: number
  /** Updates so far, identical repeats too. */
  readonly updates: number
  /** What its session's clock read when it was begun. */
  readonly workBegan: WorkTime
  /** What it read when the last of its steps was done, or when it was removed; null while something is left to do. */
  readonly workEnded: WorkTime | null
  readonly changedAtMs: number
  /** When the agent removed it; null while it is there. */
  readonly removedAtMs: number | null
  /** It had entries, and the agent then sent none: cleared, not removed. */
  readonly isCleared: boolean
  /** It was begun before it was told to us: nobody knows how long it or its steps took. */
  readonly isFromPast: boolean
}

/** What an update says of a plan: the whole of its new content. */
export interface PlanUpdate {
  readonly plan: PlanName
  readonly content: PlanContent
  /** Absent: the title stays. */
  readonly title?: string
  /** The plan's key where that does not follow from its name; absent: it does. */
  readonly key?: string
}

/** The key of the plan that an update is for. */
export function keyOfUpdate({ key, plan }: PlanUpdate): string {
  return key ?? planKey(plan)
}

/** An anonymous plan, plans with ids, a proposed and an inferred one never share a key, whatever the id. */
export function planKey({ dialect, id }: PlanName): string {
  if (dialect === 'proposed' || dialect === 'inferred') return dialect
  return id === null ? 'anonymous' : `id:${id}`
}

/** A plan as its first update makes it. */
export function newPlan(update: PlanUpdate, time: UpdateTime): Plan {
  const body = planKindOf(update.content).updated(null, update.content, time)
  return {
    key: keyOfUpdate(update),
    name: update.plan,
    title: update.title ?? null,
    body,
    revision: 1,
    updates: 1,
    workBegan: time.work,
    workEnded: workEnd(null, body, time.work),
    changedAtMs: time.atMs,
    removedAtMs: null,
    isCleared: false,
    isFromPast: false,
  }
}

/** The plan as a session's past tells it: when it was told says nothing of when it happened. */
export function pastPlan(plan: Plan, atMs: number): Plan {
  const body = planKindOf(plan.body).past?.(plan.body) ?? plan.body
  const removedAtMs = plan.removedAtMs === null ? null : atMs
  return { ...plan, body, changedAtMs: atMs, removedAtMs, isFromPast: true }
}

/** The plan after an update, which replaces its whole content. An update of a removed plan brings it back. */
export function updatedPlan(before: Plan, update: PlanUpdate, time: UpdateTime): Plan {
  const body = nextBody(before.body, update.content, time)
  const title = update.title ?? before.title
  const isSame = body === before.body && title === before.title && before.removedAtMs === null
  if (isSame) return { ...before, updates: before.updates + 1 }
  const isBegunAnew = body !== before.body && isNext(before.body, body)
  // Field by field: copying a plan by spreading it costs more than the rest of a small update.
  return {
    key: before.key,
    name: update.plan,
    title,
    body,
    revision: before.revision + 1,
    updates: before.updates + 1,
    workBegan: isBegunAnew ? time.work : before.workBegan,
    workEnded: workEnd(isBegunAnew ? null : before, body, time.work),
    changedAtMs: time.atMs,
    removedAtMs: null,
    isCleared: isEmpty(body) && (before.isCleared || !isEmpty(before.body)),
    isFromPast: before.isFromPast && !isBegunAnew,
  }
}

/** The plan after an update that puts its latest revision right: its content is replaced, and no revision is added. */
export function amendedPlan(before: Plan, update: PlanUpdate, time: UpdateTime): Plan {
  return { ...updatedPlan(before, update, time), revision: before.revision }
}

/** The markdown plan with a piece more at its end, in the same revision; the same plan when it is none. */
export function grownPlan(before: Plan, piece: string, { atMs, work }: UpdateTime): Plan {
  if (before.body.type !== 'markdown') return before
  const body = growMarkdown(before.body, piece)
  if (body === before.body) return before
  const workEnded = workEnd(before, body, work)
  return { ...before, body, workEnded, updates: before.updates + 1, changedAtMs: atMs }
}

/** What the agent has spent with a plan, by what its session's clock reads now; null where nobody knows. */
export function planTime({ workBegan, workEnded, isFromPast }: Plan, now: WorkTime): WorkTime | null {
  return isFromPast ? null : workBetween(workBegan, workEnded ?? now)
}

/** A plan that is complete stays timed as it was when it became so. */
function workEnd(before: Plan | null, body: PlanBody, now: WorkTime): WorkTime | null {
  if (planProgress({ body })?.isComplete !== true) return null
  const wasComplete = before !== null && planProgress(before)?.isComplete === true
  return wasComplete ? (before.workEnded ?? now) : now
}

function nextBody(before: PlanBody, content: PlanContent, time: UpdateTime): PlanBody {
  return planKindOf(content).updated(before.type === content.type ? before : null, content, time)
}

function isNext(before: PlanBody, after: PlanBody): boolean {
  return before.type === after.type && planKindOf(after).isBegunAnew?.(before, after) === true
}

function isEmpty(body: PlanBody): boolean {
  return planKindOf(body).isEmpty?.(body) === true
}

/** What people call a plan: a proposed one by what it is, others by their title, what its kind calls it, its id, else "Plan". Raw text. */
export function planTitle(plan: Plan): string {
  if (plan.name.dialect === 'proposed') return 'Proposed plan'
  if (plan.title !== null && plan.title.trim() !== '') return plan.title
  const heading = planKindOf(plan.body).heading?.(plan.body) ?? ''
  if (heading.trim() !== '') return heading
  return plan.name.id !== null && plan.name.id.trim() !== '' ? plan.name.id : 'Plan'
}
