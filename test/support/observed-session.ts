import path from 'node:path'
import { onTestFinished } from 'vitest'
import type {
  FoundSession,
  NotUnderstood,
  ObservedKind,
  ObservedFolders,
  ObservedSink,
  ObservedStatus,
} from '../../src/app/ports/observed-source.ts'
import type { App } from '../../src/app/app.ts'
import type { Session } from '../../src/app/state/session.ts'
import { Observation } from '../../src/attach/observation.ts'
import type { TraceRecord } from '../../src/protocol/trace/trace-record.ts'
import { virtualTime, type VirtualTime } from './virtual-time.ts'

/** Places with nothing in them, below a folder. */
export function placesIn(folder: string, places: Partial<ObservedFolders> = {}): ObservedFolders {
  return {
    env: {},
    homeFolder: folder,
    runtimeFolder: path.join(folder, 'run'),
    sinceMs: 0,
    nowMs: Date.now(),
    atMost: 200,
    ...places,
  }
}

/** A session that was found, with the facts that matter to a test. */
export function foundSession(facts: Partial<FoundSession> = {}): FoundSession {
  return {
    kind: 'acpx',
    id: 'id',
    path: '/sessions/id',
    pid: null,
    agent: 'agent',
    folder: null,
    label: null,
    changedAtMs: 0,
    ...facts,
  }
}

/** A kind that finds nothing and tells nothing, but for what matters to a test. */
export function observedKind(facts: Partial<ObservedKind> = {}): ObservedKind {
  return {
    name: 'acpx',
    label: 'acpx',
    named: 'a session of acpx',
    isInferred: false,
    find: async () => await Promise.resolve([]),
    recognise: async () => await Promise.resolve(null),
    observe: () => ({ close: () => undefined }),
    ...facts,
  }
}

/** What a kind has reported of a session that it observes. */
export interface ObservedSession {
  readonly time: VirtualTime
  /** The state of all events since it has begun, or begun anew, and of what is said of its end. */
  app(): Pick<App, 'state'>
  readonly beganAtMs: number[]
  readonly statuses: ObservedStatus[]
  readonly wire: TraceRecord[]
  readonly notUnderstood: NotUnderstood[]
  /** How often all before was void. */
  anew(): number
  close(): void
}

/** Observes a session in virtual time, until the test is over. */
export function observedSession(kind: ObservedKind, found: FoundSession): ObservedSession {
  const time = virtualTime()
  let anew = 0
  const reported = {
    beganAtMs: [] as number[],
    statuses: [] as ObservedStatus[],
    wire: [] as TraceRecord[],
    notUnderstood: [] as NotUnderstood[],
  }
  const listening = (sink: ObservedSink): ObservedSink => ({
    began(wallMs) {
      reported.beganAtMs.push(wallMs)
      sink.began(wallMs)
    },
    events: (events) => sink.events(events),
    wire(record) {
      reported.wire.push(record)
      sink.wire(record)
    },
    begunAnew() {
      anew++
      sink.begunAnew()
    },
    status(status) {
      reported.statuses.push(status)
      sink.status(status)
    },
    notUnderstood: (what) => void reported.notUnderstood.push(what),
  })
  const observation = time.run(
    () =>
      new Observation({
        kind: {
          ...kind,
          observe: (session) => kind.observe({ ...session, sink: listening(session.sink) }),
        },
        found,
        clock: time.clock,
        start: { infersPlans: true, historyBytes: 2 ** 20 },
        times: 'own',
        onEvent: () => undefined,
        onChange: () => undefined,
      }),
  )
  onTestFinished(() => observation.close())
  return { ...reported, time, app: () => observation, anew: () => anew, close: () => observation.close() }
}

/** The first of the sessions that it has told of. */
export function sessionIn(observing: ObservedSession): Session {
  const [session] = observing.app().state().sessions.values()
  if (session === undefined) throw new Error('there is no session')
  return session
}

/** The words of the shown plans, of all sessions. */
export function planWords(app: Pick<App, 'state'>): readonly string[] {
  return [...app.state().sessions.values()].flatMap((session) =>
    [...session.plans.values()].flatMap(({ body }) =>
      body.type === 'items' ? body.entries.map(({ content, status }) => `${status} ${content}`) : [body.type],
    ),
  )
}
