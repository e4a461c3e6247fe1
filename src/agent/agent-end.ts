import type { LinkEnd } from '../app/state/link.ts'
import type { TransportEnd } from '../app/ports/transport.ts'

/** The connection was there, and is gone. */
export function hasDied(end: TransportEnd): boolean {
  return end.kind === 'exited' || end.kind === 'closed-output' || end.kind === 'disconnected'
}

/** The agent still runs when this is found out, and is told to end. */
export function isEndedByUs(end: LinkEnd): boolean {
  switch (end.kind) {
    case 'closed-output':
    case 'silent':
    case 'wants-authentication':
    case 'refused':
    case 'broke-protocol':
      return true
    case 'not-started':
    case 'exited':
    case 'unreachable':
    case 'disconnected':
    case 'closed':
      return false
  }
}
