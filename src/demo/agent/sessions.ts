import { RequestError } from '@agentclientprotocol/sdk/unstable'
import { stringAt, type JsonObject } from '../../protocol/wire/message.ts'
import { workingFolder } from '../../system/surroundings.ts'
import { newMemory, type Memory } from '../scenario/memory.ts'
import { pastSessions, type PastSession } from './past-sessions.ts'
import type { DemoSteps } from '../scenario/scenario.ts'
import { startSession, tellAgain, type Audience, type Session } from './session.ts'
import { playPast, type Show } from '../turn/turn.ts'

const listedAtOnce = 4
const msPerMinute = 60_000

/** What a run of the agent knows of sessions. Methods throw the error that the request is answered with. */
export interface Sessions {
  create(params: JsonObject): Session
  /** An open one. */
  find(params: JsonObject): Session
  /** The answer to `session/list`. */
  list(params: JsonObject): JsonObject
  /** Opens a session of the past; with a replay all that happened in it is told before this resolves. */
  open(params: JsonObject, replay: Audience | null): Promise<Session>
  close(params: JsonObject): void
  /** One that is not there is fine. */
  remove(params: JsonObject): void
  /** Ends the turn of an open one; one that is not there is fine. */
  cancel(params: JsonObject): void
  /** Ends all turns. */
  cancelAll(): void
}

/** `now` in milliseconds since 1970: sessions say when they were touched last. */
export function openSessions(show: Show, now: () => number): Sessions {
  const { name, offers, prompts, steps, hasPast } = show.scenario
  // A scenario that is played for ever would be kept for ever.
  const isKept = !show.isLooping
  const open = new Map<string, Session>()
  const closed = new Map<string, Session>()
  const past = new Map(hasPast ? pastSessions.map((session) => [session.id, session]) : [])
  const startedAtMs = now()
  let created = 0

  const start = (made: Pick<Session, 'id' | 'cwd' | 'title' | 'memory'>): Session =>
    startSession({ ...made, updatedAtMs: now(), settings: offers?.settings ?? [], isKept })

  /** What is known of a session that is not open; one of an earlier run is told as the scenario would have played it. */
  function remembered(id: string, memory: Memory): Pick<PastSession, 'title' | 'told'> {
    const found = past.get(id)
    if (found) return found
    if (!new RegExp(`^demo-${name}-\\d+$`).test(id)) throw RequestError.sessionNotFound(id)
    const [text = ''] = prompts
    return { title: null, told: toldAs(text, steps({ number: 1, text, mode: null, memory })) }
  }

  /** A session of the past as one of this run, and what is told of it. */
  function wake(id: string, cwd: string): { session: Session; told: DemoSteps } {
    const known = open.get(id) ?? closed.get(id)
    if (known) return { session: known, told: [] }
    const memory = newMemory()
    const { title, told } = remembered(id, memory)
    if (told === null) throw RequestError.internalError({ details: 'the transcript of this session is lost' })
    const session = start({ id, cwd, title, memory })
    // What comes next is not its first turn.
    session.turns = 1
    return { session, told: title === null ? told : [{ type: 'title', title }, ...told] }
  }

  function newId(): string {
    const id = `demo-${name}-${++created}`
    return open.has(id) || closed.has(id) ? newId() : id
  }

  return {
    create(params) {
      const id = newId()
      const session = start({ id, cwd: stringAt(params, 'cwd') ?? '', title: null, memory: newMemory() })
      open.set(id, session)
      return session
    },
    find(params) {
      const id = stringAt(params, 'sessionId') ?? ''
      const session = open.get(id)
      if (!session) throw RequestError.sessionNotFound(id)
      return session
    },
    list(params) {
      const cwd = stringAt(params, 'cwd')
      const own = [...open.values(), ...closed.values()].filter((session) => session.turns > 0)
      const listed = [
        ...own.map((session) => infoOf(session, session.cwd)),
        ...[...past.values()]
          .filter(({ id }) => !open.has(id) && !closed.has(id))
          // The past is made up: it happened wherever it is looked for.
          .map((session) =>
            infoOf(
              { ...session, updatedAtMs: startedAtMs - session.minutesAgo * msPerMinute },
              cwd ?? workingFolder() ?? '/',
            ),
          ),
      ].filter((info) => cwd === undefined || info.cwd === cwd)
      listed.sort((one, other) => other.updatedAt.localeCompare(one.updatedAt))
      return pageOf(listed, stringAt(params, 'cursor'))
    },
    async open(params, replay) {
      const id = stringAt(params, 'sessionId') ?? ''
      const { session, told } = wake(id, stringAt(params, 'cwd') ?? '')
      if (replay && session.told.length > 0) await tellAgain(session, replay)
      else if (replay) await playPast(told, session, { audience: replay, folder: show.folder })
      open.set(id, session)
      closed.delete(id)
      past.delete(id)
      return session
    },
    close(params) {
      const session = this.find(params)
      session.running?.abort()
      open.delete(session.id)
      closed.set(session.id, session)
    },
    remove(params) {
      const id = stringAt(params, 'sessionId') ?? ''
      open.get(id)?.running?.abort()
      for (const known of [open, closed, past]) known.delete(id)
    },
    cancel: (params) => open.get(stringAt(params, 'sessionId') ?? '')?.running?.abort(),
    cancelAll() {
      for (const session of open.values()) session.running?.abort()
    },
  }
}

/** A turn as it is told afterwards. */
function* toldAs(prompt: string, played: DemoSteps): DemoSteps {
  yield { type: 'user-said', text: prompt }
  yield* played
}

interface Listed {
  readonly sessionId: string
  readonly cwd: string
  readonly title: string | null
  readonly updatedAt: string
}

function infoOf(
  { id, title, updatedAtMs }: Pick<Session, 'id' | 'title' | 'updatedAtMs'>,
  cwd: string,
): Listed {
  return { sessionId: id, cwd, title, updatedAt: new Date(updatedAtMs).toISOString() }
}

/** A cursor is the id of the last session of the page before. */
function pageOf(listed: readonly Listed[], cursor: string | undefined): JsonObject {
  const last = cursor === undefined ? -1 : listed.findIndex(({ sessionId }) => sessionId === cursor)
  if (cursor !== undefined && last < 0)
    throw RequestError.invalidParams({ cursor }, 'this is no cursor of session/list')
  const sessions = listed.slice(last + 1, last + 1 + listedAtOnce)
  const hasMore = last + 1 + sessions.length < listed.length
  return { sessions, ...(hasMore ? { nextCursor: sessions.at(-1)?.sessionId } : {}) }
}
