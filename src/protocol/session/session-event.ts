import type { PlanEntry, PlanName } from '../plans/plan-content.ts'
import type { PlanContent } from '../plan-kinds/plan-kinds.ts'
import type { TodoChange } from '../plans/todo-list.ts'
import type { ConfigOption, SlashCommand, UsageReport } from './session-settings.ts'

/** What one `session/update` tells, decoded. Strings are raw: views make them safe. */
export type SessionEvent =
  | {
      readonly type: 'plan-replaced'
      readonly plan: PlanName
      readonly content: PlanContent
      /** A title that stood beside the content (no dialect has one, some agents send it). */
      readonly title?: string
    }
  /** A piece more at the end of a markdown plan; it begins one where there is none. */
  | {
      readonly type: 'plan-grown'
      readonly plan: PlanName
      readonly text: string
      /** The title of the plan that it begins. */
      readonly title?: string
    }
  | { readonly type: 'plan-removed'; readonly plan: PlanName }
  /** The to-do list that an agent keeps by ids, or what changes in it. Brought by a request of its own, and no update. */
  | ({ readonly type: 'todos' } & TodoChange)
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
      /** That list, where its shape is known. */
      readonly todos?: readonly PlanEntry[]
      /** The same where the tool keeps its list by ids, or what a call changes in it. */
      readonly todoChange?: TodoChange
    }
  /** v2: `running`, `requires_action`, `idle` or an agent's own word. */
  | { readonly type: 'state'; readonly state: string; readonly stopReason?: string }
  /** null: it has no title any more. */
  | { readonly type: 'session-titled'; readonly title: string | null }
  /** v1's `current_mode_update`. */
  | { readonly type: 'mode-changed'; readonly modeId: string }
  | { readonly type: 'config-options'; readonly options: readonly ConfigOption[] }
  | { readonly type: 'commands'; readonly commands: readonly SlashCommand[] }
  | { readonly type: 'usage'; readonly usage: UsageReport }
  /** A session of a sub-agent, as its parent reports it. What is absent stays as it was, and null clears it. */
  | {
      readonly type: 'subagent'
      readonly childSessionId: string
      readonly title?: string | null
      readonly description?: string | null
      readonly state?: string
      readonly stopReason?: string
    }
  | { readonly type: 'notice'; readonly severity: string; readonly text: string }
  /** Something else that is legal here. */
  | { readonly type: 'other'; readonly update: string }
