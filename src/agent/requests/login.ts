import type { AuthMethod } from '../../app/state/link.ts'
import type { Refused } from '../../protocol/wire/rpc-line.ts'
import type { AgentWire } from '../connection/agent-wire.ts'

export interface RefusedRequest {
  readonly method: string
  readonly error: Refused
}

/**
 * Asks the agent to log in, by one of its listed methods that it performs itself: other methods must not be requested.
 * Returns why it failed; null: it is logged in. https://agentclientprotocol.com/protocol/authentication
 */
export async function requestLogin(
  wire: Pick<AgentWire, 'version' | 'ask'>,
  methodId: string,
  methods: readonly AuthMethod[],
): Promise<RefusedRequest | null> {
  const method = wire.version === 1 ? 'authenticate' : 'auth/login'
  const cause = whyNot(methodId, methods)
  if (cause !== null) return { method, error: { code: null, message: cause } }
  const outcome = await wire.ask(method, { methodId })
  return outcome.ok ? null : { method, error: outcome.error }
}

function whyNot(methodId: string, methods: readonly AuthMethod[]): string | null {
  const method = methods.find(({ id }) => id === methodId)
  if (method === undefined) {
    const known = methods.map(({ id }) => id).join(', ')
    return `the agent has no login “${methodId}”; it has ${known === '' ? 'none' : known}`
  }
  return method.how.type === 'agent' ? null : `the agent does not handle the login “${methodId}” itself`
}
