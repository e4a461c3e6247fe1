import { RequestError } from '@agentclientprotocol/sdk/unstable'
import { stringAt, type JsonObject } from '../../protocol/wire/message.ts'
import { workingFolder } from '../../system/user-environment.ts'
import { newMemory } from '../script/playing/scene.ts'
import { scriptedScenario } from '../script/playing/scripted-scenario.ts'
import { SessionSettings, type Audience, type Session } from './session.ts'
import { playHistory, type DemoRun, type History } from './turn.ts'
import type { Script } from '../script/reading/script-schema.ts'

const listedAtOnce = 4
const msPerMinute = 60_000

/** The sessions of a run of the agent. Methods throw the error that answers the request. */
export interface Sessions {
  create(params: JsonObject): Session
  /** An open session. */
  find(params: JsonObject): Session
  list(params: JsonObject): JsonObject
  /** Opens a session of the past. With `replay`, all its updates are sent before this resolves. */
  open(params: JsonObject, replay: Audience | null): Promise<Session>
  close(params: JsonObject): void
  /** Does nothing where there is no such session. */
  remove(params: JsonObject): void
  /** Cancels the turn of an open session; does nothing where there is none. */
  cancel(params: JsonObject): void
  cancelAll(): void
}

/** `now` in milliseconds since 1970, for `updatedAt`. */
export function openSessions(run: DemoRun, now: () => number): Sessions {
  const { name, offers, hasPast } = run.scenario
  // A looping scenario would fill the memory.
  const isKept = !run.isLooping
  const open = new Map<string, Session>()
  const closed = new Map<string, Session>()
  const past = new Map(hasPast ? pastSessions.map((session) => [session.id, session]) : [])
  const startedAtMs = now()
  let created = 0

  const start = (made: Pick<Session, 'id' | 'cwd' | 'title' | 'memory'>): Session => {
    const settings = new SessionSettings(offers.settings ?? [])
    return { ...made, updatedAtMs: now(), turns: 0, running: null, settings, sent: [], isKept }
  }

  /** The history of a session that is not open; one of an earlier run has what the scenario plays. */
  function historyOf(id: string): History {
    const found = past.get(id)
    if (found?.script === null)
      throw RequestError.internalError({ details: 'the transcript of this session is lost' })
    if (found) return { title: found.title, scenario: scriptedScenario(id, found.script) }
    if (!new RegExp(`^demo-${name}-\\d+$`).test(id)) throw RequestError.sessionNotFound(id)
    return { title: null, scenario: run.scenario }
  }

  /** A session of the past as one of this run, and its history, unless it was played in this run. */
  function restore(id: string, cwd: string): { session: Session; history: History | null } {
    const known = open.get(id) ?? closed.get(id)
    if (known) return { session: known, history: null }
    const history = historyOf(id)
    const session = start({ id, cwd, title: history.title, memory: newMemory() })
    // Its first turn is over.
    session.turns = 1
    return { session, history }
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
          // Invented sessions belong to the folder that is asked about.
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
      const { session, history } = restore(id, stringAt(params, 'cwd') ?? '')
      if (replay && session.sent.length > 0)
        for (const update of session.sent)
          await replay.client.notify('session/update', update).catch(() => undefined)
      else if (replay && history)
        await playHistory(history, session, { audience: replay, folder: run.folder })
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

/** A cursor is the id of the last session of the previous page. */
function pageOf(listed: readonly Listed[], cursor: string | undefined): JsonObject {
  const last = cursor === undefined ? -1 : listed.findIndex(({ sessionId }) => sessionId === cursor)
  if (cursor !== undefined && last < 0)
    throw RequestError.invalidParams({ cursor }, 'this is no cursor of session/list')
  const sessions = listed.slice(last + 1, last + 1 + listedAtOnce)
  const hasMore = last + 1 + sessions.length < listed.length
  return { sessions, ...(hasMore ? { nextCursor: sessions.at(-1)?.sessionId } : {}) }
}

interface PastSession {
  readonly id: string
  readonly title: string | null
  readonly minutesAgo: number
  /** What is sent when it is loaded, as the answer to its prompt; null: it is lost, and cannot be opened any more. */
  readonly script: Script | null
}

const minutesPerDay = 24 * 60

const design = `# Uploads in pieces

A lost connection costs the last piece, and not the whole file.

- [x] cut files into pieces of 8 MiB
- [x] a table of what has arrived
- [ ] go on where the last try ended
`

/** What the demo agent pretends to have done before, the newest first. */
export const pastSessions: readonly PastSession[] = [
  {
    id: 'past-uploads',
    title: 'Uploads in pieces',
    minutesAgo: 25,
    script: {
      prompt: 'Let uploads survive a lost connection',
      plans: {
        design: { markdown: design },
        uploads: {
          items: [
            { key: 'cut', content: 'Cut files into pieces', priority: 'high' },
            { key: 'table', content: 'Write down which pieces have arrived' },
            { key: 'resume', content: 'Go on where the last try ended', priority: 'high' },
            { content: 'Test with a connection that breaks' },
          ],
        },
      },
      steps: [
        { say: 'I write the design down first.' },
        { plan: 'design' },
        { plan: 'uploads' },
        { plan: 'uploads', change: { cut: 'completed', table: 'completed', resume: 'in_progress' } },
        { say: 'Two of four are done. I go on whenever you say so.' },
      ],
    },
  },
  {
    id: 'past-flaky',
    title: 'The test that fails on Mondays',
    minutesAgo: 3 * 60,
    script: {
      prompt: 'This test fails now and then. Why?',
      plans: {
        flaky: {
          id: 'flaky',
          items: [
            { content: 'Run the test 200 times', status: 'completed' },
            { content: 'Find out what it waits for', status: 'completed' },
            { content: 'Wait for that, and not for 50 ms', status: 'completed' },
          ],
        },
      },
      steps: [{ plan: 'flaky' }, { say: 'It waited for 50 ms. It waits for the answer now.' }],
    },
  },
  {
    id: 'past-question',
    title: 'What is a lockfile for?',
    minutesAgo: minutesPerDay,
    // Without a plan.
    script: {
      prompt: 'What is a lockfile for?',
      steps: [{ say: 'So that everybody installs the same versions, today and in a year.' }],
    },
  },
  {
    id: 'past-long',
    title:
      '設定ファイル: read it once, watch it, and tell everybody who wants to know when it has changed 🛠️',
    minutesAgo: 2 * minutesPerDay,
    script: { prompt: 'Settings should be read once', steps: [{ say: 'They are.' }] },
  },
  {
    id: 'past-untitled',
    title: null,
    minutesAgo: 6 * minutesPerDay,
    script: { prompt: 'hello', steps: [{ say: 'Hello. There is nothing to plan yet.' }] },
  },
  {
    id: 'past-lost',
    title: 'A session that cannot be opened',
    minutesAgo: 20 * minutesPerDay,
    script: null,
  },
]
