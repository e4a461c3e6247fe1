import { RequestError } from '@agentclientprotocol/sdk/unstable'
import type { JsonObject } from '../../protocol/wire/message.ts'
import type { ClientCapabilities } from '../script/playing/turn-context.ts'
import type { ScriptLogin } from '../script/reading/script-schema.ts'
import { pause, type Pace } from '../host/pace.ts'
import type { ProtocolVersion } from '../script/playing/updates.ts'

/** Whether the user is logged in, and the ways to log in. */
export interface Logins {
  /** Throws `auth_required` unless the user is logged in, or needs no login. */
  expectLogin(): void
  /** `authMethods` of the answer to `initialize`. */
  methods(version: ProtocolVersion, capabilities: ClientCapabilities): readonly JsonObject[]
  /** Throws where there is no such method, it is not done by the agent, or it fails. */
  logIn(methodId: string, signal: AbortSignal): Promise<void>
}

export interface LoginsOptions {
  readonly logins: readonly ScriptLogin[]
  readonly env: Readonly<Record<string, string | undefined>>
  readonly pace: Pace
}

export function openLogins({ logins, env, pace }: LoginsOptions): Logins {
  let isLoggedIn =
    logins.length === 0 || logins.some(({ variable }) => variable !== undefined && env[variable])
  return {
    expectLogin() {
      if (!isLoggedIn) throw RequestError.authRequired()
    },
    methods: (version, capabilities) =>
      logins
        .filter(({ args }) => args === undefined || capabilities.terminalLogins)
        .map((login) => onWire(login, version)),
    async logIn(methodId, signal) {
      const login = logins.find(({ id }) => id === methodId)
      if (login === undefined || login.args !== undefined || login.variable !== undefined)
        throw RequestError.invalidParams({ methodId }, 'this is no method that the agent can do')
      await pause(Math.round((login.seconds ?? 1) * 1000), pace, signal)
      if (login.failure !== undefined) throw RequestError.internalError({ details: login.failure })
      isLoggedIn = true
    },
  }
}

function onWire(login: ScriptLogin, version: ProtocolVersion): JsonObject {
  const { id, name, description, args, variable } = login
  const method = { [version === 2 ? 'methodId' : 'id']: id, name, description }
  if (args !== undefined) return { ...method, type: 'terminal', args }
  if (variable !== undefined) {
    // A type of its own: both versions reserve the words without an underscore, and agents of v1 use this one all the same.
    const type = version === 2 ? '_env_var' : 'env_var'
    return { ...method, type, vars: [{ name: variable }] }
  }
  // v1 has no type for it.
  return version === 2 ? { ...method, type: 'agent' } : method
}
