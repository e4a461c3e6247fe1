import type { AskedSteps } from './asked-steps.ts'
import type { PlanComments } from './comments.ts'
import type { PlanLines } from './plan-lines.ts'
import type { StepSelection } from './step-selection.ts'

/** What the user has selected in a plan, asked for, and written about it. */
export interface PlanSteps {
  readonly lines: PlanLines
  readonly selection: StepSelection
  /** null: nothing. */
  readonly asked: AskedSteps | null
  readonly comments: PlanComments
}
