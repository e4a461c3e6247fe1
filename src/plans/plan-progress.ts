import { memoWeak } from '../lib/memo.ts'
import type { PlanProgress } from './kinds/plan-kind.ts'
import { planKindOf, type PlanBody } from './kinds/plan-kinds.ts'
import { planSteps } from './kinds/plan-parts.ts'
import { isOver } from './steps/tracked-entry.ts'

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
