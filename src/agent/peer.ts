import type * as Sdk from '@agentclientprotocol/sdk/unstable'
import type { Message, MessageId, RpcError } from '../protocol/message.ts'
import { rpcCodes, rpcLine, type RpcOutcome } from '../protocol/rpc-line.ts'

/** A request of the agent's. `answer` must be called once, now or later. */
export interface PeerRequest {
  readonly method: string
  readonly params: unknown
  /** Aborted when the agent takes the request back, and when the peer is closed. */
  readonly signal: AbortSignal
  readonly answer: (outcome: RpcOutcome) => void
}

export interface PeerOptions {
  /** The id of the next request on this wire: some are not ours. */
  readonly nextId: () => number
  readonly write: (line: string) => void
  readonly onRequest: (request: PeerRequest) => void
  /** The message last given to `receive` has its effect now. */
  readonly onEffect: () => void
  /** The message last given to `receive` has had its effect: the next may come. */
  readonly onReceived: () => void
}

type Received = Exclude<Message, { kind: 'notification' }>
type SdkModule = typeof Sdk
type SdkMessage = Sdk.Stream['readable'] extends ReadableStream<infer M> ? M : never

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
  /** The SDK's ids of requests that the agent has not answered, by their ids on the wire. */
  readonly #pending = new Map<MessageId, number>()
  #toSdk: ReadableStreamDefaultController<SdkMessage> | null = null
  #connected: Promise<Sdk.ClientConnection> | null = null
  /** Answers that the SDK has, and has not written yet. */
  readonly #unwritten: (() => void)[] = []
  readonly #writing = new Set<Promise<unknown>>()
  readonly #closed: Promise<void>
  #onClosed: () => void = () => undefined
  #isClosed = false

  constructor(options: PeerOptions) {
    this.#options = options
    this.#closed = new Promise((resolve) => (this.#onClosed = resolve))
  }

  isWaitingFor(id: MessageId): boolean {
    return this.#pending.has(id)
  }

  /** Sends a request. `onAnswer` is called once, before the next message is received; never after `close`. */
  request(method: string, params: object, onAnswer: (outcome: RpcOutcome) => void): void {
    const answered = (outcome: RpcOutcome): void => {
      if (this.#isClosed) return
      this.#options.onEffect()
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
    this.#wait(
      this.#connect().then((connection) => connection.agent.notify(method, params).catch(() => undefined)),
    )
  }

  /** Only requests, and responses that are waited for. `onReceived` follows: give it nothing else before. */
  receive(message: Received): void {
    this.#hand(this.#toSdkMessage(message))
  }

  /** The agent takes a request of its own back. https://agentclientprotocol.com/rfds/request-cancellation */
  cancelRequest(params: unknown): void {
    if (this.#connected !== null) this.#hand({ jsonrpc: '2.0', method: '$/cancel_request', params })
  }

  /** Settles when all notifications and answers so far are written, or the peer is closed: the SDK writes on later ticks. */
  async flushed(): Promise<void> {
    await Promise.race([Promise.all(this.#writing), this.#closed])
  }

  /** Forgets all that is open. */
  close(): void {
    this.#isClosed = true
    this.#onClosed()
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
      // The catch-all gets params as they came, in the shapes of both versions.
      .onRequest('*', ({ method, params, signal }) => this.#asked(sdk, { method, params, signal }))
      .connect({ readable, writable })
    if (this.#isClosed) connection.close()
    return connection
  }

  /** Our part runs on a tick of its own: the SDK would turn what it throws, a bug, into an answer to the agent. */
  async #asked(sdk: SdkModule, request: Omit<PeerRequest, 'answer'>): Promise<unknown> {
    return await new Promise((resolve, reject) => {
      const answer = (outcome: RpcOutcome): void => {
        this.#wait(new Promise<void>((written) => void this.#unwritten.push(written)))
        if (outcome.ok) resolve(outcome.value)
        else if (outcome.error.code === rpcCodes.methodNotFound) {
          reject(sdk.RequestError.methodNotFound(request.method))
        } else reject(new sdk.RequestError(outcome.error.code, outcome.error.message, outcome.error.data))
      }
      queueMicrotask(() => {
        if (this.#isClosed) return
        this.#options.onEffect()
        this.#options.onRequest({ ...request, answer })
        this.#options.onReceived()
      })
    })
  }

  #send(message: SdkMessage): void {
    // The SDK numbers its requests for itself.
    if ('method' in message && 'id' in message && typeof message.id === 'number') {
      const id = this.#options.nextId()
      this.#pending.set(id, message.id)
      this.#options.write(rpcLine({ ...message, id }))
    } else {
      this.#options.write(rpcLine(message))
      if (!('method' in message)) this.#unwritten.shift()?.()
    }
  }

  #wait(writing: Promise<unknown>): void {
    this.#writing.add(writing)
    void writing.finally(() => this.#writing.delete(writing))
  }

  #toSdkMessage(message: Received): SdkMessage {
    switch (message.kind) {
      case 'request':
        return { jsonrpc: '2.0', id: message.id, method: message.method, params: message.params }
      case 'result':
        return { jsonrpc: '2.0', id: this.#takeSdkId(message.id), result: message.result }
      case 'error':
        return { jsonrpc: '2.0', id: this.#takeSdkId(message.id), error: wholeError(message.error) }
    }
  }

  #takeSdkId(id: MessageId): MessageId {
    const sdkId = this.#pending.get(id)
    this.#pending.delete(id)
    return sdkId ?? id
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
