import { writeJson } from '../../lib/json/write-json.ts'

/** So many requests of an agent that wait for their answers are known; of those before, the SDK knows. */
const routesKept = 10_000

/**
 * The sessions in whose streams an agent's requests came: an answer has to name its session. The SDK notes them too, but when it
 * reads what it is shown, which may be after the answer has gone out.
 */
export class AnswerRoutes {
  readonly #sessions = new Map<string, string>()

  /** A request has come in the stream of a session. */
  note(id: unknown, sessionId: string): void {
    this.#sessions.set(keyOf(id), sessionId)
    const oldest = this.#sessions.keys().next().value
    if (this.#sessions.size > routesKept && oldest !== undefined) this.#sessions.delete(oldest)
  }

  /** The session that the answer goes to, once; null: none is known. */
  take(id: unknown): string | null {
    const key = keyOf(id)
    const sessionId = this.#sessions.get(key) ?? null
    this.#sessions.delete(key)
    return sessionId
  }
}

/** As JSON has it once it was read, since the SDK tells ids apart no finer. */
function keyOf(id: unknown): string {
  return writeJson(id)
}
