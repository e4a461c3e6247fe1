import type { AgentDescription, AuthMethod, LinkEnd } from '../app/link.ts'
import { isObject, stringAt, type Message, type MessageId, type RpcError } from '../protocol/message.ts'
import { excerptOf } from '../protocol/wire-problem.ts'
import { readAuthMethods, readInitializeAnswer } from './agent-description.ts'
import { initializeParams, type AskedVersion, type ClientDescription } from './initialize-params.ts'
import { rpcCodes, rpcLine } from './rpc-line.ts'

type Response = Extract<Message, { kind: 'result' | 'error' }>

export type ProtocolVersion = 1 | 2

export interface OpeningOptions {
  readonly asked: AskedVersion
  readonly client: ClientDescription
  readonly cwd: string
  /** What an agent is called that does not name itself. */
  readonly fallbackName: string
  readonly write: (line: string) => void
  /** A request went out: `waitsFor` says which. */
  readonly onAsked: () => void
  readonly onDescribed: (agent: AgentDescription) => void
  readonly onOpened: (sessionId: string, version: ProtocolVersion) => void
  readonly onFailed: (end: LinkEnd) => void
}

/**
 * The opening's requests have the ids 0 to 2 (`initialize`, perhaps a second one, `session/new`); whoever speaks after
 * it takes ids from here on.
 */
export const firstIdAfterOpening = 3

/**
 * The handshake: `initialize`, and `session/new` as soon as the answer is there. It is ours and not the SDK's, since
 * importing the SDK takes longer than most agents need to answer.
 * https://agentclientprotocol.com/protocol/initialization
 */
export class Opening {
  readonly #options: OpeningOptions
  #asked: AskedVersion
  #waiting: { readonly method: 'initialize' | 'session/new'; readonly id: number } | null = null
  #nextId = 0
  #version: ProtocolVersion = 1
  #authMethods: readonly AuthMethod[] = []
  #isInitialized = false

  constructor(options: OpeningOptions) {
    this.#options = options
    this.#asked = options.asked
  }

  begin(): void {
    this.#request('initialize', initializeParams(this.#asked, this.#options.client))
  }

  /** The method whose answer is missing; null when the handshake is through or has failed. */
  get waitsFor(): 'initialize' | 'session/new' | null {
    return this.#waiting?.method ?? null
  }

  /** The agent has answered `initialize` in a way that makes sense: its version is known to suit it. */
  get isInitialized(): boolean {
    return this.#isInitialized
  }

  isWaitingFor(id: MessageId): boolean {
    return this.#waiting?.id === id
  }

  /** Only for responses that this is waiting for. */
  receive(response: Response): void {
    const method = this.#waiting?.method
    this.#waiting = null
    if (method === 'initialize') this.#initializeAnswered(response)
    else if (method === 'session/new') this.#sessionAnswered(response)
  }

  #request(method: 'initialize' | 'session/new', params: object): void {
    const id = this.#nextId++
    this.#waiting = { method, id }
    this.#options.write(rpcLine({ jsonrpc: '2.0', id, method, params }))
    this.#options.onAsked()
  }

  #initializeAnswered(response: Response): void {
    if (response.kind === 'error') {
      // Agents that know no version 2 may answer with any error at all, so whatever it says, 1 is worth a question.
      if (this.#asked === 'best') {
        this.#asked = 1
        this.#request('initialize', initializeParams(1, this.#options.client))
      } else this.#refused('initialize', response.error)
      return
    }
    if (!isObject(response.result)) {
      this.#broken(`it answered initialize with ${shown(response.result)} instead of an object`)
      return
    }
    const answer = readInitializeAnswer(response.result, this.#options.fallbackName)
    const version = this.#accept(answer.protocolVersion)
    if (version === null) return
    this.#version = version
    this.#isInitialized = true
    this.#authMethods = answer.authMethods
    this.#options.onDescribed({
      ...answer.described,
      protocolVersion: version,
      knowsPlanCapability: this.#options.client.advertisesPlans,
    })
    this.#request('session/new', { cwd: this.#options.cwd, mcpServers: [] })
  }

  #accept(answered: unknown): ProtocolVersion | null {
    const asked = this.#asked === 'best' ? 2 : this.#asked
    if (answered === 1 && this.#asked === 2) {
      const message = 'it speaks version 1 of the protocol only, and version 2 was asked for'
      this.#options.onFailed({
        kind: 'refused',
        method: 'initialize',
        code: rpcCodes.unsupportedVersion,
        message,
      })
      return null
    }
    if ((answered === 1 || answered === 2) && answered <= asked) return answered
    const found =
      answered === undefined ? 'without a protocolVersion' : `with protocolVersion ${shown(answered)}`
    this.#broken(`it answered initialize ${found}; asked for was ${asked}, and 1 and 2 are known here`)
    return null
  }

  #sessionAnswered(response: Response): void {
    if (response.kind === 'error') {
      this.#refused('session/new', response.error)
      return
    }
    const sessionId = isObject(response.result) ? stringAt(response.result, 'sessionId') : undefined
    if (sessionId === undefined) {
      this.#broken(`it answered session/new without a sessionId: ${shown(response.result)}`)
      return
    }
    this.#options.onOpened(sessionId, this.#version)
  }

  #refused(method: string, error: RpcError): void {
    if (error.code === rpcCodes.authRequired) {
      const told = isObject(error.data) ? readAuthMethods(error.data['authMethods']) : []
      const methods = told.length > 0 ? told : this.#authMethods
      this.#options.onFailed({ kind: 'wants-authentication', methods })
      return
    }
    const message = `${error.message}${detailOf(error.data)}`
    this.#options.onFailed({ kind: 'refused', method, code: error.code, message })
  }

  #broken(text: string): void {
    this.#options.onFailed({ kind: 'broke-protocol', text })
  }
}

/** Many agents say "Internal error" and put the reason into the data. */
function detailOf(data: unknown): string {
  if (typeof data === 'string') return `: ${data}`
  const detail = isObject(data) ? (stringAt(data, 'details') ?? stringAt(data, 'message')) : undefined
  return detail === undefined ? '' : `: ${detail}`
}

function shown(value: unknown): string {
  return value === undefined ? 'nothing' : excerptOf(value)
}
