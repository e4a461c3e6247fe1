import type { AgentOffers } from '../../app/state/link.ts'
import type { Ask } from './peer.ts'

export type ProtocolVersion = 1 | 2

/** An agent that has answered `initialize`: what can be asked of it, and how. */
export interface AgentWire {
  readonly version: ProtocolVersion
  readonly offers: AgentOffers
  readonly ask: Ask
  readonly notify: (method: string, params: object) => void
}
