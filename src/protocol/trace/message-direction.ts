import { isObject, stringAt, type Message, type MessageId } from '../wire/message.ts'
import type { TraceDirection } from './trace-record.ts'

/** Requests that were sent and not answered; more are forgotten, for a log of one direction has no answers. */
const requestsKept = 10_000

/** Tells which way messages went that stand in one log without saying so: by their methods, and answers by their ids. */
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
    // Both sides count from 0, so that an id alone says little.
    const isAgents = hasClient === hasAgent ? !looksLikeClient(message) : hasClient && !isChoice(message)
    ;(isAgents ? byClient : byAgent).delete(message.id)
    return isAgents ? 'from-agent' : 'to-agent'
  }

  /** Who takes a request back is who sent it. */
  #ofCancellation(params: unknown): TraceDirection {
    const id = isObject(params) ? params['requestId'] : undefined
    return (typeof id === 'string' || typeof id === 'number') && this.#asked['from-agent'].has(id)
      ? 'from-agent'
      : 'to-agent'
  }
}

const clientMethods = new Set(['initialize', 'authenticate', 'logout', 'session/cancel'])
const agentMethods = new Set(['session/update', 'session/request_permission'])

/** Methods that nobody knows are the agent's: more agents than clients have some of their own. */
function byMethod(method: string): TraceDirection {
  if (agentMethods.has(method)) return 'from-agent'
  return clientMethods.has(method) || /^(?:session|auth|providers|nes|document)\//.test(method)
    ? 'to-agent'
    : 'from-agent'
}

type Answer = Extract<Message, { kind: 'result' | 'error' }>

/** An answer to a question, which no agent gives. */
function isChoice(message: Answer): boolean {
  if (message.kind === 'error' || !isObject(message.result)) return false
  const { outcome, action } = message.result
  return (
    (isObject(outcome) && 'outcome' in outcome) ||
    /^(?:accept|decline|cancel)$/.test(typeof action === 'string' ? action : '')
  )
}

/** What clients answer: a choice, a file, what a terminal does. */
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
