import { isObject, type JsonObject, stringAt, listIn } from '../../../protocol/wire/message.ts'
import { noSetup, type SessionSetup } from '../../state/app-event.ts'
import {
  readCommands,
  readConfigOptions,
  readModels,
  readSessionModes,
  type ConfigOption,
  withModelsKept,
} from '../../../protocol/session/session-settings.ts'
import type { WireProblem } from '../../../protocol/wire/wire-problem.ts'
import type { AuthMethod } from '../../state/link.ts'

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
  const sessionId = stringAt(how === 'new' ? result : params, 'sessionId')
  if (sessionId === undefined) return null
  // The answer to `session/load` may be null.
  return { sessionId, how, ...(isObject(result) ? readSetup(result) : { setup: noSetup, problems: [] }) }
}

/** Reads the setup of an opened session, in the shapes of both versions. Never throws. */
function readSetup(answer: JsonObject): Pick<OpenedSession, 'setup' | 'problems'> {
  const problems: WireProblem[] = []
  const options = readConfigOptions(answer['configOptions'], 'result.configOptions', problems)
  const setup = {
    modes: readSessionModes(answer['modes'], 'result.modes', problems),
    configOptions: withModelsKept(options, readModels(answer['models'], 'result.models', problems)),
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

/**
 * Reads auth methods, in the shapes of both versions and of their drafts. A method without an id cannot be requested
 * and is left out; of two with the same id the first counts. Strings are raw; never throws.
 * https://agentclientprotocol.com/protocol/authentication
 */
export function readAuthMethods(value: unknown): readonly AuthMethod[] {
  const methods = new Map<string, AuthMethod>()
  for (const method of listIn(value).filter(isObject)) {
    // Version 1 names a method by `id`, version 2 by `methodId`.
    const id = stringAt(method, 'methodId') ?? stringAt(method, 'id')
    if (id === undefined || methods.has(id)) continue
    methods.set(id, {
      id,
      name: stringAt(method, 'name') ?? id,
      description: stringAt(method, 'description') ?? null,
      how: readHow(method),
    })
  }
  return [...methods.values()]
}

function readHow(method: JsonObject): AuthMethod['how'] {
  const type = stringAt(method, 'type') ?? 'agent'
  switch (type) {
    case 'agent':
      return { type }
    case 'terminal':
      return {
        type,
        args: listIn(method['args']).filter((word) => typeof word === 'string'),
        env: readEnv(method['env']),
      }
    case 'env_var':
    case '_env_var':
      return { type: 'env_var', names: readNames(method), link: stringAt(method, 'link') ?? null }
    default:
      return { type: 'other', name: type }
  }
}

/** Version 1 sends an object, version 2 a list of `{name, value}`. */
function readEnv(value: unknown): Readonly<Record<string, string>> {
  const entries: readonly (readonly [string, unknown])[] = Array.isArray(value)
    ? value.flatMap((variable: unknown) => {
        const name = stringAt(variable, 'name')
        return isObject(variable) && name !== undefined ? [[name, variable['value']] as const] : []
      })
    : isObject(value)
      ? Object.entries(value)
      : []
  // Made from entries, so that a variable may be called `__proto__`.
  return Object.fromEntries(
    entries.filter((entry): entry is readonly [string, string] => typeof entry[1] === 'string'),
  )
}

/** The draft with several variables has `vars`, each a name or an object with one; the draft before it, `varName`. */
function readNames(method: JsonObject): readonly string[] {
  const several = listIn(method['vars']).flatMap((variable) =>
    typeof variable === 'string' ? variable : (stringAt(variable, 'name') ?? []),
  )
  const single = stringAt(method, 'varName')
  return single === undefined || several.includes(single) ? several : [single, ...several]
}
