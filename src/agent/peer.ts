import type * as Sdk from '@agentclientprotocol/sdk/unstable'
import type { Message, MessageId, RpcError } from '../protocol/message.ts'
import { rpcCodes, rpcLine } from './rpc-line.ts'

/** What came of a request, or what to answer one with. */
export type RpcOutcome =
  { readonly ok: true; readonly value: unknown } | { readonly ok: false; readonly error: RpcError }

/** A request of the agent's. `answer` must be called once, now or later. */
export interface PeerRequest {
  readonly method: string
  readonly params: unknown
  /** Aborted when the agent takes the request back, and when the peer is closed. */
  readonly signal: AbortSignal
  readonly answer: (outcome: RpcOutcome) => void
}

export interface PeerOptions {
  /** Ids below are somebody else's: ours start here. */
  readonly firstId: number
  readonly write: (line: string) => void
  readonly onRequest: (request: PeerRequest) => void
  /** The message last given to `receive` has had its effect: the next may come. */
  readonly onReceived: () => void
}

type Received = Exclude<Message, { kind: 'notification' }>
type SdkModule = typeof Sdk
type SdkMessage = Sdk.Stream['readable'] extends ReadableStream<infer M> ? M : never

/** The one request of an agent's that this client offers to answer. */
export const permissionMethod = 'session/request_permission'

/**
 * The official SDK as the other end of requests and responses, behind a stream of ours: it sees only requests and the
 * responses that it waits for, never a byte, a line or an update. It writes an error to the agent for each line that is
 * no JSON, ends at long lines, rejects plan dialects, and costs ten times our reading.
 *
 * It is imported at the first message that needs it, and what comes meanwhile waits in order: the handshake and the first
 * plan do without it, and importing it would hold them up.
 */
export class Peer {
  readonly #options: PeerOptions
  /** Ids of requests that the agent has not answered, as they stand on the wire. */
  readonly #pending = new Set<MessageId>()
  #toSdk: ReadableStreamDefaultController<SdkMessage> | null = null
  #connected: Promise<Sdk.ClientConnection> | null = null
  #isClosed = false

  constructor(options: PeerOptions) {
    this.#options = options
  }

  isWaitingFor(id: MessageId): boolean {
    return this.#pending.has(id)
  }

  /** Sends a request. `onAnswer` is called once, before the next message is received; never after `close`. */
  request(method: string, params: object, onAnswer: (outcome: RpcOutcome) => void): void {
    const answered = (outcome: RpcOutcome): void => {
      if (this.#isClosed) return
      onAnswer(outcome)
      this.#options.onReceived()
    }
    void this.#connect().then((connection) =>
      connection.agent.request(method, params).then(
        (value) => answered({ ok: true, value }),
        (error: unknown) => answered({ ok: false, error: toRpcError(error) }),
      ),
    )
  }

  notify(method: string, params: object): void {
    // The promise fails only after `close`, when nobody is there to be told.
    void this.#connect().then((connection) => connection.agent.notify(method, params).catch(() => undefined))
  }

  /** Only requests, and responses that are waited for. `onReceived` follows: give it nothing else before. */
  receive(message: Received): void {
    if (message.kind !== 'request') this.#pending.delete(message.id)
    this.#hand(this.#toSdkMessage(message))
  }

  /** The agent takes a request of its own back. https://agentclientprotocol.com/rfds/request-cancellation */
  cancelRequest(params: unknown): void {
    if (this.#connected !== null) this.#hand({ jsonrpc: '2.0', method: '$/cancel_request', params })
  }

  /** Forgets all that is open. */
  close(): void {
    this.#isClosed = true
    void this.#connected?.then((connection) => connection.close())
  }

  #hand(message: SdkMessage): void {
    void this.#connect().then(() => (this.#isClosed ? undefined : this.#toSdk?.enqueue(message)))
  }

  async #connect(): Promise<Sdk.ClientConnection> {
    this.#connected ??= import('@agentclientprotocol/sdk/unstable').then((sdk) => this.#attach(sdk))
    return await this.#connected
  }

  #attach(sdk: SdkModule): Sdk.ClientConnection {
    const readable = new ReadableStream<SdkMessage>({
      start: (controller) => {
        this.#toSdk = controller
      },
    })
    const writable = new WritableStream<SdkMessage>({ write: (message) => this.#send(message) })
    const connection = sdk
      .client({ name: 'acp-plan-tui' })
      // The parser lets everything through, so that the shapes of both versions arrive as they came.
      .onRequest<unknown, unknown>(
        permissionMethod,
        (params) => params,
        ({ params, signal }) => this.#asked(sdk, { method: permissionMethod, params, signal }),
      )
      .onRequest('*', ({ method, params, signal }) => this.#asked(sdk, { method, params, signal }))
      .connect({ readable, writable })
    if (this.#isClosed) connection.close()
    return connection
  }

  /** Our part runs on a tick of its own: the SDK would turn what it throws, a bug, into an answer to the agent. */
  async #asked(sdk: SdkModule, request: Omit<PeerRequest, 'answer'>): Promise<unknown> {
    return await new Promise((resolve, reject) => {
      const answer = (outcome: RpcOutcome): void => {
        if (outcome.ok) resolve(outcome.value)
        else if (outcome.error.code === rpcCodes.methodNotFound) {
          reject(sdk.RequestError.methodNotFound(request.method))
        } else reject(new sdk.RequestError(outcome.error.code, outcome.error.message, outcome.error.data))
      }
      queueMicrotask(() => {
        if (this.#isClosed) return
        this.#options.onRequest({ ...request, answer })
        this.#options.onReceived()
      })
    })
  }

  #send(message: SdkMessage): void {
    // The SDK numbers its requests from 0, as the opening did.
    if ('method' in message && 'id' in message && typeof message.id === 'number') {
      const id = message.id + this.#options.firstId
      this.#pending.add(id)
      this.#options.write(rpcLine({ ...message, id }))
    } else this.#options.write(rpcLine(message))
  }

  #toSdkMessage(message: Received): SdkMessage {
    switch (message.kind) {
      case 'request':
        return { jsonrpc: '2.0', id: message.id, method: message.method, params: message.params }
      case 'result':
        return { jsonrpc: '2.0', id: this.#sdkId(message.id), result: message.result }
      case 'error':
        return { jsonrpc: '2.0', id: this.#sdkId(message.id), error: wholeError(message.error) }
    }
  }

  #sdkId(id: MessageId): MessageId {
    return typeof id === 'number' ? id - this.#options.firstId : id
  }
}

/** The SDK takes an error with a broken code for a broken message, and would lose what the agent said. */
function wholeError(error: RpcError): RpcError {
  return { ...error, code: Number.isFinite(error.code) ? Math.trunc(error.code) : 0 }
}

function toRpcError(error: unknown): RpcError {
  if (isRequestError(error)) return { code: error.code, message: error.message, data: error.data }
  return { code: 0, message: error instanceof Error ? error.message : String(error) }
}

function isRequestError(error: unknown): error is Sdk.RequestError {
  return error instanceof Error && error.name === 'RequestError' && 'code' in error
}
