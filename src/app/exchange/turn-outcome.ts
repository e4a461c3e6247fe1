import { isObject, stringAt } from '../../protocol/wire/message.ts'
import { rpcCodes, type RpcOutcome } from '../../protocol/wire/rpc-line.ts'
import type { TurnOutcome } from '../app-event.ts'

/** What an answer to a prompt says about its turn; null: nothing yet. https://agentclientprotocol.com/protocol/v2/prompt-turn */
export function turnOutcome(outcome: RpcOutcome, version: 1 | 2): TurnOutcome | null {
  if (outcome.ok) {
    const stopReason = isObject(outcome.value) ? stringAt(outcome.value, 'stopReason') : undefined
    if (stopReason !== undefined) return { kind: 'stopped', stopReason }
    return version === 1 ? { kind: 'stopped', stopReason: 'end_turn' } : null
  }
  const { code, message } = outcome.error
  // The agent dropped a prompt of a turn that was cancelled: that is no failure.
  if (code === rpcCodes.requestCancelled) return { kind: 'stopped', stopReason: 'cancelled' }
  return { kind: 'failed', code, message }
}
