import type { AgentOffers } from '../app/link.ts'
import type { ProtocolVersion } from './handshake.ts'
import type { Ask } from './own-requests.ts'

/** An agent that has answered `initialize`: what can be asked of it, and how. */
export interface AgentWire {
  readonly version: ProtocolVersion
  readonly offers: AgentOffers
  /** Written within the call; the answer has its effect before the next message is received. */
  readonly ask: Ask
  readonly notify: (method: string, params: object) => void
}
