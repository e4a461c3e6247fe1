import type { StreamSession } from '../../../app/ports/transport.ts'
import { jsonIn } from '../../../lib/json/read-json.ts'
import { writeJson } from '../../../lib/json/write-json.ts'
import { isObject } from '../../../protocol/wire/message.ts'
import { MemoryAcpCookieStore } from '@agentclientprotocol/sdk/experimental/http-client'

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
