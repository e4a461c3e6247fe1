import { isObject, objectAt, stringAt } from '../wire/message.ts'
import type { PlanEntry, PlanName } from '../plans/plan-content.ts'
import type { PlanContent } from '../plan-kinds/plan-kinds.ts'
import type { PlanWrite, SqlResult } from '../plans/plan-write.ts'
import type { TodoChange } from '../plans/tool-todos.ts'
import type { WireProblem } from '../wire/wire-problem.ts'
import type { CallEvidence } from './call-evidence.ts'
import type { ConfigOption, SlashCommand, UsageReport } from './session-settings.ts'

export interface ReadEvents {
  readonly events: readonly SessionEvent[]
  readonly problems: readonly WireProblem[]
}

export interface ReadUpdate extends ReadEvents {
  /** null if the update does not say. */
  readonly sessionId: string | null
}

/** The content of one `session/update`, decoded. Strings are raw: views make them safe. */
export type SessionEvent =
  | {
      readonly type: 'plan-replaced'
      readonly plan: PlanName
      readonly content: PlanContent
      /** A title beside the content (in no dialect, but some agents send it). */
      readonly title?: string
    }
  /** Appends to a markdown plan; begins one if there is none. */
  | {
      readonly type: 'plan-grown'
      readonly plan: PlanName
      readonly text: string
      /** The title of the plan that it begins. */
      readonly title?: string
    }
  | { readonly type: 'plan-removed'; readonly plan: PlanName }
  /** The to-do list that an agent keeps by ids, or a change of it. Comes with a request, not with an update. */
  | ({ readonly type: 'todos' } & TodoChange)
  /** The to-do list that an agent keeps itself was changed, or read; not told how. */
  | { readonly type: 'todos-touched' }
  | {
      readonly type: 'said'
      readonly who: 'agent' | 'user' | 'thought'
      readonly text: string
      readonly messageId?: string
      /** v2 upserts: the whole message and not one more piece of it. */
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
      /** What it tells of its work; absent: nothing. */
      readonly evidence?: CallEvidence
      /** The call carries a to-do list that is not reported as a plan. */
      readonly hasTodos: boolean
      /** The list, if its shape is known. */
      readonly todos?: readonly PlanEntry[]
      /** The same for a tool that keeps its list by ids: the list or a change of it. */
      readonly todoChange?: TodoChange
      /** What it writes to a plan of its agent's own, once it has completed. */
      readonly planWrite?: PlanWrite
      /** What became of the SQL in it, if the output tells that. */
      readonly sqlResult?: SqlResult
      /** The session of the sub-agent that made it. */
      readonly childSessionId?: string
      /** The agent says that nobody has reviewed the plan that it goes on with: the plan, or '' if the call does not hold it. */
      readonly unreviewedPlan?: string
      /** The call that began the sub-agent which makes it; absent: the agent itself makes it, or it is not told. */
      readonly parentCallId?: string
    }
  /**
   * v2: `running`, `requires_action`, `idle` or any other word. `isShared`: told of a turn of any client, in all versions. `isOwn`: of
   * a turn that the agent begins itself, after the running one.
   */
  | ({
      readonly type: 'state'
      readonly state: string
      readonly isShared?: true
      readonly isOwn?: true
    } & StateReport)
  /** null: the title was removed. */
  | { readonly type: 'session-titled'; readonly title: string | null }
  /** v1's `current_mode_update`. */
  | { readonly type: 'mode-changed'; readonly modeId: string; readonly isByClient?: true }
  /** `current_model_update`, of agents with models beside their options. */
  | { readonly type: 'model-changed'; readonly modelId: string; readonly isByClient?: true }
  /** `isByClient`, here and above: a client has asked for the change, or it is not known whether one has. */
  | {
      readonly type: 'config-options'
      readonly options: readonly ConfigOption[]
      readonly isByClient?: true
    }
  /** A client has set an option, of an agent that does not list all options then. */
  | {
      readonly type: 'option-changed'
      readonly optionId: string
      readonly value: unknown
      readonly isByClient?: true
    }
  | { readonly type: 'commands'; readonly commands: readonly SlashCommand[] }
  | { readonly type: 'usage'; readonly usage: UsageReport }
  /** The session of a sub-agent, as its parent reports it. An absent field stays as it was; null clears it. */
  | ({
      readonly type: 'subagent'
      readonly childSessionId: string
      /** It may go on after the turn that it was begun in, and its end is told. */
      readonly outlastsTurn?: true
      readonly title?: string | null
      readonly description?: string | null
      readonly state?: string
    } & StateReport)
  /** Work in the background without a session of its own. An absent field stays as it was. */
  | {
      readonly type: 'task'
      readonly taskId: string
      /** It is a sub-agent, and goes on after the turn that it was begun in. */
      readonly outlastsTurn?: true
      readonly title?: string
      readonly description?: string
      readonly state?: string
    }
  /** The agent has answered to what has ended in the background, and does not tell what that was. */
  | { readonly type: 'tasks-answered' }
  /**
   * What one session says to another, in the transcript of either. An absent field stays as it was; null clears it. `text`: the
   * whole text, else one more piece of it.
   */
  | {
      readonly type: 'session-message'
      readonly messageId: string
      readonly isWhole: boolean
      readonly from?: string | null
      readonly to?: string | null
      readonly text?: string
    }
  /** null: the agent has none any more. */
  | { readonly type: 'goal'; readonly goal: Goal | null }
  | { readonly type: 'notice'; readonly severity: string; readonly text: string }
  /**
   * The agent compacts its context, or did: it shortens what it remembers of the session. Updates with the same id are about
   * the same compaction; an absent field stays as it was, and an empty text clears it.
   */
  | {
      readonly type: 'compaction'
      readonly compactionId: string
      /** `in_progress`, `completed`, `failed`, `cancelled` or any other word. */
      readonly status?: string
      /** What the agent still remembers. */
      readonly summary?: string
      readonly error?: string
    }
  /** Appends to the summary of a compaction. */
  | { readonly type: 'compaction-summary'; readonly compactionId: string; readonly text: string }
  /** What is told of a terminal: its command, or the status that it ended with. */
  | {
      readonly type: 'terminal'
      readonly terminalId: string
      readonly command?: string
      readonly exit?: number
    }
  /** Any other valid update. */
  | { readonly type: 'other'; readonly update: string }

/** What a state tells besides its name. */
export interface StateReport {
  readonly stopReason?: string
  /** What ended the turn, where its stop reason is `error`. */
  readonly failure?: TurnFailure
  /** The sub-agents' sessions that go on without a turn; absent: the agent does not tell. */
  readonly background?: readonly string[]
  /** What else goes on without a turn; absent: the agent does not tell. */
  readonly detached?: readonly DetachedWork[]
}

/** A terminal or a tool call by its id, or something that only its agent knows. `title`: absent: its call has one. Raw. */
export interface DetachedWork {
  readonly id: string
  readonly title?: string
}

/** `code`: 0 where there is none. `message`: raw. */
export interface TurnFailure {
  readonly code: number
  readonly message: string
}

/** What the agent works towards over several turns. `status`: the agent's word. Raw. */
export interface Goal {
  readonly objective: string
  readonly status: string
}

/** Whether an event may tell the mode of a session, by itself or as an option. */
export function mayTellMode(
  event: SessionEvent,
): event is UpdateOf<'mode-changed' | 'config-options' | 'option-changed'> {
  return event.type === 'mode-changed' || event.type === 'config-options' || event.type === 'option-changed'
}

export type UpdateOf<Type extends SessionEvent['type']> = Extract<SessionEvent, { type: Type }>

export type Called = UpdateOf<'tool-call'>

/** The text of a content block or a list of them; other kinds of content are named in brackets, with their addresses. */
export function textOf(content: unknown): string {
  return Array.isArray(content) ? content.map(textOfBlock).join('') : textOfBlock(content)
}

/** A `data:` address may be a whole picture. */
const maxUriShown = 300

function textOfBlock(content: unknown): string {
  if (typeof content === 'string') return content
  if (!isObject(content)) return ''
  const text = stringAt(content, 'text')
  if (text !== undefined) return text
  const kind = stringAt(content, 'type')
  if (kind === undefined) return ''
  const uri = stringAt(content, 'uri') ?? stringAt(objectAt(content, 'resource'), 'uri')
  return uri === undefined || uri === '' ? `[${kind}]` : `[${kind} ${uri.slice(0, maxUriShown)}]`
}
