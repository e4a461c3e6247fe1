import { objectIn } from '../wire/message.ts'
import { copilotEventMethod, readCopilotEvent } from './copilot-event.ts'
import { isGrokEvent, readGrokEvent } from './grok-event.ts'
import type { ReadUpdate } from './session-event.ts'
import { readSessionUpdate } from './session-update.ts'

/**
 * Reads a notification that is about a session, of the protocol or of a vendor's own; null: it is another one, which may hold an update
 * all the same. Never throws.
 */
export function readNotification(method: string, params: unknown): ReadUpdate | null {
  switch (method) {
    case 'session/update':
      return readSessionUpdate(params)
    case copilotEventMethod:
      return readCopilotEvent(params)
    case '_acp_ext:codex_proposed_plan':
      return readCodexPlan(params)
    default:
      return isGrokEvent(method) ? readGrokEvent(params) : null
  }
}

/** Lody's codex adapter tells the plan that a turn proposes, as far as it has come: as the update that it stands for. */
function readCodexPlan(params: unknown): ReadUpdate {
  const { sessionId, turnId: planId, markdown: content, status } = objectIn(params)
  const update =
    status === 'cleared'
      ? { sessionUpdate: 'plan_removed', planId }
      : { sessionUpdate: 'plan_update', plan: { type: 'markdown', planId, content } }
  return readSessionUpdate({ sessionId, update })
}
