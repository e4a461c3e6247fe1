// A conductor as https://agentclientprotocol.com/rfds/proxy-chains describes it: it starts proxies and an agent, gives each message an id
// of its own on each connection, and sends `proxy/successor` of a component to the next one.
import { spawn, type ChildProcessWithoutNullStreams } from 'node:child_process'
import { createInterface } from 'node:readline'

interface Message {
  readonly jsonrpc?: string
  readonly id?: unknown
  readonly method?: string
  readonly params?: unknown
}

type Answer = (response: Message) => void

export interface ConductorParts {
  readonly components: readonly ChildProcessWithoutNullStreams[]
  /** `proxy/`, or `_proxy/` as the first versions had it. */
  readonly prefix: string
  toClient(message: object): void
}

export function startComponent(
  command: readonly string[],
  options: Parameters<typeof spawn>[2],
): ChildProcessWithoutNullStreams {
  const [file = '', ...args] = command
  const child = spawn(file, args, { ...options, stdio: 'pipe' })
  child.stdin.on('error', () => undefined)
  return child
}

/** The last component is the agent; the client's messages go to `fromClient`. */
export class Conductor {
  readonly #parts: ConductorParts
  readonly #waiting: readonly Map<unknown, Answer>[]
  readonly #asClient = new Map<unknown, Answer>()
  #count = 0

  constructor(parts: ConductorParts) {
    this.#parts = parts
    this.#waiting = parts.components.map(() => new Map())
    for (const [at, { stdout }] of parts.components.entries())
      createInterface({ input: stdout }).on('line', (line) => this.#take(at, JSON.parse(line) as Message))
  }

  fromClient(message: Message): void {
    if (message.method === undefined) this.#answered(this.#asClient, message)
    else this.#send(0, message, (response) => this.#parts.toClient({ ...response, id: message.id }))
  }

  /** All components have ended. */
  async end(): Promise<void> {
    const { components } = this.#parts
    const closed = components.map(async (each) => await new Promise((resolve) => each.once('close', resolve)))
    for (const { stdin } of components) stdin.end()
    await Promise.all(closed)
  }

  get #agentAt(): number {
    return this.#parts.components.length - 1
  }

  /** A component has sent a message. */
  #take(at: number, message: Message): void {
    const waiting = this.#waiting[at] ?? new Map<unknown, Answer>()
    if (message.method === undefined) return this.#answered(waiting, message)
    const answer = (response: Message): void => this.#write(at, { ...response, id: message.id })
    if (message.method !== `${this.#parts.prefix}successor`) return this.#back(at - 1, message, answer)
    if (at >= this.#agentAt) throw new Error('the agent has no successor')
    const { method, params } = message.params as Message
    this.#send(at + 1, { ...message, method: method ?? '', params }, answer)
  }

  /** To the component before, or to the client. */
  #back(at: number, message: Message, answer: Answer): void {
    const { prefix, toClient } = this.#parts
    if (at < 0) return toClient(this.#withId(message, this.#asClient, answer))
    const { method, params } = message
    const wrapped = { ...message, method: `${prefix}successor`, params: { method, params } }
    this.#write(at, this.#withId(wrapped, this.#waiting[at], answer))
  }

  #send(at: number, message: Message, answer: Answer): void {
    const isProxy = at < this.#agentAt
    const method =
      message.method === 'initialize' && isProxy ? `${this.#parts.prefix}initialize` : message.method
    this.#write(at, this.#withId({ ...message, method: method ?? '' }, this.#waiting[at], answer))
  }

  #withId(message: Message, waiting: Map<unknown, Answer> | undefined, answer: Answer): Message {
    if (message.id === undefined) return message
    const id = `c-${++this.#count}`
    waiting?.set(id, answer)
    return { ...message, id }
  }

  #answered(waiting: Map<unknown, Answer>, response: Message): void {
    const answer = waiting.get(response.id)
    if (answer === undefined) throw new Error(`an answer to nothing: ${JSON.stringify(response)}`)
    waiting.delete(response.id)
    answer(response)
  }

  #write(at: number, message: Message): void {
    this.#parts.components[at]?.stdin.write(`${JSON.stringify(message)}\n`)
  }
}
