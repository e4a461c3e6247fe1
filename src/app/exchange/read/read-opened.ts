import { isObject, stringAt, type JsonObject } from '../../../protocol/wire/message.ts'
import type { WireProblem } from '../../../protocol/wire/wire-problem.ts'
import { noSetup, type SessionSetup } from '../../app-event.ts'
import { readSetup } from './read-setup.ts'

/** A session that an agent has opened. */
export interface OpenedSession {
  readonly sessionId: string
  readonly how: 'new' | 'loaded' | 'resumed'
  readonly setup: SessionSetup
  readonly problems: readonly WireProblem[]
}

/** How a request opens a session; null for other requests. https://agentclientprotocol.com/protocol/session-setup */
export function openingOf(method: string, params: JsonObject): OpenedSession['how'] | null {
  switch (method) {
    case 'session/new':
      return 'new'
    case 'session/load':
      return 'loaded'
    case 'session/resume':
      return isObject(params['replayFrom']) ? 'loaded' : 'resumed'
    default:
      return null
  }
}

/** What the answer to such a request says; null where it names no session and the request did not either. Never throws. */
export function readOpened(
  how: OpenedSession['how'],
  params: JsonObject,
  result: unknown,
): OpenedSession | null {
  // An answer to a load may be null.
  const answer = isObject(result) ? result : null
  const sessionId =
    how === 'new' ? answer && stringAt(answer, 'sessionId') : (stringAt(params, 'sessionId') ?? null)
  if (sessionId === null || sessionId === undefined) return null
  return { sessionId, how, ...(answer === null ? { setup: noSetup, problems: [] } : readSetup(answer)) }
}
