import { unreachable } from '../lib/unreachable.ts'
import type { JsonObject } from '../protocol/message.ts'
import type { DemoPlan, DemoQuestion, DemoStep, PlanRef } from './scenario.ts'

/** The protocol version that was agreed upon. */
export type ProtocolVersion = 1 | 2

/** The `session/update` for a plan in its dialect. A v1 `plan` has room for items only; anything else is a wrong scenario. */
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

/** The `session/update` that takes a plan away. */
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

/** v1 announces a tool call with an update of its own; in v2 the first upsert of an id does it. */
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
  return { sessionUpdate: 'tool_call_update', toolCallId, status, content: [textContent(output)] }
}

/** A piece of a message or a thought. */
export function messageChunk(kind: 'say' | 'think', messageId: string, text: string): JsonObject {
  const sessionUpdate = kind === 'say' ? 'agent_message_chunk' : 'agent_thought_chunk'
  return { sessionUpdate, messageId, content: { type: 'text', text } }
}

/** The params of `session/request_permission`: v2 asks with a title and a subject, v1 with the tool call alone. */
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

function textContent(text: string): JsonObject {
  return { type: 'content', content: { type: 'text', text } }
}
