import type { StreamSession } from '../../../app/ports/transport.ts'
import { jsonIn } from '../../../lib/json/read-json.ts'
import { writeJson } from '../../../lib/json/write-json.ts'
import { isObject } from '../../../protocol/wire/message.ts'

/**
 * Messages of ours on their way through the SDK, which writes anew what it is given: an id like 9007199254740993 would be
 * another one then. So it gets an object that tells where the message goes, and is written as a word that stands for the line.
 */
export class OutgoingLines {
  readonly #lines = new Map<string, string>()
  #count = 0

  /** What the SDK is given for a line; `to` is where an answer goes. */
  handed(line: string, to: StreamSession = null): object {
    const message = jsonIn(line)
    const toJSON = (): string => {
      const word = `line ${++this.#count}`
      this.#lines.set(writeJson(word), line)
      return word
    }
    return { ...(isObject(message) && 'method' in message ? message : answerTo(to)), toJSON }
  }

  /** The line that was meant by what the SDK has written, once; what it has made up itself stays. */
  meant(written: string): string {
    const line = this.#lines.get(written)
    this.#lines.delete(written)
    return line ?? written
  }
}

/**
 * An answer has nothing but an id, from which the SDK knows the session only once it has read the request, which may be after the
 * answer was given, and only of the last request with that id. A message that names its session goes there.
 */
function answerTo(sessionId: StreamSession): object {
  return { jsonrpc: '2.0', method: 'answer', params: sessionId === null ? {} : { sessionId } }
}
