import type { TraceDirection } from '../../protocol/trace/trace-record.ts'
import { isObject, stringAt, type Message, type MessageId } from '../../protocol/wire/message.ts'
import type { FramePlace } from './finding.ts'

/** A request that has passed. */
export interface AskedRequest {
  readonly method: string
  /** The session that it names; null: it names none. */
  readonly sessionId: string | null
  /** null: not kept, since it may be big. */
  readonly params: unknown
  readonly place: FramePlace
}

const maxOpen = 10_000

/** The requests of both sides that have no answer yet, as many as are remembered. */
export class AskedRequests {
  readonly #open: Readonly<Record<TraceDirection, Map<MessageId, AskedRequest>>> = {
    'from-agent': new Map(),
    'to-agent': new Map(),
  }

  /** The request that a message answers; null: it answers none. */
  pass(message: Message, dir: TraceDirection, place: FramePlace): AskedRequest | null {
    switch (message.kind) {
      case 'notification':
        return null
      case 'request': {
        const { id, method, params } = message
        const sessionId = isObject(params) ? (stringAt(params, 'sessionId') ?? null) : null
        const kept = method === 'session/prompt' ? null : params
        const open = this.#open[dir]
        if (open.size < maxOpen) open.set(id, { method, sessionId, params: kept, place })
        return null
      }
      case 'result':
      case 'error': {
        const open = this.#open[dir === 'from-agent' ? 'to-agent' : 'from-agent']
        const asked = open.get(message.id) ?? null
        open.delete(message.id)
        return asked
      }
    }
  }
}
