import { isObject, stringAt, type Message, type MessageId } from '../wire/message.ts'
import type { TraceDirection } from './trace-record.ts'

/** Unanswered requests remembered; further ones are forgotten: a log of one direction has no answers. */
const requestsKept = 10_000

/**
 * Infers the direction of messages in a log without directions: of requests by their methods, of answers by their
 * ids.
 */
export class MessageDirections {
  #asked: Readonly<Record<TraceDirection, Map<MessageId, string>>> = {
    'from-agent': new Map(),
    'to-agent': new Map(),
  }

  copy(): MessageDirections {
    const copy = new MessageDirections()
    const { 'from-agent': byAgent, 'to-agent': byClient } = this.#asked
    copy.#asked = { 'from-agent': new Map(byAgent), 'to-agent': new Map(byClient) }
    return copy
  }

  of(message: Message): TraceDirection {
    switch (message.kind) {
      case 'request': {
        const dir = byMethod(message.method)
        const asked = this.#asked[dir]
        if (asked.size < requestsKept) asked.set(message.id, message.method)
        return dir
      }
      case 'notification':
        return message.method === '$/cancel_request'
          ? this.#ofCancellation(message.params)
          : byMethod(message.method)
      case 'result':
      case 'error':
        return this.#ofAnswer(message)
    }
  }

  #ofAnswer(message: Answer): TraceDirection {
    const { 'to-agent': byClient, 'from-agent': byAgent } = this.#asked
    const hasClient = byClient.has(message.id)
    const hasAgent = byAgent.has(message.id)
    // Both sides count from 0, so an id alone says little.
    const isAgents = hasClient === hasAgent ? !looksLikeClient(message) : hasClient && !isChoice(message)
    ;(isAgents ? byClient : byAgent).delete(message.id)
    return isAgents ? 'from-agent' : 'to-agent'
  }

  /** A request is cancelled by its sender. */
  #ofCancellation(params: unknown): TraceDirection {
    const id = isObject(params) ? params['requestId'] : undefined
    return (typeof id === 'string' || typeof id === 'number') && this.#asked['from-agent'].has(id)
      ? 'from-agent'
      : 'to-agent'
  }
}

const clientMethods = new Set(['initialize', 'authenticate', 'logout', 'session/cancel'])
const agentMethods = new Set(['session/update', 'session/request_permission'])

/** Unknown methods are the agent's: more agents than clients have extensions. */
function byMethod(method: string): TraceDirection {
  if (agentMethods.has(method)) return 'from-agent'
  return clientMethods.has(method) || /^(?:session|auth|providers|nes|document)\//.test(method)
    ? 'to-agent'
    : 'from-agent'
}

type Answer = Extract<Message, { kind: 'result' | 'error' }>

/** An answer to a question, which agents never give. */
function isChoice(message: Answer): boolean {
  if (message.kind === 'error' || !isObject(message.result)) return false
  const { outcome, action } = message.result
  return (
    (isObject(outcome) && 'outcome' in outcome) ||
    /^(?:accept|decline|cancel)$/.test(typeof action === 'string' ? action : '')
  )
}

/** A typical answer of a client's: a choice, a file, the state of a terminal. */
function looksLikeClient(message: Answer): boolean {
  if (message.kind === 'error' || !isObject(message.result)) return false
  const { result } = message
  return (
    isChoice(message) ||
    stringAt(result, 'content') !== undefined ||
    'terminalId' in result ||
    'exitStatus' in result
  )
}
