import type { Buffer } from 'node:buffer'
import type { JsonObject, MessageId } from '../../protocol/wire/message.ts'
import { rpcLine, type RpcOutcome } from '../../protocol/wire/rpc-line.ts'
import { messageChunk, type ProtocolVersion } from '../turn/updates.ts'
import type { DocumentFiles } from './document-files.ts'
import type { SessionIds } from './session-ids.ts'

export interface WireHost {
  /** A line for the client, without its line feed. */
  send(line: string | Buffer): void
  /** The documents of plans, where they can be here. */
  readonly documents: Pick<DocumentFiles, 'inMessage' | 'become'>
}

/** What is sent to the client: as it was recorded, but for ids; and what no recording has. */
export class ClientWire {
  readonly version: ProtocolVersion
  readonly #host: WireHost
  readonly #sessions: SessionIds
  #made = 0

  constructor(host: WireHost, sessions: SessionIds, version: ProtocolVersion) {
    this.#host = host
    this.#sessions = sessions
    this.version = version
  }

  /** An id that is in no recording. */
  newId(): string {
    return `recording-${++this.#made}`
  }

  /** A message with recorded session ids. `line` is the message as it was; null: it has changed. */
  send(value: JsonObject, line: string | null): void {
    const mapped = this.#host.documents.inMessage(this.#sessions.inMessage(value))
    this.#host.send(line !== null && mapped === value ? line : rpcLine(mapped))
  }

  respond(id: MessageId, outcome: RpcOutcome): void {
    const answer = outcome.ok ? { result: outcome.value } : { error: outcome.error }
    this.#host.send(rpcLine({ jsonrpc: '2.0', id, ...answer }))
  }

  /** `sessionId` is the client's, as everywhere below. */
  update(sessionId: string, update: JsonObject): void {
    this.#host.send(rpcLine({ jsonrpc: '2.0', method: 'session/update', params: { sessionId, update } }))
  }

  say(sessionId: string, words: string): void {
    this.update(sessionId, messageChunk('say', this.newId(), words))
  }
}
