import type { AgentOffers } from '../../app/state/link.ts'
import type { Ask } from './peer.ts'

export type ProtocolVersion = 1 | 2

/** How to send requests to an agent that has answered `initialize`, and what it offers. */
export interface AgentWire {
  readonly version: ProtocolVersion
  readonly offers: AgentOffers
  readonly ask: Ask
  readonly notify: (method: string, params: object) => void
}
