import type { PlanName } from '../protocol/plans/plan-content.ts'
import type { PlanContent } from '../protocol/plan-kinds/plan-kinds.ts'
import type { DocumentFacts } from './kinds/file.ts'
import { growMarkdown } from './kinds/markdown.ts'
import { type PlanBody, planKindOf, planSteps } from './kinds/plan-kinds.ts'
import { workBetween, type UpdateTime, type WorkTime } from './steps/step-times.ts'
import { memoWeak } from '../lib/memo.ts'
import { isBlankText } from '../lib/text/safe-text.ts'
import type { PlanProgress } from './kinds/plan-kind.ts'
import { isOver } from './steps/tracked-entry.ts'

/** The current state of a plan. Immutable; the same `body` means unchanged content. */
export interface Plan {
  /** Unique in its session and stable for the plan's life: `planKey` of its first name. */
  readonly key: string
  /** Its current name: a proposed plan is named so until the agent continues with it. */
  readonly name: PlanName
  readonly title: string | null
  readonly body: PlanBody
  /** The last body of another kind that has steps: an agent that returns to it means the same steps. null: there was none. */
  readonly formerBody: PlanBody | null
  /** Distinct contents so far, 1 for the first. */
  readonly revision: number
  /** Updates so far, identical repetitions included. */
  readonly updates: number
  /** The session's clock when it began. */
  readonly workBegan: WorkTime
  /** The session's clock when the last step was done, or the plan was removed; null while it is unfinished. */
  readonly workEnded: WorkTime | null
  readonly changedAtMs: number
  /** When the agent removed it; null if it was not removed. */
  readonly removedAtMs: number | null
  /** It had entries, and the agent then sent none: cleared, not removed. */
  readonly isCleared: boolean
  /** It began before it was reported: its times are unknown. */
  readonly isFromPast: boolean
  /** What was begun in it and still runs: until it has ended, the plan is not complete. */
  readonly running: readonly RunningWork[]
}

/** An update of a plan: its whole new content. */
export interface PlanUpdate {
  readonly plan: PlanName
  readonly content: PlanContent
  /** Absent: the title stays. */
  readonly title?: string
  /** The plan's key, if it does not follow from its name. */
  readonly key?: string
}

/** The key of the plan that an update is about. */
export function keyOfUpdate({ key, plan }: PlanUpdate): string {
  return key ?? planKey(plan)
}

/** An anonymous plan, plans with ids, a proposed and an inferred one never share a key, whatever the id. */
export function planKey({ dialect, id }: PlanName): string {
  if (dialect === 'proposed') return dialect
  if (dialect === 'inferred') return id === null ? dialect : `${dialect}:${id}`
  return id === null ? 'anonymous' : `id:${id}`
}

/** The plan after its first update. */
export function newPlan(update: PlanUpdate, time: UpdateTime): Plan {
  const body = planKindOf(update.content).updated(null, update.content, time)
  return {
    key: keyOfUpdate(update),
    name: update.plan,
    title: update.title ?? null,
    body,
    formerBody: null,
    revision: 1,
    updates: 1,
    workBegan: time.work,
    workEnded: workEnd(null, { body }, time.work),
    changedAtMs: time.atMs,
    removedAtMs: null,
    isCleared: false,
    isFromPast: false,
    running: nothingRuns,
  }
}

/** The plan without times: the time of the report is not the time of the event. The body stays the same if it has none. */
export function pastPlan(plan: Plan, atMs: number): Plan {
  const body = planKindOf(plan.body).past?.(plan.body) ?? plan.body
  const removedAtMs = plan.removedAtMs === null ? null : atMs
  return { ...plan, body, changedAtMs: atMs, removedAtMs, isFromPast: true }
}

/** The plan after an update, which replaces its whole content. An update of a removed plan restores it. */
export function updatedPlan(before: Plan, update: PlanUpdate, time: UpdateTime): Plan {
  const { content } = update
  const last = [before.body, before.formerBody].find((one) => one?.type === content.type) ?? null
  const body = planKindOf(content).updated(last, content, time)
  const title = update.title ?? before.title
  const isSame = body === before.body && title === before.title && before.removedAtMs === null
  if (isSame) return { ...before, updates: before.updates + 1 }
  const isBegunAnew = body !== before.body && isNext(before.body, body)
  // Field by field: spreading a plan costs more than the rest of a small update.
  return {
    key: before.key,
    name: update.plan,
    title,
    body,
    formerBody: formerBody(before, body),
    revision: before.revision + (isSameContent(before, { body, title }) ? 0 : 1),
    updates: before.updates + 1,
    workBegan: isBegunAnew ? time.work : before.workBegan,
    workEnded: workEnd(isBegunAnew ? null : before, { body, running: before.running }, time.work),
    changedAtMs: time.atMs,
    removedAtMs: null,
    isCleared: isEmpty(body) && (before.isCleared || !isEmpty(before.body)),
    isFromPast: before.isFromPast && !isBegunAnew,
    running: before.running,
  }
}

/** The markdown plan with an appended piece, in the same revision; the same plan if it is not markdown. */
export function grownPlan(before: Plan, piece: string, { atMs, work }: UpdateTime): Plan {
  if (before.body.type !== 'markdown') return before
  const body = growMarkdown(before.body, piece)
  if (body === before.body) return before
  const workEnded = workEnd(before, { ...before, body }, work)
  return { ...before, body, workEnded, updates: before.updates + 1, changedAtMs: atMs }
}

/** The file plan after its document was read, in the same revision; the same plan if nothing is new, or it names no document. */
export function planWithDocument(before: Plan, document: DocumentFacts, now: WorkTime): Plan {
  if (before.body.type !== 'file') return before
  const { document: known } = before.body
  const isSame =
    known?.isMissing === document.isMissing &&
    known.boxes.checked === document.boxes.checked &&
    known.boxes.total === document.boxes.total
  if (isSame) return before
  const body = { ...before.body, document }
  return {
    ...before,
    body,
    workEnded: before.removedAtMs === null ? workEnd(before, { ...before, body }, now) : before.workEnded,
  }
}

/** The plan with other work that runs, in the same revision; the same plan if it is the same work. */
export function planWithRunning(before: Plan, running: readonly RunningWork[], now: WorkTime): Plan {
  const isSame =
    running.length === before.running.length &&
    running.every((work, at) => isSameWork(work, before.running[at]))
  if (isSame) return before
  const after = { ...before, running }
  return before.removedAtMs === null ? { ...after, workEnded: workEnd(before, after, now) } : after
}

function isSameWork(one: RunningWork, other: RunningWork | undefined): boolean {
  if (one.isSubagent !== other?.isSubagent) return false
  return one.steps === other.steps || one.steps.join() === other.steps.join()
}

/** The time that the agent has spent on a plan at this reading of the session's clock; null if unknown. */
export function planTime({ workBegan, workEnded, isFromPast }: Plan, now: WorkTime): WorkTime | null {
  return isFromPast ? null : workBetween(workBegan, workEnded ?? now)
}

/** A completed plan keeps the time of its completion. */
function workEnd(
  before: Plan | null,
  after: Parameters<typeof planProgress>[0],
  now: WorkTime,
): WorkTime | null {
  if (planProgress(after)?.isComplete !== true) return null
  const wasComplete = before !== null && planProgress(before)?.isComplete === true
  return wasComplete ? (before.workEnded ?? now) : now
}

function formerBody(before: Plan, body: PlanBody): PlanBody | null {
  const isKept = body.type !== before.body.type && planKindOf(before.body).steps !== undefined
  return isKept ? before.body : before.formerBody
}

function isNext(before: PlanBody, after: PlanBody): boolean {
  return before.type === after.type && planKindOf(after).isNewPlan?.(before, after) === true
}

function isSameContent(before: Plan, { body, title }: Pick<Plan, 'body' | 'title'>): boolean {
  const isOther = body.type !== before.body.type || title !== before.title || before.removedAtMs !== null
  return !isOther && planKindOf(body).isSameContent?.(before.body, body) === true
}

function isEmpty(body: PlanBody): boolean {
  return planKindOf(body).isEmpty?.(body) === true
}

/** The title of a plan: "Proposed plan", its own title, what its kind derives from the content; null: it has none, and an id of the protocol is no name for people. Raw text. */
export function ownPlanTitle({ name, title, body }: Plan): string | null {
  if (name.dialect === 'proposed') return 'Proposed plan'
  const titles = [title, planKindOf(body).heading?.(body) ?? null]
  return titles.find((one) => one !== null && !isBlankText(one)) ?? null
}

/** Its own title, else "Plan". Raw text. */
export function planTitle(plan: Plan): string {
  return ownPlanTitle(plan) ?? 'Plan'
}

/** Something that the agent began while it worked on a plan, and that still runs: a sub-agent, or a task in the background. */
export interface RunningWork {
  readonly isSubagent: boolean
  /** The keys of the steps that were in progress when it was begun. */
  readonly steps: readonly number[]
}

export const nothingRuns: readonly RunningWork[] = []

interface PlanAtWork {
  readonly body: PlanBody
  /** Absent: only the content counts. */
  readonly running?: readonly RunningWork[]
}

/**
 * How far a plan is; null for plans without steps to count. A step is not done, and a plan not complete, while something runs that was
 * begun in it, whatever the agent says about the step.
 */
export function planProgress(plan: PlanAtWork): PlanProgress | null {
  const { body, running = nothingRuns } = plan
  const progress = planKindOf(body).progress?.(body) ?? null
  if (progress === null || running.length === 0) return progress
  let { done, total } = progress
  const held = heldSteps(plan)
  for (const { key, status } of planSteps(body)) {
    if (!held.has(key)) continue
    if (status === 'completed') done--
    else total++
  }
  // Where it was begun in no step that is still there, one of them is not done either.
  return { done: Math.max(0, Math.min(done, total - 1)), total, isBegun: true, isComplete: false }
}

/** Whether the agent reports more as done than is, because something runs that was begun in it. */
export function isHeld(plan: PlanAtWork): boolean {
  if (plan.running === undefined || plan.running.length === 0) return false
  return heldSteps(plan).size > 0 || planProgress({ body: plan.body })?.isComplete === true
}

/**
 * The keys of the steps that the agent reports as over while something runs that was begun in them. Work that was begun in several
 * steps belongs to those of them that are still open, as long as there are any.
 */
export function heldSteps(plan: PlanAtWork): ReadonlySet<number> {
  return plan.running === undefined || plan.running.length === 0 ? noSteps : heldWhileRunning(plan)
}

/** Computed once for each state of a plan: outputs ask for every step. */
const heldWhileRunning = memoWeak(({ body, running = nothingRuns }: PlanAtWork): ReadonlySet<number> => {
  const over = new Map(planSteps(body).map(({ key, status }) => [key, isOver(status)]))
  const held = running.map(({ steps }) => steps.filter((key) => over.has(key)))
  return new Set(held.filter((keys) => keys.every((key) => over.get(key) === true)).flat())
})

const noSteps: ReadonlySet<number> = new Set()
