// Recorded messages as this client gets them: with its own session ids, and with files of this machine.
import type { Buffer } from 'node:buffer'
import { percentDecoded } from '../../lib/text/safe-text.ts'
import {
  isObject,
  type JsonObject,
  type MessageId,
  objectAt,
  rpcLine,
  type RpcOutcome,
  stringAt,
  listIn,
  type ProtocolVersion,
} from '../../protocol/wire/message.ts'
import type { DemoFolder } from '../host/demo-process.ts'
import { messageChunk } from '../script/playing/updates.ts'

/** Maps recorded session ids to the client's. They are the same, unless the client has opened another session than was recorded. */
export class SessionIds {
  readonly #toClient = new Map<string, string>()
  readonly #toRecorded = new Map<string, string>()

  bind(recorded: string, client: string): void {
    this.#toClient.set(recorded, client)
    // The first one counts: it is the one that the client's session was opened as.
    if (!this.#toRecorded.has(client)) this.#toRecorded.set(client, recorded)
  }

  isBound(recorded: string): boolean {
    return this.#toClient.has(recorded)
  }

  isOpen(client: string): boolean {
    return this.#toRecorded.has(client)
  }

  forClient(recorded: string): string {
    return this.#toClient.get(recorded) ?? recorded
  }

  /** The recorded sessions that are mapped to a session of the client's. */
  recordedFor(client: string): readonly string[] {
    return [...this.#toClient].flatMap(([recorded, id]) => (id === client ? [recorded] : []))
  }

  /** A message of the agent's with the client's ids; the same object where no id changes. */
  inMessage(value: JsonObject): JsonObject {
    const { params, result } = value
    if (isObject(params)) {
      const { update } = params
      const same = this.#inObject(params)
      const mapped = isObject(update) ? withKey(same, 'update', this.#inObject(update)) : same
      return withKey(value, 'params', mapped)
    }
    if (!isObject(result)) return value
    const { sessions } = result
    const same = this.#inObject(result)
    const listed = listIn(sessions)
    const mapped = listed.map((each) => (isObject(each) ? this.#inObject(each) : each))
    const isChanged = mapped.some((each, index) => each !== listed[index])
    return withKey(value, 'result', isChanged ? { ...same, sessions: mapped } : same)
  }

  #inObject(object: JsonObject): JsonObject {
    const id = object['sessionId']
    return typeof id === 'string' ? withKey(object, 'sessionId', this.forClient(id)) : object
  }
}

function withKey(object: JsonObject, key: string, value: unknown): JsonObject {
  return object[key] === value ? object : { ...object, [key]: value }
}

/**
 * The documents of plans in a recording, as files in the folder of the run, since the recorded files were on another machine, or are
 * gone. Only documents whose text was recorded have a file.
 */
export class DocumentFiles {
  readonly #folder: DemoFolder
  /** By recorded URIs. */
  readonly #initialTexts: ReadonlyMap<string, string>
  readonly #files = new Map<string, string>()

  constructor(folder: DemoFolder, initialTexts: ReadonlyMap<string, string>) {
    this.#folder = folder
    this.#initialTexts = initialTexts
  }

  /** Writes the document's new text; null deletes it. */
  update(uri: string, text: string | null): void {
    const file = this.#fileFor(uri)
    if (file === null) return
    if (text === null) this.#folder.delete(file)
    else this.#folder.replace(file, text)
  }

  /** A message with the file's URI in place of the recorded one, after the file was written; the same object where there is no file. */
  inMessage(value: JsonObject): JsonObject {
    const params = objectAt(value, 'params')
    const update = objectAt(params, 'update')
    const plan = objectAt(update, 'plan')
    const uri = stringAt(plan, 'uri')
    const isKnown = uri !== undefined && this.#files.has(uri)
    const file = uri === undefined ? null : this.#fileFor(uri)
    if (uri === undefined || file === null) return value
    // The client reads the file when it gets the message.
    if (!isKnown) this.update(uri, this.#initialTexts.get(uri) ?? '')
    const here = { ...plan, uri: this.#folder.uri(file) }
    return { ...value, params: { ...params, update: { ...update, plan: here } } }
  }

  #fileFor(uri: string): string | null {
    if (!this.#initialTexts.has(uri)) return null
    const known = this.#files.get(uri)
    if (known !== undefined) return known
    const name = nameIn(uri)
    const taken = new Set(this.#files.values())
    const file = taken.has(name) ? `${taken.size}-${name}` : name
    this.#files.set(uri, file)
    return file
  }
}

/** A safe file name that resembles the last part of the URI. */
function nameIn(uri: string): string {
  const last =
    uri
      .replace(/[?#].*$/s, '')
      .split('/')
      .at(-1) ?? ''
  const name = percentDecoded(last).replaceAll(/[^\p{L}\p{N}._-]/gu, '_')
  return /^\.*$/.test(name) ? 'document' : name.slice(-80)
}

/** Where lines for the client go. */
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
