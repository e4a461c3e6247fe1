/** One step of an `items` plan. Unknown statuses and priorities are kept as they came. */
export interface PlanEntry {
  readonly content: string
  /** `pending`, `in_progress`, `completed`, `cancelled` (v2) or any other word. */
  readonly status: string
  /** `high`, `medium`, `low`, any other word, or '' if there was none. */
  readonly priority: string
  /** The agent's own id of the step, if it sends one (`entry-id.ts`): the same step keeps it. */
  readonly id?: string | undefined
  /** The steps that must be done before, by their numbers in the list, from 1. No dialect has it: only logs and databases of agents tell it. */
  readonly waitsFor?: readonly number[] | undefined
}

/**
 * How an update named its plan: `plan` is v1's anonymous plan (dialect a); `id` the Plan Operations RFD as first written (b, b'); `planId` v1 unstable and v2 (c, d). See https://agentclientprotocol.com/rfds/plan-operations
 *
 * The other two do not come from updates: `proposed` is a plan that the agent asks about in a permission request or a message (with an id
 * if the agent sends the same plan in updates, too); `inferred` is read from the calls of a to-do tool, or from an agent's log.
 */
export type PlanDialect = 'plan' | 'id' | 'planId' | 'proposed' | 'inferred'

/** Names a plan inside its session. The anonymous plan and every id are different plans. */
export interface PlanName {
  readonly dialect: PlanDialect
  /** null: the anonymous v1 plan, a proposed plan that no update has sent, or the inferred checklist. */
  readonly id: string | null
}

export const proposedPlan: PlanName = { dialect: 'proposed', id: null }
export const inferredPlan: PlanName = { dialect: 'inferred', id: null }
/** The file in which an agent writes its plan, where its log or its tool calls tell that. */
export const inferredPlanFile: PlanName = { dialect: 'inferred', id: 'plan-file' }
/** The one plan of a session without an id: v1's `plan`, and the to-do list that an agent keeps by ids. */
export const anonymousPlan: PlanName = { dialect: 'plan', id: null }
