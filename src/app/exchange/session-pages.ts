import { stringAt, objectIn, listIn } from '../../protocol/wire/message.ts'
import { rejected, type WireProblem } from '../../protocol/wire/wire-problem.ts'
import type { ListedSession } from '../state/app-event.ts'

/** Limits for agents whose listing does not end: pages requested, sessions kept. */
const pagesRequested = 200
const maxSessions = 10_000
/** Problems reported per page. */
const problemsReported = 3

/** The content of one more page. */
export interface ReadPage {
  /** The cursor of the next page; null: this is the last one. */
  readonly nextCursor: string | null
  /** Why the listing ends here though it is not complete. */
  readonly failure: string | null
  readonly problems: readonly WireProblem[]
}

/** Reads the answers to `session/list`, page after page. https://agentclientprotocol.com/protocol/session-list */
export class SessionPages {
  #cursors = new Set<string>()
  #found = new Map<string, ListedSession>()

  copy(): SessionPages {
    const copy = new SessionPages()
    copy.#cursors = new Set(this.#cursors)
    copy.#found = new Map(this.#found)
    return copy
  }

  /** Of all pages so far. */
  get sessions(): readonly ListedSession[] {
    return [...this.#found.values()].slice(0, maxSessions)
  }

  /** Reads the result of one more answer. Never throws. */
  read(result: unknown): ReadPage {
    const { sessions: list } = objectIn(result)
    if (!Array.isArray(list)) {
      const problem = badAnswer('session/list answered without a list of sessions', 'sessions', result)
      const failure = 'the answer to session/list holds no list of sessions'
      return { nextCursor: null, failure, problems: [problem] }
    }
    const problems: WireProblem[] = []
    for (const [index, item] of listIn(list).entries()) {
      const session = readSession(item)
      if (session !== null) {
        if (!this.#found.has(session.id)) this.#found.set(session.id, session)
      } else if (problems.length < problemsReported) {
        const path = `sessions[${index}].sessionId`
        problems.push(badAnswer('a listed session without an id is ignored', path, item))
      }
    }
    // Some agents send null or '' with the last page.
    const nextCursor = stringAt(result, 'nextCursor') || null
    const stop = nextCursor === null ? null : this.#whyStop(nextCursor)
    if (stop !== null) {
      problems.push(badAnswer(stop, 'nextCursor', nextCursor))
      return { nextCursor: null, failure: null, problems }
    }
    if (nextCursor !== null) this.#cursors.add(nextCursor)
    return { nextCursor, failure: null, problems }
  }

  /** Why the next page is not requested; null: it is. */
  #whyStop(cursor: string): string | null {
    if (this.#cursors.has(cursor)) return 'session/list repeats a page: no more pages are requested'
    if (this.#cursors.size + 1 >= pagesRequested || this.#found.size >= maxSessions)
      return `session/list goes on after ${this.#found.size} sessions: no more are requested`
    return null
  }
}

function readSession(item: unknown): ListedSession | null {
  const id = stringAt(item, 'sessionId')
  if (id === undefined || id === '') return null
  const updatedAt = Date.parse(stringAt(item, 'updatedAt') ?? '')
  return {
    id,
    title: stringAt(item, 'title') ?? null,
    cwd: stringAt(item, 'cwd') ?? null,
    updatedAtMs: Number.isNaN(updatedAt) ? null : updatedAt,
  }
}

function badAnswer(text: string, path: string, value: unknown): WireProblem {
  return rejected('bad-answer', text, value, `result.${path}`)
}
