import path from 'node:path'
import { onTestFinished } from 'vitest'
import type {
  FoundSession,
  NotUnderstood,
  ObservedKind,
  ObservedFolders,
  ObservedStatus,
} from '../../src/app/ports/observed-source.ts'
import { createApp, type App } from '../../src/app/app.ts'
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

/** What a kind has reported of a session that it observes. */
export interface ObservedSession {
  readonly time: VirtualTime
  /** The state of all events since it has begun, or begun anew. */
  app(): App
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
  let app = createApp()
  let anew = 0
  const reported = {
    beganAtMs: [] as number[],
    statuses: [] as ObservedStatus[],
    wire: [] as TraceRecord[],
    notUnderstood: [] as NotUnderstood[],
  }
  const source = time.run(() =>
    kind.observe({
      found,
      clock: time.clock,
      attention: 'shown',
      sink: {
        began: (wallMs) => void reported.beganAtMs.push(wallMs),
        events(events) {
          for (const event of events) app.dispatch(event)
        },
        wire: (record) => void reported.wire.push(record),
        begunAnew() {
          anew++
          app = createApp()
        },
        status: (status) => void reported.statuses.push(status),
        notUnderstood: (what) => void reported.notUnderstood.push(what),
      },
    }),
  )
  onTestFinished(() => source.close())
  return { ...reported, time, app: () => app, anew: () => anew, close: () => source.close() }
}

/** The words of the shown plans, of all sessions. */
export function planWords(app: App): readonly string[] {
  return [...app.state().sessions.values()].flatMap((session) =>
    [...session.plans.values()].flatMap(({ body }) =>
      body.type === 'items' ? body.entries.map(({ content, status }) => `${status} ${content}`) : [body.type],
    ),
  )
}
