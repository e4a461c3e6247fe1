import type { AuthMethod } from '../../app/state/link.ts'
import type { Refused } from '../../protocol/wire/rpc-line.ts'
import type { AgentWire } from '../connection/agent-wire.ts'

/** A request that the agent refused, or that was not sent since the agent would refuse it. */
export interface FailedRequest {
  readonly method: string
  readonly error: Refused
}

/**
 * Authenticates by a listed method of type `agent`; others fail without a request. Returns the failure; null on success.
 * https://agentclientprotocol.com/protocol/authentication
 */
export async function requestLogin(
  wire: Pick<AgentWire, 'version' | 'ask'>,
  methodId: string,
  methods: readonly AuthMethod[],
): Promise<FailedRequest | null> {
  const rpcMethod = wire.version === 1 ? 'authenticate' : 'auth/login'
  const reason = reasonNotAllowed(methodId, methods)
  if (reason !== null) return { method: rpcMethod, error: { code: null, message: reason } }
  const outcome = await wire.ask(rpcMethod, { methodId })
  return outcome.ok ? null : { method: rpcMethod, error: outcome.error }
}

function reasonNotAllowed(methodId: string, methods: readonly AuthMethod[]): string | null {
  const authMethod = methods.find(({ id }) => id === methodId)
  if (authMethod === undefined) {
    const known = methods.map(({ id }) => id).join(', ')
    return known === ''
      ? `the agent offers no login, so “${methodId}” cannot be chosen`
      : `the agent has no login “${methodId}”; it has ${known}`
  }
  return authMethod.how.type === 'agent' ? null : `the agent does not handle the login “${methodId}” itself`
}
