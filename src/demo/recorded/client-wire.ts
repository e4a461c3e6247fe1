import type { Buffer } from 'node:buffer'
import type { JsonObject, MessageId } from '../../protocol/wire/message.ts'
import { rpcLine, type RpcOutcome } from '../../protocol/wire/rpc-line.ts'
import { messageChunk, type ProtocolVersion } from '../script/playing/updates.ts'
import type { DocumentFiles } from './document-files.ts'
import type { SessionIds } from './session-ids.ts'

export interface WireHost {
  /** Sends a line to the client; `line` is without its line feed. */
  send(line: string | Buffer): void
  /** The recorded documents of plans, as files of this machine. */
  readonly documents: Pick<DocumentFiles, 'inMessage' | 'update'>
}

/** Sends recorded messages to the client, with its own session ids, and messages that no recording has. */
export class ClientWire {
  readonly version: ProtocolVersion
  readonly #host: WireHost
  readonly #sessions: SessionIds
  #idCount = 0

  constructor(host: WireHost, sessions: SessionIds, version: ProtocolVersion) {
    this.#host = host
    this.#sessions = sessions
    this.version = version
  }

  /** A new id, for messages that are not recorded. */
  newId(): string {
    return `recording-${++this.#idCount}`
  }

  /** Sends a message that has recorded session ids. `line`: the recorded line, which is sent as it is if no id changes; null: `value` differs from it. */
  send(value: JsonObject, line: string | null): void {
    const mapped = this.#host.documents.inMessage(this.#sessions.inMessage(value))
    this.#host.send(line !== null && mapped === value ? line : rpcLine(mapped))
  }

  respond(id: MessageId, outcome: RpcOutcome): void {
    const answer = outcome.ok ? { result: outcome.value } : { error: outcome.error }
    this.#host.send(rpcLine({ jsonrpc: '2.0', id, ...answer }))
  }

  /** Sends a `session/update`; `sessionId` is the client's. */
  update(sessionId: string, update: JsonObject): void {
    this.#host.send(rpcLine({ jsonrpc: '2.0', method: 'session/update', params: { sessionId, update } }))
  }

  say(sessionId: string, text: string): void {
    this.update(sessionId, messageChunk('say', this.newId(), text))
  }
}
