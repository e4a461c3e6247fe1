import type { Plan } from './plan.ts'

/** How far a plan is. */
export interface PlanProgress {
  readonly done: number
  /** What counts: cancelled entries don't. */
  readonly total: number
  readonly isWorking: boolean
  readonly isComplete: boolean
}

/** null for plans that have no steps to count. */
export function planProgress(plan: Plan): PlanProgress | null {
  const { body } = plan
  switch (body.type) {
    case 'items': {
      const { completed, cancelled, inProgress, total } = body.counts
      if (total === 0) return null
      const isComplete = completed + cancelled === total && completed > 0
      return { done: completed, total: total - cancelled, isWorking: inProgress > 0, isComplete }
    }
    case 'markdown': {
      const { checked, total } = body.boxes
      return total === 0 ? null : { done: checked, total, isWorking: false, isComplete: checked === total }
    }
    case 'file':
    case 'opaque':
      return null
  }
}
