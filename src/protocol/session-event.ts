import type { PlanContent, PlanName } from './plan-content.ts'

/** What one `session/update` tells, decoded. Strings are raw: views make them safe. */
export type SessionEvent =
  | {
      readonly type: 'plan-replaced'
      readonly plan: PlanName
      readonly content: PlanContent
      /** A title that stood beside the content (no dialect has one, some agents send it). */
      readonly title?: string
    }
  | { readonly type: 'plan-removed'; readonly plan: PlanName }
  | {
      readonly type: 'said'
      readonly who: 'agent' | 'user' | 'thought'
      readonly text: string
      readonly messageId?: string
      /** v2 upserts: the whole message anew instead of one more piece of it. */
      readonly isWhole: boolean
    }
  | {
      readonly type: 'tool-call'
      readonly toolCallId: string
      readonly title?: string
      readonly name?: string
      readonly kind?: string
      readonly status?: string
      readonly path?: string
      /** The call carries a list of to-dos that is not reported as a plan. */
      readonly hasTodos: boolean
    }
  /** v2: `running`, `requires_action`, `idle` or an agent's own word. */
  | { readonly type: 'state'; readonly state: string; readonly stopReason?: string }
  | { readonly type: 'session-titled'; readonly title: string }
  | { readonly type: 'notice'; readonly severity: string; readonly text: string }
  /** Something else that is legal here: commands, modes, usage. */
  | { readonly type: 'other'; readonly update: string }
