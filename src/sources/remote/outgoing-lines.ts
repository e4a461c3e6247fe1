import { jsonIn } from '../../lib/json/read-json.ts'
import { writeJson } from '../../lib/json/write-json.ts'
import { isObject } from '../../protocol/message.ts'

/**
 * Messages of ours on their way through the SDK, which writes anew what it is given: an id like 9007199254740993 would be
 * another one then. So it gets an object that tells where the message goes, and is written as a word that stands for the line.
 */
export class OutgoingLines {
  readonly #lines = new Map<string, string>()
  #count = 0

  /** What the SDK is given for a line. */
  handed(line: string): object {
    const message = jsonIn(line)
    const toJSON = (): string => {
      const word = `line ${++this.#count}`
      this.#lines.set(writeJson(word), line)
      return word
    }
    return isObject(message) ? { ...message, ...routed(message['id']), toJSON } : { toJSON }
  }

  /** The line that was meant by what the SDK has written, once; what it has made up itself stays. */
  meant(written: string): string {
    const line = this.#lines.get(written)
    this.#lines.delete(written)
    return line ?? written
  }
}

/** A number that has no end (1e999) is null in the stub of the request that is answered, which was JSON once more. */
function routed(id: unknown): object {
  return typeof id === 'number' && !Number.isFinite(id) ? { id: null } : {}
}
