import { isObject, type JsonObject, stringAt } from '../../../protocol/wire/message.ts'
import { noSetup, type SessionSetup } from '../../state/app-event.ts'
import {
  readCommands,
  readConfigOptions,
  readSessionModes,
} from '../../../protocol/session/read-session-settings.ts'
import type { ConfigOption } from '../../../protocol/session/session-settings.ts'
import type { WireProblem } from '../../../protocol/wire/wire-problem.ts'

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

/** Reads the answer to such a request; null if neither it nor the request names a session. Never throws. */
export function readOpened(
  how: OpenedSession['how'],
  params: JsonObject,
  result: unknown,
): OpenedSession | null {
  // The answer to `session/load` may be null.
  const answer = isObject(result) ? result : null
  const sessionId =
    how === 'new' ? answer && stringAt(answer, 'sessionId') : (stringAt(params, 'sessionId') ?? null)
  if (sessionId === null || sessionId === undefined) return null
  return { sessionId, how, ...(answer === null ? { setup: noSetup, problems: [] } : readSetup(answer)) }
}

export interface ReadSetup {
  readonly setup: SessionSetup
  readonly problems: readonly WireProblem[]
}

/** Reads the setup of an opened session, in the shapes of both versions. Never throws. */
function readSetup(answer: JsonObject): ReadSetup {
  const problems: WireProblem[] = []
  const setup = {
    modes: readSessionModes(answer['modes'], 'result.modes', problems),
    configOptions: readConfigOptions(answer['configOptions'], 'result.configOptions', problems),
    commands: readCommands(answer['availableCommands'], 'result.availableCommands', problems),
  }
  return { setup, problems }
}

export interface ReadOptions {
  readonly options: readonly ConfigOption[]
  readonly problems: readonly WireProblem[]
}

/** The config options in an answer; null: there are none. */
export function readAnsweredOptions(answer: JsonObject): ReadOptions | null {
  const value = answer['configOptions']
  if (!Array.isArray(value)) return null
  const problems: WireProblem[] = []
  return { options: readConfigOptions(value, 'result.configOptions', problems), problems }
}
