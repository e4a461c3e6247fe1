import type { AuthMethod } from '../../app/state/link.ts'
import type { Refused } from '../../protocol/wire/rpc-line.ts'
import type { AgentWire } from '../connection/agent-wire.ts'

export interface LoginRequest {
  readonly wire: Pick<AgentWire, 'version' | 'ask'>
  readonly methodId: string
  /** The methods that the agent listed. */
  readonly methods: readonly AuthMethod[]
}

export interface RefusedRequest {
  readonly method: string
  readonly error: Refused
}

/**
 * Asks the agent to log in, by a method that it performs itself: other methods must not be requested. Returns why it
 * failed; null: it is logged in. https://agentclientprotocol.com/protocol/authentication
 */
export async function requestLogin({
  wire,
  methodId,
  methods,
}: LoginRequest): Promise<RefusedRequest | null> {
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
  switch (method.how.type) {
    case 'agent':
      return null
    case 'terminal':
    case 'env_var':
    case 'other':
      return `the agent does not handle the login “${methodId}” itself`
  }
}
