import type { PlanBody } from './plan-body.ts'

/** How far a plan is. */
export interface PlanProgress {
  readonly done: number
  /** What counts: cancelled entries don't. */
  readonly total: number
  /** A step is in progress: that is worked on as long as its session is at work. */
  readonly isBegun: boolean
  readonly isComplete: boolean
}

/** null for plans that have no steps to count. */
export function planProgress({ body }: { readonly body: PlanBody }): PlanProgress | null {
  switch (body.type) {
    case 'items': {
      const { completed, cancelled, inProgress, total } = body.counts
      if (total === 0) return null
      const isComplete = completed + cancelled === total && completed > 0
      return { done: completed, total: total - cancelled, isBegun: inProgress > 0, isComplete }
    }
    case 'markdown': {
      const { checked, total } = body.boxes
      return total === 0 ? null : { done: checked, total, isBegun: false, isComplete: checked === total }
    }
    case 'file':
    case 'opaque':
      return null
  }
}
