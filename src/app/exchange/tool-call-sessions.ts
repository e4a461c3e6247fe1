import type { SessionEvent } from '../../protocol/session/session-event.ts'

/** Calls that are remembered; of more the oldest is forgotten. */
const callsKept = 2000

/** In which session each call of a tool was made: a vendor's request may name its call only. */
export class ToolCallSessions {
  #sessions = new Map<string, string>()

  copy(): ToolCallSessions {
    const copy = new ToolCallSessions()
    copy.#sessions = new Map(this.#sessions)
    return copy
  }

  heard(sessionId: string, update: SessionEvent): void {
    if (update.type !== 'tool-call' || this.#sessions.get(update.toolCallId) === sessionId) return
    if (this.#sessions.size >= callsKept)
      for (const oldest of this.#sessions.keys()) {
        this.#sessions.delete(oldest)
        break
      }
    this.#sessions.set(update.toolCallId, sessionId)
  }

  of(toolCallId: string | null): string | null {
    return toolCallId === null ? null : (this.#sessions.get(toolCallId) ?? null)
  }

  /** Another connection begins: its calls are others. */
  clear(): void {
    this.#sessions.clear()
  }
}
