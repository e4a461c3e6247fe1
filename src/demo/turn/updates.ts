import { unreachable } from '../../lib/unreachable.ts'
import type { JsonObject } from '../../protocol/wire/message.ts'
import type { DemoCommand } from '../scenario/offers.ts'
import type { DemoElicitation, DemoPlan, DemoQuestion, DemoStep, PlanRef } from '../scenario/scenario.ts'

/** The protocol version of the connection. */
export type ProtocolVersion = 1 | 2

/** The `session/update` for a plan in its dialect. Throws for a v1 `plan` that is no checklist: the scenario is wrong then. */
export function planUpdate(ref: PlanRef, body: DemoPlan, uriOf: (file: string) => string): JsonObject {
  if (ref.dialect === 'a') {
    if (body.type !== 'items') throw new Error(`dialect a has no ${body.type} plans`)
    return { sessionUpdate: 'plan', entries: body.entries }
  }
  return {
    sessionUpdate: 'plan_update',
    plan: { type: body.type, ...planName(ref), ...planContent(body, uriOf) },
  }
}

/** The `session/update` that removes a plan. */
export function planRemoved(ref: Exclude<PlanRef, { dialect: 'a' }>): JsonObject {
  return { sessionUpdate: 'plan_removed', ...planName(ref) }
}

function planName(ref: Exclude<PlanRef, { dialect: 'a' }>): JsonObject {
  switch (ref.dialect) {
    case 'b':
    case "b'":
      return { id: ref.id }
    case 'c':
    case 'd':
      return { planId: ref.id }
    default:
      return unreachable(ref.dialect)
  }
}

function planContent(body: DemoPlan, uriOf: (file: string) => string): JsonObject {
  switch (body.type) {
    case 'items':
      return { entries: body.entries }
    case 'markdown':
      return { content: body.content }
    case 'file':
      return { uri: uriOf(body.file) }
    default:
      return unreachable(body)
  }
}

/** v1 has an update of its own for a new tool call; in v2 the first `tool_call_update` of an id creates it. */
export function toolStarted(
  step: Extract<DemoStep, { type: 'tool-start' }>,
  version: ProtocolVersion,
): JsonObject {
  return {
    sessionUpdate: version === 1 ? 'tool_call' : 'tool_call_update',
    toolCallId: step.toolCallId,
    title: step.title,
    kind: step.kind,
    status: 'in_progress',
    ...(step.path === undefined ? {} : { locations: [{ path: step.path }] }),
    ...(step.rawInput === undefined ? {} : { rawInput: step.rawInput }),
  }
}

export function toolFinished(step: Extract<DemoStep, { type: 'tool-finish' }>): JsonObject {
  const { toolCallId, status, output } = step
  const content = output === undefined ? {} : { content: [textContent(output)] }
  return { sessionUpdate: 'tool_call_update', toolCallId, status, ...content }
}

/** A chunk of a message or a thought. */
export function messageChunk(kind: 'say' | 'think', messageId: string, text: string): JsonObject {
  const sessionUpdate = kind === 'say' ? 'agent_message_chunk' : 'agent_thought_chunk'
  return { sessionUpdate, messageId, content: { type: 'text', text } }
}

/** A whole message of the user. */
export function userMessage(messageId: string, text: string, version: ProtocolVersion): JsonObject {
  const content = { type: 'text', text }
  return version === 2
    ? { sessionUpdate: 'user_message', messageId, content: [content] }
    : { sessionUpdate: 'user_message_chunk', messageId, content }
}

export function usageUpdate({ used, size, cost }: Extract<DemoStep, { type: 'usage' }>): JsonObject {
  const total = cost === undefined ? {} : { cost: { amount: cost, currency: 'USD' } }
  return { sessionUpdate: 'usage_update', used, size, ...total }
}

export function notice(step: Extract<DemoStep, { type: 'notice' }>): JsonObject {
  const { severity, title, description } = step
  return { sessionUpdate: 'notice', severity, title, ...(description === undefined ? {} : { description }) }
}

/** Sent in the session that the sub-agent works for. */
export function subagentUpdate(step: Extract<DemoStep, { type: 'subagent' }>, sessionId: string): JsonObject {
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

/** The params of `session/request_permission`: a title and a subject in v2, the tool call alone in v1. */
export function permissionParams(
  sessionId: string,
  question: DemoQuestion,
  version: ProtocolVersion,
): JsonObject {
  const { toolCallId, title, kind, text, path, rawInput } = question
  const toolCall = {
    toolCallId,
    title,
    kind,
    status: 'pending',
    content: [textContent(text)],
    ...(path === undefined ? {} : { locations: [{ path }] }),
    ...(rawInput === undefined ? {} : { rawInput }),
  }
  const options = question.options.map((option) => ({
    optionId: option.id,
    name: option.name,
    kind: option.kind,
  }))
  if (version === 1) return { sessionId, toolCall, options }
  return { sessionId, title, subject: { type: 'tool_call', toolCall }, options }
}

/** The params of `elicitation/create`, which are the same in both versions. */
export function elicitationParams(sessionId: string, elicitation: DemoElicitation): JsonObject {
  const { mode, message } = elicitation
  switch (mode) {
    case 'form':
      return { sessionId, mode, message, requestedSchema: elicitation.schema }
    case 'url':
      return { sessionId, mode, message, url: elicitation.url, elicitationId: elicitation.elicitationId }
    default:
      return unreachable(mode)
  }
}

function textContent(text: string): JsonObject {
  return { type: 'content', content: { type: 'text', text } }
}
