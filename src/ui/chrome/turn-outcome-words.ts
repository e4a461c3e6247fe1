import type { TurnOutcome } from '../../app/app-event.ts'
import { own, safeLine, type SafeText } from '../../lib/text/safe-text.ts'
import { cutToWidth } from '../../lib/text/width.ts'
import type { Role } from '../paint/theme.ts'

/** How a turn ended, in a word or two. Stop reasons: https://agentclientprotocol.com/protocol/prompt-turn#stop-reasons */
export function turnOutcomeWords(outcome: TurnOutcome): { readonly text: SafeText; readonly role: Role } {
  switch (outcome.kind) {
    case 'failed':
      return { text: own`turn failed`, role: 'bad' }
    case 'lost':
      return { text: own`agent stopped`, role: 'bad' }
    case 'stopped':
      return stopReasonWords(outcome.stopReason)
  }
}

function stopReasonWords(stopReason: string): { readonly text: SafeText; readonly role: Role } {
  switch (stopReason) {
    case 'end_turn':
      return { text: own`idle`, role: 'dim' }
    case 'cancelled':
      return { text: own`cancelled`, role: 'warning' }
    case 'refusal':
      return { text: own`refused`, role: 'warning' }
    case 'max_tokens':
      return { text: own`out of tokens`, role: 'warning' }
    case 'max_turn_requests':
      return { text: own`out of requests`, role: 'warning' }
    default:
      return { text: cutToWidth(safeLine(stopReason.slice(0, 200)), 24), role: 'warning' }
  }
}
