import { isObject, stringAt, type Message, type MessageId } from '../wire/message.ts'
import type { TraceDirection } from './trace-record.ts'

/** Limit for unanswered requests, since a log of one direction has no responses. Further requests are ignored. */
const maxPendingRequests = 10_000

/** Infers the direction of messages in a log without directions: of requests by their methods, of responses by their ids. */
export class MessageDirections {
  #pending: Readonly<Record<TraceDirection, Map<MessageId, string>>> = {
    'from-agent': new Map(),
    'to-agent': new Map(),
  }

  copy(): MessageDirections {
    const copy = new MessageDirections()
    const { 'from-agent': byAgent, 'to-agent': byClient } = this.#pending
    copy.#pending = { 'from-agent': new Map(byAgent), 'to-agent': new Map(byClient) }
    return copy
  }

  of(message: Message): TraceDirection {
    switch (message.kind) {
      case 'request': {
        const dir = byMethod(message.method)
        const pending = this.#pending[dir]
        if (pending.size < maxPendingRequests) pending.set(message.id, message.method)
        return dir
      }
      case 'notification':
        return message.method === '$/cancel_request'
          ? this.#ofCancellation(message.params)
          : byMethod(message.method)
      case 'result':
      case 'error':
        return this.#ofResponse(message)
    }
  }

  #ofResponse(message: Response): TraceDirection {
    const { 'to-agent': byClient, 'from-agent': byAgent } = this.#pending
    const isClientId = byClient.has(message.id)
    const isAmbiguous = isClientId === byAgent.has(message.id)
    // Both sides number their requests from 0, so the id alone often fits requests of both: then the result decides.
    const isFromAgent = isAmbiguous ? !isClientResult(message) : isClientId && !isUserAnswer(message)
    ;(isFromAgent ? byClient : byAgent).delete(message.id)
    return isFromAgent ? 'from-agent' : 'to-agent'
  }

  /** The sender of a request cancels it. */
  #ofCancellation(params: unknown): TraceDirection {
    const id = isObject(params) ? params['requestId'] : undefined
    return (typeof id === 'string' || typeof id === 'number') && this.#pending['from-agent'].has(id)
      ? 'from-agent'
      : 'to-agent'
  }
}

const clientMethods = new Set(['initialize', 'authenticate', 'logout', 'session/cancel'])
const agentMethods = new Set(['session/update', 'session/request_permission'])

/** Unknown methods are taken for the agent's, since more agents than clients have extensions. */
function byMethod(method: string): TraceDirection {
  if (agentMethods.has(method)) return 'from-agent'
  return clientMethods.has(method) || /^(?:session|auth|providers|nes|document)\//.test(method)
    ? 'to-agent'
    : 'from-agent'
}

type Response = Extract<Message, { kind: 'result' | 'error' }>

/** The user's answer to a permission request or elicitation, which only clients send. */
function isUserAnswer(message: Response): boolean {
  if (message.kind === 'error' || !isObject(message.result)) return false
  const { outcome, action } = message.result
  return (
    (isObject(outcome) && 'outcome' in outcome) ||
    /^(?:accept|decline|cancel)$/.test(typeof action === 'string' ? action : '')
  )
}

/** A result that clients send: the user's answer, a file, the state of a terminal. */
function isClientResult(message: Response): boolean {
  if (message.kind === 'error' || !isObject(message.result)) return false
  const { result } = message
  return (
    isUserAnswer(message) ||
    stringAt(result, 'content') !== undefined ||
    'terminalId' in result ||
    'exitStatus' in result
  )
}
