import { unreachable } from '../../../lib/result.ts'
import type { JsonObject, ProtocolVersion } from '../../../protocol/wire/message.ts'
import type { DemoCommand } from '../reading/script-schema.ts'
import type { ToolKind } from '../reading/script-values.ts'
import type { StepOf } from '../reading/step-schemas.ts'

/** The id of a plan, in the field that it has on the wire. */
export type PlanName = { readonly id: string } | { readonly planId: string }

/** An entry of a checklist. Statuses and priorities are any strings, since agents send any. */
export interface DemoEntry {
  readonly content: string
  /** `pending` by default. */
  readonly status?: string
  /** `medium` by default. */
  readonly priority?: string
}

/** An entry of a script's checklist. Later steps refer to it by its `key`, which is never sent. */
export interface KeyedEntry extends DemoEntry {
  readonly key: string
}

/** The content of a plan. A `file` is in the folder of the run; its URI is made when the plan is sent. */
export type PlanState<E extends DemoEntry = KeyedEntry> =
  | { readonly type: 'items'; readonly entries: readonly E[] }
  | { readonly type: 'markdown'; readonly text: string }
  | { readonly type: 'file'; readonly file: string }

/**
 * The `session/update` for a plan; `name` null: the one checklist of a session without an id, which is an update of its own in v1, and
 * has any id in v2.
 */
export function planUpdate(
  name: PlanName | null,
  plan: PlanState<DemoEntry>,
  version: ProtocolVersion,
  uriOf: (file: string) => string = (file) => file,
): JsonObject {
  if (name === null && version === 1)
    return { sessionUpdate: 'plan', ...planContent(withoutCancelled(plan), uriOf) }
  const named = name ?? { planId: 'plan' }
  return { sessionUpdate: 'plan_update', plan: { type: plan.type, ...named, ...planContent(plan, uriOf) } }
}

/** v1 has no word for an entry that was called off: an agent leaves it out. */
function withoutCancelled(plan: PlanState<DemoEntry>): PlanState<DemoEntry> {
  if (plan.type !== 'items') return plan
  return { ...plan, entries: plan.entries.filter(({ status }) => status !== 'cancelled') }
}

function planContent(plan: PlanState<DemoEntry>, uriOf: (file: string) => string): JsonObject {
  switch (plan.type) {
    case 'items':
      return {
        entries: plan.entries.map(({ content, status = 'pending', priority = 'medium' }) => ({
          content,
          status,
          priority,
        })),
      }
    case 'markdown':
      return { content: plan.text }
    case 'file':
      return { uri: uriOf(plan.file) }
    default:
      return unreachable(plan)
  }
}

/** A tool call, or the call that a permission is asked for. */
export interface ToolCall {
  readonly toolCallId: string
  readonly title: string
  readonly kind: ToolKind
  readonly path: string | undefined
  readonly rawInput: JsonObject | undefined
}

/** v1 has an update of its own for a new tool call; in v2 the first `tool_call_update` of an id creates it. */
export function toolStarted(call: ToolCall, version: ProtocolVersion): JsonObject {
  return {
    sessionUpdate: version === 1 ? 'tool_call' : 'tool_call_update',
    ...toolCallOnWire(call, { status: 'in_progress' }),
  }
}

function toolCallOnWire({ path, rawInput, ...call }: ToolCall, more: JsonObject): JsonObject {
  return {
    ...call,
    ...more,
    ...(path === undefined ? {} : { locations: [{ path }] }),
    ...(rawInput === undefined ? {} : { rawInput }),
  }
}

export function toolFinished(
  { toolCallId, path = '' }: Pick<ToolCall, 'toolCallId' | 'path'>,
  { status = 'completed', output, exitCode, diff }: StepOf<'tool'>,
  version: ProtocolVersion,
): JsonObject {
  const content = [
    ...(diff === undefined ? [] : [{ type: 'diff', ...diffOnWire(path, diff, version) }]),
    ...(output === undefined ? [] : [textContent(output)]),
  ]
  return {
    sessionUpdate: 'tool_call_update',
    toolCallId,
    status,
    ...(content.length === 0 ? {} : { content }),
    ...(exitCode === undefined ? {} : { rawOutput: { exitCode } }),
  }
}

/** v1 sends both texts, v2 a list of changes and a patch. */
function diffOnWire(
  path: string,
  { old, new: newText }: NonNullable<StepOf<'tool'>['diff']>,
  version: ProtocolVersion,
): JsonObject {
  if (version === 1) return { path, oldText: old ?? null, newText }
  const lines = (text: string, sign: string): readonly string[] =>
    text === ''
      ? []
      : text
          .replace(/\n$/, '')
          .split('\n')
          .map((line) => `${sign}${line}`)
  const kept = old !== undefined && newText.startsWith(old) ? old : ''
  const [same, before, after] = [
    lines(kept, ' '),
    lines((old ?? '').slice(kept.length), '-'),
    lines(newText.slice(kept.length), '+'),
  ]
  const range = (changed: readonly string[]): string => {
    const length = same.length + changed.length
    return `${length === 0 ? 0 : 1},${length}`
  }
  const text = [
    `diff --git ${path} ${path}`,
    `--- ${old === undefined ? '/dev/null' : path}`,
    `+++ ${path}`,
    `@@ -${range(before)} +${range(after)} @@`,
    ...same,
    ...before,
    ...after,
    '',
  ].join('\n')
  const operation = old === undefined ? 'add' : 'modify'
  return { changes: [{ operation, path }], patch: { format: 'git_patch', text } }
}

export function messageChunk(kind: 'say' | 'think', messageId: string, text: string): JsonObject {
  const sessionUpdate = kind === 'say' ? 'agent_message_chunk' : 'agent_thought_chunk'
  return { sessionUpdate, messageId, content: { type: 'text', text } }
}

export function userMessage(messageId: string, text: string, version: ProtocolVersion): JsonObject {
  const content = { type: 'text', text }
  return version === 2
    ? { sessionUpdate: 'user_message', messageId, content: [content] }
    : { sessionUpdate: 'user_message_chunk', messageId, content }
}

export function usageUpdate({ usage, size, cost }: StepOf<'usage'>): JsonObject {
  const total = cost === undefined ? {} : { cost: { amount: cost, currency: 'USD' } }
  return { sessionUpdate: 'usage_update', used: usage, size, ...total }
}

export function noticeUpdate({ notice, severity = 'info', description }: StepOf<'notice'>): JsonObject {
  const more = description === undefined ? {} : { description }
  return { sessionUpdate: 'notice', severity, title: notice, ...more }
}

/** Sent in the session that the sub-agent works for. */
export function subagentUpdate(step: StepOf<'subagent'>, sessionId: string): JsonObject {
  const { title, description, state } = step
  const stopReason = state === 'idle' ? { stopReason: 'end_turn' } : {}
  return {
    sessionUpdate: 'subagent_update',
    sessionId,
    ...(title === undefined ? {} : { title }),
    ...(description === undefined ? {} : { description }),
    ...(state === undefined ? {} : { state: { state, ...stopReason } }),
  }
}

/** The slash commands of a session. In v2 each has a type, and its input is written otherwise. */
export function commandsOnWire(
  commands: readonly DemoCommand[],
  version: ProtocolVersion,
): readonly JsonObject[] {
  return commands.map(({ name, description, hint }) =>
    version === 2
      ? {
          type: 'command',
          name,
          description,
          ...(hint === undefined ? {} : { input: { type: 'text', hint } }),
        }
      : { name, description, input: hint === undefined ? null : { hint } },
  )
}

/** A permission request: what the tool call is about, and markdown in its content. */
export interface PermissionQuestion extends ToolCall {
  readonly text: string
  readonly options: StepOf<'ask'>['options']
}

/** The params of `session/request_permission`: a title and a subject in v2, the tool call alone in v1. */
export function permissionParams(
  sessionId: string,
  { text, options, ...call }: PermissionQuestion,
  version: ProtocolVersion,
): JsonObject {
  const toolCall = toolCallOnWire(call, { status: 'pending', content: [textContent(text)] })
  const asked = { options: options.map(({ id, name, kind }) => ({ optionId: id, name, kind })) }
  if (version === 1) return { sessionId, toolCall, ...asked }
  return { sessionId, title: call.title, subject: { type: 'tool_call', toolCall }, ...asked }
}

/** The params of `elicitation/create` without the session; they are the same in both versions. */
export type Elicitation = { readonly message: string } & (
  | { readonly mode: 'form'; readonly requestedSchema: JsonObject }
  | { readonly mode: 'url'; readonly url: string; readonly elicitationId: string }
)

function textContent(text: string): JsonObject {
  return { type: 'content', content: { type: 'text', text } }
}
