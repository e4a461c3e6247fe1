// A tap as a link in a chain of proxies: https://agentclientprotocol.com/rfds/proxy-chains
import { Buffer } from 'node:buffer'
import { closes, jsonIn, jsonTokens, opens, token } from '../lib/json/read-json.ts'
import { LineCutter } from '../protocol/wire/line-cutter.ts'
import { answerLine, rpcCodes } from '../protocol/wire/message.ts'
import { endSignals } from '../system/end-signals.ts'
import { passBytes, type ByteChange } from './tap-log.ts'
import { standardStream, type TapCopies, type TapEnd } from './tap.ts'

/** Forwards what the conductor sends on stdin, until it closes it, reads no more, or sends a signal. */
export async function runLink(copies: TapCopies): Promise<TapEnd> {
  const out = standardStream(1)
  const end = await new Promise<TapEnd>((resolve) => {
    const over = (): void => resolve({ kind: 'status', status: 0 })
    out.once('error', over).once('finish', over)
    for (const signal of endSignals) {
      process.removeAllListeners(signal)
      process.once(signal, () => resolve({ kind: 'signal', signal }))
    }
    const link = new ProxyLink({
      passed: (kind, line) => copies.add(kind, Buffer.concat([line, lineFeed])),
      say: (words) => copies.say(words),
      note: (words) => copies.note(words),
    })
    passBytes({ from: process.stdin, to: out, copied: () => undefined, change: link })
  })
  await copies.end(0, 'the conductor has ended the chain')
  return end
}

export interface LinkWatch {
  /** A message of the conversation, without its wrapper: `in` from the agent, `out` to it. */
  passed(kind: 'in' | 'out', line: Buffer): void
  /** For the user and all who watch. */
  say(words: string): void
  /** For those who watch. */
  note(words: string): void
}

const lineFeed = Buffer.from('\n')
/** A message is held until it is whole. */
const longestMessage = 256 * 1024 * 1024
/** Requests whose direction is remembered, for those who watch; and how long their ids may be. */
const [maxRequests, longestId] = [10_000, 200]

/**
 * What a proxy does that changes nothing: messages of its predecessor go on wrapped in `proxy/successor`, those that come wrapped go on as
 * they are. Ids stay: all come from the conductor, so that a response answers the request with the same id on the other side, and a
 * cancellation names it. Values stay as they were written, byte by byte.
 */
export class ProxyLink implements ByteChange {
  readonly #watch: LinkWatch
  readonly #cutter = new LineCutter(longestMessage)
  /** By the ids of requests, where their responses go. */
  readonly #answers = new Map<string, 'in' | 'out'>()
  readonly #told = new Set<string>()
  /** Of the names of the methods, as the conductor writes them: its first versions have an underscore. */
  #prefix = 'proxy/'
  /**
   * The conductor is one of the oldest draft (@thinkwell/conductor): `initialize` has `_meta.proxy`, as has to have its answer, and what
   * is for a successor is named `_proxy/successor/request` and `_proxy/successor/notification`.
   */
  #isOldest = false
  /** Of that `initialize`, until it is answered. */
  #offerId: string | undefined

  constructor(watch: LinkWatch) {
    this.#watch = watch
  }

  pass(chunk: Buffer): Buffer {
    return this.#forward(this.#cutter.push(chunk))
  }

  end(): Buffer {
    return this.#forward(this.#cutter.end())
  }

  #forward(cut: ReturnType<LineCutter['push']>): Buffer {
    const lines = cut.flatMap((line) => {
      // Each byte as a character: what is no UTF-8 stays as it is.
      const text = line.type === 'line' ? line.bytes.toString('latin1').trim() : null
      const forwarded = text === '' ? null : this.#forwarded(text)
      return forwarded === null ? [] : [bytesOf(forwarded), lineFeed]
    })
    return lines.length === 0 ? empty : Buffer.concat(lines)
  }

  /** What is sent for a line; null: nothing. */
  #forwarded(text: string | null): string | null {
    const members = text === null ? null : membersOf(text)
    if (text === null || members === null)
      return this.#refuse(
        'null',
        rpcCodes.parseError,
        text === null ? 'a message is too long' : 'a line is no JSON object',
      )
    const written = members.get('method')?.value
    const [id, params] = [members.get('id')?.value, members.get('params')?.value]
    if (written === undefined) return this.#response(text, id)
    const [, prefix, name, kind] = ofConductor.exec(stringIn(written)) ?? []
    const isInitialize = name === undefined && stringIn(written) === 'initialize'
    const isOffer = isInitialize && memberIn(memberIn(params, '_meta'), 'proxy') === 'true'
    this.#isOldest ||= isOffer || kind !== undefined
    if (prefix !== undefined) this.#prefix = prefix
    if (name === 'successor') return this.#unwrapped(members)
    if (isOffer) {
      this.#prefix = '_proxy/'
      this.#offerId = id
    } else if (isInitialize)
      return this.#refuse(
        id,
        rpcCodes.invalidRequest,
        `a proxy is initialized with ${this.#prefix}initialize, and has no agent of its own`,
      )
    const method = name === undefined ? written : '"initialize"'
    if (name !== undefined || isOffer)
      this.#watch.note(
        `${isOffer ? '' : this.#prefix}initialize: this tap is a link in a conductor’s chain of proxies`,
      )
    this.#watch.passed('out', bytesOf(name === undefined ? text : withMethod(members, method, params)))
    this.#remember(id, 'in')
    const inner = params === undefined ? '' : `,"params":${params}`
    const end = !this.#isOldest ? '' : id === undefined ? '/notification' : '/request'
    return withMethod(members, `"${this.#prefix}successor${end}"`, `{"method":${method}${inner}}`)
  }

  /** The message of the successor in a `proxy/successor`. */
  #unwrapped(members: Members): string | null {
    const id = members.get('id')?.value
    const inner = membersOf(members.get('params')?.value ?? '')
    const method = inner?.get('method')?.value ?? ''
    if (stringIn(method) === '')
      return this.#refuse(
        id,
        rpcCodes.invalidParams,
        `${this.#prefix}successor has a message without a method`,
      )
    // Sent on, it would be a message for the successor.
    if (ofConductor.test(stringIn(method)))
      return this.#refuse(
        id,
        rpcCodes.invalidRequest,
        `${this.#prefix}successor has a message of a conductor`,
      )
    const plain = withMethod(members, method, inner?.get('params')?.value)
    this.#watch.passed('in', bytesOf(plain))
    this.#remember(id, 'out')
    return plain
  }

  #response(text: string, id: string | undefined): string | null {
    if (id === undefined || id === 'null') return this.#tell('a message has neither a method nor an id')
    const kind = this.#answers.get(id) ?? 'in'
    this.#answers.delete(id)
    this.#watch.passed(kind, bytesOf(text))
    if (id !== this.#offerId) return text
    this.#offerId = undefined
    return withProxy(text)
  }

  #remember(id: string | undefined, kind: 'in' | 'out'): void {
    if (id === undefined || id.length > longestId) return
    this.#answers.set(id, kind)
    if (this.#answers.size <= maxRequests) return
    for (const oldest of this.#answers.keys()) return void this.#answers.delete(oldest)
  }

  /** An error, where there is a request. */
  #refuse(id: string | undefined, code: number, message: string): string | null {
    this.#tell(message)
    return id === undefined ? null : answerLine(id, { ok: false, error: { code, message } })
  }

  /** Once for each defect. */
  #tell(defect: string): null {
    if (!this.#told.has(defect)) this.#watch.say(`refused what the conductor has sent: ${defect}`)
    this.#told.add(defect)
    return null
  }
}

const ofConductor = /^(_?proxy\/)(initialize|successor)(\/(?:request|notification))?$/

const empty = Buffer.alloc(0)

function bytesOf(text: string): Buffer {
  return Buffer.from(text, 'latin1')
}

/** The members of an object by their names, as they were written; of several of one name the last. */
type Members = ReadonlyMap<string, Member>

interface Member {
  readonly key: string
  readonly value: string
}

/** null: the text is no object, or goes on after it. What is inside of its values is not checked. */
function membersOf(text: string): Members | null {
  const members = new Map<string, Member>()
  let [depth, from, colon, end] = [0, 0, -1, -1]
  const add = (until: number): boolean => {
    const key = colon < 0 ? '' : text.slice(from, colon).trim()
    const name = jsonIn(key)
    if (typeof name === 'string') members.set(name, { key, value: text.slice(colon + 1, until).trim() })
    // An empty object has no member.
    return typeof name === 'string' || (members.size === 0 && /^\s*\}$/.test(text.slice(from, until + 1)))
  }
  if (text.startsWith('{'))
    jsonTokens(text, 0, (code, start, stop) => {
      if (opens(code)) depth++
      else if (closes(code)) depth--
      if (depth === 1 && code === token.colon && colon < 0) colon = start
      const isBorder = depth === 0 || (depth === 1 && code === token.comma)
      if (isBorder && !add(start)) return false
      if (start === 0 || isBorder) [from, colon] = [stop, -1]
      if (depth === 0) end = stop
      return depth > 0
    })
  return end === text.length ? members : null
}

function stringIn(json: string | undefined): string {
  const value = json === undefined ? null : jsonIn(json)
  return typeof value === 'string' ? value : ''
}

/** A value in an object, as it was written. */
function memberIn(json: string | undefined, name: string): string | undefined {
  return membersOf(json ?? '')?.get(name)?.value
}

/** A message with another method and other params, and all else that it has. */
function withMethod(members: Members, method: string, params: string | undefined): string {
  const all = new Map(withMember(members, 'method', method))
  if (params === undefined) all.delete('params')
  return objectOf(params === undefined ? all : withMember(all, 'params', params))
}

/** The answer to the `initialize` of an oldest draft, with what says that a proxy has read it; an error as it is. */
function withProxy(text: string): string {
  const answer = membersOf(text)
  const result = membersOf(answer?.get('result')?.value ?? '')
  if (answer === null || result === null) return text
  const meta = objectOf(withMember(membersOf(result.get('_meta')?.value ?? ''), 'proxy', 'true'))
  return objectOf(withMember(answer, 'result', objectOf(withMember(result, '_meta', meta))))
}

function withMember(members: Members | null, name: string, value: string): Members {
  return new Map(members).set(name, { key: `"${name}"`, value })
}

function objectOf(members: Members): string {
  return `{${[...members.values()].map(({ key, value }) => `${key}:${value}`).join(',')}}`
}
