import { sessionIdIn, isObject, stringAt, type JsonObject } from '../../../protocol/wire/message.ts'
import {
  quoted,
  type Found,
  type LintRule,
  type PassedMessage,
  type Report,
  listAt,
  resultIn,
  pages,
} from '../lint-rule.ts'

/** Which sessions there are. */
export const sessionRules: readonly LintRule[] = [
  /** A message names a session that was never made. */
  {
    id: 'session-unknown',
    severity: 'error',
    title: 'a session that was never made',
    says: 'Each message of a session MUST have the sessionId that session/new answered.',
    page: pages.sessions,
    mend: 'Send the sessionId as it was answered, and announce the sessions of sub-agents before they send.',
    check: () => {
      const sessions = new KnownSessions()
      return {
        message(passed, report) {
          sessions.learn(passed)
          sessions.tell(passed, report)
        },
        end: (_, report) => sessions.end(report),
      }
    },
  },
  /** An update is sent before the client knows its session. */
  {
    id: 'update-before-session',
    severity: 'warning',
    title: 'a message of a session before the answer that makes it',
    says: 'session/new is answered with the sessionId; before that, the client has no session that the message could belong to.',
    page: pages.sessions,
    mend: 'Answer session/new first, then send the updates of the session.',
    check: () => {
      const sessions = new KnownSessions()
      return {
        message(passed, report) {
          for (const early of sessions.learn(passed)) report(early)
          sessions.tell(passed, () => undefined)
        },
      }
    },
  },
  /** Two sessions of a connection have the same id. */
  {
    id: 'session-id-again',
    severity: 'error',
    title: 'a new session with the id of another one',
    says: 'Each session MUST have an id of its own.',
    page: pages.sessions,
    mend: 'Make a new id for each session/new.',
    check: () => {
      const made = new Set<string>()
      return {
        message(passed, report) {
          const answer = resultIn(passed)
          const id = answer === null ? undefined : stringAt(answer.result, 'sessionId')
          if (id === undefined || !making.has(answer?.asked.method ?? '')) return
          if (made.has(id)) report({ path: 'result.sessionId', seen: `${quoted(id)} is a session already` })
          else if (made.size < maxSessions) made.add(id)
        },
      }
    },
  },
  /** A list of sessions that differs from what was asked for. */
  {
    id: 'list-unfiltered',
    severity: 'error',
    title: 'a session that does not belong in the list',
    says: 'Where session/list names a cwd, only sessions of that folder MUST be listed; a deleted one MUST NOT be.',
    page: pages.sessionList,
    mend: 'Compare the cwd of each session with that of the request, and leave out what was deleted.',
    check: () => {
      const deleted = new Set<string>()
      return {
        message({ message, dir, answers }, report) {
          if (message.kind !== 'result' || dir !== 'from-agent' || answers === null) return
          const { method, sessionId, params } = answers
          if (method === 'session/delete' && sessionId !== null && deleted.size < maxSessions)
            deleted.add(sessionId)
          if (method !== 'session/list' || !isObject(message.result)) return
          const asked = stringAt(params, 'cwd')
          for (const [index, session] of listAt(message.result, 'sessions').entries()) {
            const [cwd, id] = [stringAt(session, 'cwd'), stringAt(session, 'sessionId')]
            if (asked !== undefined && cwd !== undefined && cwd !== asked)
              report({ path: `result.sessions[${index}].cwd`, seen: `the cwd ${quoted(cwd)}` })
            if (id !== undefined && deleted.has(id))
              report({ path: `result.sessions[${index}].sessionId`, seen: `${quoted(id)} was deleted` })
          }
        },
      }
    },
  },
]

const maxSessions = 10_000

/** Requests whose answers name a new session, and those that name an old one. */
const making = new Set(['session/new', 'session/fork'])
const opening = new Set([
  'session/load',
  'session/resume',
  'session/delete',
  'session/close',
  'session/status',
])

/** The sessions of an exchange, and messages that wait for one to become known. */
class KnownSessions {
  readonly #known = new Set<string>()
  readonly #waiting = new Map<string, Found>()
  /** `session/new` requests that have no answer yet. */
  #beingMade = 0
  /** The trace has the beginning of the connection. */
  #hasStart = false

  /** Learns of sessions. Gives what was sent early for one that has become known now. */
  learn({ message, dir, answers, facts }: PassedMessage): readonly Found[] {
    this.#hasStart = facts.client !== null
    if (message.kind === 'request' && dir === 'to-agent') {
      if (making.has(message.method)) this.#beingMade++
      if (opening.has(message.method)) this.#add(sessionIdIn(message.params))
    } else if (dir === 'from-agent' && answers !== null && making.has(answers.method)) {
      this.#beingMade--
      if (message.kind === 'result') return this.#made(sessionIdIn(message.result))
    } else if (message.kind === 'notification' && dir === 'from-agent' && isObject(message.params))
      for (const child of idsWithin(message.params['update'], maxDepth)) this.#add(child)
    return []
  }

  tell({ message, dir, place }: PassedMessage, report: Report): void {
    if (!this.#hasStart || this.#known.size >= maxSessions) return
    if (message.kind !== 'request' && message.kind !== 'notification') return
    const id = sessionIdIn(message.params)
    if (id === null || this.#known.has(id) || message.method.startsWith('_')) return
    const seen = `${message.method} of the session ${quoted(id)}`
    const found = { path: 'params.sessionId', seen, place }
    if (this.#beingMade === 0 || dir === 'to-agent') report(found)
    else if (this.#waiting.size < maxSessions && !this.#waiting.has(id)) this.#waiting.set(id, found)
  }

  end(report: Report): void {
    for (const found of this.#waiting.values()) report(found)
  }

  #made(id: string | null): readonly Found[] {
    this.#add(id)
    const early = id === null ? undefined : this.#waiting.get(id)
    if (id !== null) this.#waiting.delete(id)
    return early === undefined ? [] : [early]
  }

  #add(id: string | null): void {
    if (id !== null && this.#known.size < maxSessions) this.#known.add(id)
  }
}

const maxDepth = 4

/** The sessions that an update announces: agents name those of sub-agents in fields of their own. */
function* idsWithin(value: unknown, depth: number): Iterable<string> {
  if (depth === 0 || !isObject(value)) return
  for (const [name, field] of Object.entries(value satisfies JsonObject)) {
    if (typeof field === 'string' && /session_?id$/i.test(name)) yield field
    else if (isObject(field)) yield* idsWithin(field, depth - 1)
  }
}
