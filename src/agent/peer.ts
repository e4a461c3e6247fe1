import type * as Sdk from '@agentclientprotocol/sdk/unstable'
import type { Message, MessageId } from '../protocol/message.ts'
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
  readonly write: (line: string) => void
  readonly onRequest: (request: PeerRequest) => void
  /** The message last given to `receive` has its effect now. */
  readonly onEffect: () => void
  /** The message last given to `receive` has had its effect: the next may come. */
  readonly onReceived: () => void
}

type Request = Extract<Message, { kind: 'request' }>
type SdkModule = typeof Sdk
type SdkMessage = Sdk.Stream['readable'] extends ReadableStream<infer M> ? M : never

/**
 * The official SDK as the other end of the agent's requests, behind a stream of ours: it sees only those, never a byte, a line
 * or an update. It writes an error to the agent for each line that is no JSON, ends at long lines, rejects plan dialects, and
 * costs ten times our reading.
 *
 * It is imported when the first prompt has gone out, or at a request before that, and what comes meanwhile waits in order. What
 * we send never waits for it.
 */
export class Peer {
  readonly #options: PeerOptions
  #toSdk: ReadableStreamDefaultController<SdkMessage> | null = null
  #connected: Promise<Sdk.ClientConnection> | null = null
  /** The request that was handed over last: the next comes when it has had its effect. */
  #asking: MessageId | null = null
  /** Requests that were answered, and that the SDK will answer too. */
  readonly #answered: MessageId[] = []
  #isClosed = false

  constructor(options: PeerOptions) {
    this.#options = options
  }

  /** Has the SDK there when the agent asks for something. */
  prepare(): void {
    void this.#connect()
  }

  /** `onReceived` follows: give it nothing else before. */
  receive({ id, method, params }: Request): void {
    this.#hand({ jsonrpc: '2.0', id, method, params }, () => {
      this.#asking = id
    })
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

  #hand(message: SdkMessage, before = (): void => undefined): void {
    void this.#connect().then(() => {
      if (this.#isClosed) return
      before()
      this.#toSdk?.enqueue(message)
    })
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
    const writable = new WritableStream<SdkMessage>({
      write: (message) => this.#sdkWrites(message),
    })
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
    const id = this.#asking
    return await new Promise((resolve, reject) => {
      const answer = (outcome: RpcOutcome): void => {
        if (id !== null && !request.signal.aborted) this.#answer(id, request.method, outcome)
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

  /** Within the call: what is sent next must not overtake it, a prompt that says more to a rejection, say. */
  #answer(id: MessageId, method: string, outcome: RpcOutcome): void {
    if (this.#isClosed) return
    this.#answered.push(id)
    const { write } = this.#options
    if (outcome.ok) return write(rpcLine({ jsonrpc: '2.0', id, result: outcome.value ?? null }))
    const isUnknown = outcome.error.code === rpcCodes.methodNotFound
    const error = isUnknown
      ? { code: rpcCodes.methodNotFound, message: `"Method not found": ${method}`, data: { method } }
      : outcome.error
    write(rpcLine({ jsonrpc: '2.0', id, error }))
  }

  /** Its answers to what the agent took back, or what it does not hand over. */
  #sdkWrites(message: SdkMessage): void {
    const at = 'method' in message || !('id' in message) ? -1 : this.#answered.indexOf(message.id ?? '')
    if (at < 0) this.#options.write(rpcLine(message))
    else this.#answered.splice(at, 1)
  }
}
