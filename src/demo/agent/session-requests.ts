import { type AgentContext, RequestError } from '@agentclientprotocol/sdk/unstable'
import { isObject, type JsonObject, stringAt } from '../../protocol/wire/message.ts'
import type { DemoOffers } from '../script/playing/scripted-scenario.ts'
import { type Audience, reportSetting, reportSettings, sendUpdate, type Session } from './session.ts'
import type { Sessions } from './sessions.ts'
import { commandsOnWire } from '../script/playing/updates.ts'

export interface ClientRequest {
  readonly params: JsonObject
  readonly client: AgentContext
  /** Aborts when the client takes the request back, or is gone. */
  readonly signal: AbortSignal
}

/** Handlers by methods. A handler gives the result, or throws a `RequestError`. */
export type RequestHandlers = Readonly<Record<string, (request: ClientRequest) => unknown>>

/** The client that a request came from, as `initialize` described it. */
export type AudienceOf = (client: AgentContext) => Audience

/** A parser that takes any object: the SDK's own accept the shapes of one protocol version only. */
export function asObject(params: unknown): JsonObject {
  if (!isObject(params)) throw RequestError.invalidParams(undefined, 'params must be an object')
  return params
}

export interface SessionHandlersOptions {
  readonly offers: DemoOffers
  readonly sessions: Sessions
  readonly audienceOf: AudienceOf
  /** Throws `auth_required` unless the user is logged in, or needs no login. */
  expectLogin(): void
}

/** Handlers of all requests about sessions but prompts; those about settings only where the scenario has some. */
export function sessionHandlers(given: SessionHandlersOptions): RequestHandlers {
  const { offers, sessions, audienceOf, expectLogin } = given
  return {
    'session/new'({ params, client }) {
      expectLogin()
      const session = sessions.create(params)
      return { sessionId: session.id, ...setup({ ...audienceOf(client), session }, offers) }
    },
    ...pastSessionHandlers(given),
    ...(offers.settings === undefined ? {} : settingHandlers(sessions, audienceOf)),
  }
}

function pastSessionHandlers({
  offers,
  sessions,
  audienceOf,
  expectLogin,
}: SessionHandlersOptions): RequestHandlers {
  async function open({ params, client }: ClientRequest, isReplayed: boolean): Promise<JsonObject> {
    expectLogin()
    const audience = audienceOf(client)
    const session = await sessions.open(params, isReplayed ? audience : null)
    const to = { ...audience, session }
    if (audience.version === 2) await sendUpdate(to, { sessionUpdate: 'state_update', state: 'idle' })
    return setup(to, offers)
  }
  return {
    'session/list'({ params }) {
      expectLogin()
      return sessions.list(params)
    },
    'session/load'(request) {
      if (audienceOf(request.client).version === 2) throw RequestError.methodNotFound('session/load')
      return open(request, true)
    },
    // v2 has one method, with or without a replay.
    'session/resume': (request) => open(request, isObject(request.params['replayFrom'])),
    'session/close'({ params }) {
      sessions.close(params)
      return {}
    },
    'session/delete'({ params }) {
      sessions.remove(params)
      return {}
    },
  }
}

function settingHandlers(sessions: Sessions, audienceOf: AudienceOf): RequestHandlers {
  return {
    async 'session/set_mode'({ params, client }) {
      const audience = audienceOf(client)
      if (audience.version === 2) throw RequestError.methodNotFound('session/set_mode')
      const session = sessions.find(params)
      const { modeId } = session.settings
      if (modeId === null || !session.settings.set(modeId, params['modeId']))
        throw RequestError.invalidParams({ modeId: params['modeId'] }, 'there is no such mode')
      // No `current_mode_update`: real agents send only the option, since the client has set the mode itself.
      await reportSettings({ ...audience, session })
      return {}
    },
    async 'session/set_config_option'({ params, client }) {
      const audience = audienceOf(client)
      const session = sessions.find(params)
      const id = stringAt(params, 'configId') ?? ''
      if (!session.settings.set(id, params['value']))
        throw RequestError.invalidParams({ configId: id }, 'there is no such option, or no such value of it')
      await reportSetting({ ...audience, session }, id)
      return { configOptions: session.settings.options(audience) }
    },
  }
}

/** What the answer that opens a session holds besides its id. In v1 it has no room for commands, which follow it. */
function setup(to: Audience & { readonly session: Session }, { settings, commands }: DemoOffers): JsonObject {
  const availableCommands = commandsOnWire(commands ?? [], to.version)
  const options = settings === undefined ? {} : { configOptions: to.session.settings.options(to) }
  if (to.version === 2) return { ...options, ...(commands === undefined ? {} : { availableCommands }) }
  if (commands !== undefined)
    setImmediate(() => void sendUpdate(to, { sessionUpdate: 'available_commands_update', availableCommands }))
  const modes = to.session.settings.modes()
  return { ...options, ...(modes === null ? {} : { modes }) }
}
