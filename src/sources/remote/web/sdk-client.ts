// What stands between the SDK's client and the wire: lines as they are, stubs of what was received, bounded cookies.
import type { StreamSession } from '../../../app/ports/transport.ts'
import { jsonIn } from '../../../lib/json/read-json.ts'
import { writeJson } from '../../../lib/json/write-json.ts'
import { isObject, stringAt, type Message, objectAt } from '../../../protocol/wire/message.ts'
import { MemoryAcpCookieStore } from '@agentclientprotocol/sdk/experimental/http-client'
import type { Buffer } from 'node:buffer'
import { WireReader } from '../../../protocol/wire/wire-reader.ts'

/**
 * Sends lines through the SDK byte for byte. The SDK serialises messages anew, which would change an id like 9007199254740993. So it
 * gets an object with the fields that routing needs, which serialises to a placeholder for the line.
 */
export class OutgoingLines {
  readonly #lines = new Map<string, string>()
  #count = 0

  /** The object for the SDK; `to`: the session whose stream gets an answer. */
  wrap(line: string, to: StreamSession = null): object {
    const message = jsonIn(line)
    const toJSON = (): string => {
      const placeholder = `line ${++this.#count}`
      this.#lines.set(writeJson(placeholder), line)
      return placeholder
    }
    return { ...(isObject(message) && 'method' in message ? message : answerTo(to)), toJSON }
  }

  /** The line for a placeholder that the SDK has written, once. A message of the SDK's own stays as it is. */
  unwrap(written: string): string {
    const line = this.#lines.get(written)
    this.#lines.delete(written)
    return line ?? written
  }
}

/**
 * Stands for an answer. The SDK would look up the session by the id of the request, which it may not have read yet, and of which several may have the
 * same id. A message that names its session is sent to that.
 */
function answerTo(sessionId: StreamSession): object {
  return { jsonrpc: '2.0', method: 'answer', params: sessionId === null ? {} : { sessionId } }
}

/** Servers accept no more in all headers of a request. */
const longestCookie = 16 * 1024

/** The cookies of one server, in a bounded amount of memory. */
export class BoundedCookies extends MemoryAcpCookieStore {
  override store(headers: Parameters<MemoryAcpCookieStore['store']>[0]): void {
    super.store(headers)
    const sent = new Headers()
    this.apply(sent)
    if ((sent.get('Cookie') ?? '').length > longestCookie) this.clear()
  }
}

/**
 * What the SDK gets of a received message: the id of a response, since it answers open requests when a session's stream is
 * lost, and the session that it has to open a stream for. `isStub`: whether a message of the SDK is one of these.
 */
export type Stub = Readonly<Record<string, unknown>>

const mark = 'received'

export function stubFor(id: unknown, fields: Stub): Stub {
  return { jsonrpc: '2.0', id, ...fields, [mark]: true }
}

export function isStub(message: object): boolean {
  return Object.hasOwn(message, mark)
}

interface Noticed {
  readonly stubs: readonly Stub[]
  /** New sessions of sub-agents, which may have streams of their own. */
  readonly subagents: readonly string[]
}

const noneNoticed: Noticed = { stubs: [], subagents: [] }

/** The stubs for a frame. Parses only frames that may need one: most messages are updates, which need none. */
export function noticeMessages(frame: Buffer): Noticed {
  if (!frame.includes('"id"') && !frame.includes('"subagent_update"')) return noneNoticed
  const stubs: Stub[] = []
  const subagents: string[] = []
  for (const incoming of new WireReader().pushFrame(frame, 'text')) {
    if (incoming.type !== 'message') continue
    const subagent = subagentIn(incoming.message)
    if (subagent !== undefined) {
      subagents.push(subagent)
      // The SDK opens the stream of a session that a response names. It does not know sub-agents.
      stubs.push(stubFor(null, { result: { sessionId: subagent } }))
    } else {
      const stub = stubOf(incoming.message)
      if (stub !== null) stubs.push(stub)
    }
  }
  return { stubs, subagents }
}

/** null: the SDK does not need the message. Our answer to a request names its session itself (`OutgoingLines`). */
function stubOf(message: Message): Stub | null {
  switch (message.kind) {
    case 'request':
    case 'notification':
      return null
    case 'result': {
      const sessionId = stringAt(message.result, 'sessionId')
      return stubFor(message.id, { result: sessionId === undefined ? {} : { sessionId } })
    }
    case 'error':
      return stubFor(message.id, { error: { code: message.error.code, message: '' } })
  }
}

/** https://agentclientprotocol.com/rfds/subagents */
function subagentIn(message: Message): string | undefined {
  const update = message.kind === 'notification' ? objectAt(message.params, 'update') : {}
  return update['sessionUpdate'] === 'subagent_update' ? stringAt(update, 'sessionId') : undefined
}

/** Whether a frame holds an error as answer. */
export function isError(frame: Buffer): boolean {
  return new WireReader()
    .pushFrame(frame, 'text')
    .some((incoming) => incoming.type === 'message' && incoming.message.kind === 'error')
}
