import { RequestError } from '@agentclientprotocol/sdk/unstable'
import { unreachable } from '../../lib/unreachable.ts'
import type { JsonObject } from '../../protocol/wire/message.ts'
import type { ClientKnows } from './client-capabilities.ts'
import type { DemoLogin } from '../scenario/offers.ts'
import { pause, type Pace } from '../host/pace.ts'
import type { ProtocolVersion } from '../turn/updates.ts'

/** Whether somebody is logged in, and how one gets there. */
export interface Logins {
  /** Throws the error that asks for a login when one is needed and was not made. */
  demand(): void
  /** `authMethods` of the answer to `initialize`. */
  methods(version: ProtocolVersion, knows: ClientKnows): readonly JsonObject[]
  /** Throws when there is no such method, it is not the agent's to do, or it fails. */
  logIn(methodId: string, signal: AbortSignal): Promise<void>
}

export interface LoginsOf {
  readonly logins: readonly DemoLogin[]
  readonly env: Readonly<Record<string, string | undefined>>
  readonly pace: Pace
}

export function openLogins({ logins, env, pace }: LoginsOf): Logins {
  let isLoggedIn =
    logins.length === 0 || logins.some((login) => login.type === 'env_var' && env[login.variable])
  return {
    demand() {
      if (!isLoggedIn) throw RequestError.authRequired()
    },
    methods: (version, knows) =>
      logins
        .filter(({ type }) => type !== 'terminal' || knows.terminalLogins)
        .map((login) => onWire(login, version)),
    async logIn(methodId, signal) {
      const login = logins.find(({ id }) => id === methodId)
      if (login?.type !== 'agent')
        throw RequestError.invalidParams({ methodId }, 'this is no method that the agent can do')
      await pause(login.takesMs, pace, signal)
      if (login.failure !== undefined) throw RequestError.internalError({ details: login.failure })
      isLoggedIn = true
    },
  }
}

function onWire(login: DemoLogin, version: ProtocolVersion): JsonObject {
  const { id, name, description, type } = login
  const method = { [version === 2 ? 'methodId' : 'id']: id, name, description }
  switch (type) {
    case 'agent':
      // v1 knows no type for it.
      return version === 2 ? { ...method, type } : method
    case 'terminal':
      return { ...method, type, args: login.args }
    case 'env_var':
      return { ...method, type, vars: [{ name: login.variable }] }
    default:
      return unreachable(type)
  }
}
