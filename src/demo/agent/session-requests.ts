import { RequestError } from '@agentclientprotocol/sdk/unstable'
import { isObject, stringAt, type JsonObject } from '../../protocol/wire/message.ts'
import type { Answers, AudienceOf, ClientRequest } from './request-handlers.ts'
import type { DemoOffers } from '../scenario/scenario.ts'
import { reportSetting, reportSettings, sendUpdate, type Audience, type Session } from './session.ts'
import type { Sessions } from './sessions.ts'
import { commandsOnWire } from '../turn/updates.ts'

export interface SessionAnswersOf {
  readonly offers: DemoOffers
  readonly sessions: Sessions
  readonly audienceOf: AudienceOf
  /** Throws when a login is wanted first. */
  demandLogin(): void
}

/** Everything about sessions but their turns; settings are missing where the scenario has none. */
export function sessionAnswers(given: SessionAnswersOf): Answers {
  const { offers, sessions, audienceOf, demandLogin } = given
  return {
    'session/new'({ params, client }) {
      demandLogin()
      const session = sessions.create(params)
      return { sessionId: session.id, ...setup({ ...audienceOf(client), session }, offers) }
    },
    ...pastAnswers(given),
    ...(offers.settings === undefined ? {} : settingAnswers(sessions, audienceOf)),
  }
}

function pastAnswers({ offers, sessions, audienceOf, demandLogin }: SessionAnswersOf): Answers {
  async function open({ params, client }: ClientRequest, isReplayed: boolean): Promise<JsonObject> {
    demandLogin()
    const audience = audienceOf(client)
    const session = await sessions.open(params, isReplayed ? audience : null)
    const to = { ...audience, session }
    if (audience.version === 2) await sendUpdate(to, { sessionUpdate: 'state_update', state: 'idle' })
    return setup(to, offers)
  }
  return {
    'session/list'({ params }) {
      demandLogin()
      return sessions.list(params)
    },
    'session/load'(request) {
      if (audienceOf(request.client).version === 2) throw RequestError.methodNotFound('session/load')
      return open(request, true)
    },
    // v2 has one method for both.
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

function settingAnswers(sessions: Sessions, audienceOf: AudienceOf): Answers {
  return {
    async 'session/set_mode'({ params, client }) {
      const audience = audienceOf(client)
      if (audience.version === 2) throw RequestError.methodNotFound('session/set_mode')
      const session = sessions.find(params)
      const { modeId } = session.settings
      if (modeId === null || !session.settings.set(modeId, params['modeId']))
        throw RequestError.invalidParams({ modeId: params['modeId'] }, 'there is no such mode')
      // Not as `current_mode_update`: real agents leave that to their answer, and tell of the option only.
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

/** What the answer that opens a session says of it. In v1 the commands have no place there and follow it. */
function setup(to: Audience & { readonly session: Session }, { settings, commands }: DemoOffers): JsonObject {
  const availableCommands = commandsOnWire(commands ?? [], to.version)
  const options = settings === undefined ? {} : { configOptions: to.session.settings.options(to) }
  if (to.version === 2) return { ...options, ...(commands === undefined ? {} : { availableCommands }) }
  if (commands !== undefined)
    setImmediate(() => void sendUpdate(to, { sessionUpdate: 'available_commands_update', availableCommands }))
  const modes = to.session.settings.modes()
  return { ...options, ...(modes === null ? {} : { modes }) }
}
