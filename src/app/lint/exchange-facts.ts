import { isObject, objectAt, type Message, type MessageId } from '../../protocol/wire/message.ts'
import type { TraceDirection } from '../../protocol/trace/trace-record.ts'

/** What client and agent have agreed on. */
export interface ExchangeFacts {
  /** The protocol version that the agent answered; null: not seen. */
  readonly version: number | null
  /** The client can show plans with ids; null: its `initialize` was not seen. */
  readonly offersPlans: boolean | null
}

const noFacts: ExchangeFacts = { version: null, offersPlans: null }

/** Reads the facts from the messages of an exchange. */
export class FactReader {
  facts: ExchangeFacts = noFacts
  /** The id of the last `initialize`; undefined: none is open. */
  #initializeId: MessageId | undefined

  read(message: Message, dir: TraceDirection): void {
    if (dir === 'to-agent' && message.kind === 'request' && message.method === 'initialize') {
      this.#initializeId = message.id
      this.facts = { version: null, offersPlans: offersPlans(message.params) }
    } else if (
      dir === 'from-agent' &&
      message.kind === 'result' &&
      this.#initializeId !== undefined &&
      message.id === this.#initializeId
    ) {
      this.#initializeId = undefined
      const version = isObject(message.result) ? message.result['protocolVersion'] : undefined
      this.facts = { ...this.facts, version: typeof version === 'number' ? version : null }
    }
  }
}

/** `plan` is the capability of today's schema, `planCapabilities` that of the RFD as first written. */
function offersPlans(params: unknown): boolean {
  const given = isObject(params) ? params : {}
  return [objectAt(given, 'clientCapabilities'), objectAt(given, 'capabilities')].some(
    (capabilities) => isObject(capabilities['plan']) || isObject(capabilities['planCapabilities']),
  )
}
