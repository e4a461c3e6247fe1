import type { AuthMethod } from '../app/link.ts'
import type { AgentWire } from './agent-wire.ts'
import type { Refused } from '../protocol/rpc-line.ts'

export interface LoginRequest {
  readonly wire: AgentWire
  readonly methodId: string
  /** The methods that the agent told of. */
  readonly methods: readonly AuthMethod[]
}

/**
 * Asks the agent to log in. Only for methods that it does itself: others must not be asked for.
 * https://agentclientprotocol.com/protocol/authentication
 */
export function logIn(
  { wire, methodId, methods }: LoginRequest,
  onDone: (requested: string, error: Refused | null) => void,
): void {
  const request = wire.version === 1 ? 'authenticate' : 'auth/login'
  const cause = whyNot(methodId, methods)
  if (cause === null)
    wire.ask(request, { methodId }, (outcome) => onDone(request, outcome.ok ? null : outcome.error))
  else onDone(request, { code: null, message: cause })
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
      return `the login “${methodId}” is not done by the agent itself`
  }
}
