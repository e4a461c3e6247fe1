import { isObject, type JsonObject } from '../../protocol/wire/message.ts'

/** Maps recorded session ids to the client's. They are the same, unless the client has opened another session than was recorded. */
export class SessionIds {
  readonly #toClient = new Map<string, string>()
  readonly #toRecorded = new Map<string, string>()

  bind(recorded: string, client: string): void {
    this.#toClient.set(recorded, client)
    // The first one counts: it is the one that the client's session was opened as.
    if (!this.#toRecorded.has(client)) this.#toRecorded.set(client, recorded)
  }

  isBound(recorded: string): boolean {
    return this.#toClient.has(recorded)
  }

  isOpen(client: string): boolean {
    return this.#toRecorded.has(client)
  }

  forClient(recorded: string): string {
    return this.#toClient.get(recorded) ?? recorded
  }

  /** The recorded sessions that are mapped to a session of the client's. */
  recordedFor(client: string): readonly string[] {
    return [...this.#toClient].flatMap(([recorded, id]) => (id === client ? [recorded] : []))
  }

  /** A message of the agent's with the client's ids; the same object where no id changes. */
  inMessage(value: JsonObject): JsonObject {
    const { params, result } = value
    if (isObject(params)) {
      const { update } = params
      const same = this.#inObject(params)
      const mapped = isObject(update) ? withKey(same, 'update', this.#inObject(update)) : same
      return withKey(value, 'params', mapped)
    }
    if (!isObject(result)) return value
    const { sessions } = result
    const same = this.#inObject(result)
    const listed: readonly unknown[] = Array.isArray(sessions) ? sessions : []
    const mapped = listed.map((each) => (isObject(each) ? this.#inObject(each) : each))
    const isChanged = mapped.some((each, index) => each !== listed[index])
    return withKey(value, 'result', isChanged ? { ...same, sessions: mapped } : same)
  }

  #inObject(object: JsonObject): JsonObject {
    const id = object['sessionId']
    return typeof id === 'string' ? withKey(object, 'sessionId', this.forClient(id)) : object
  }
}

function withKey(object: JsonObject, key: string, value: unknown): JsonObject {
  return object[key] === value ? object : { ...object, [key]: value }
}
