import { expect, onTestFinished } from 'vitest'
import type { AgentOptions, RunningAgent } from '../../src/agent/agent-options.ts'
import { startAgent } from '../../src/agent/running/start-agent.ts'
import type { AppEvent } from '../../src/app/state/app-event.ts'
import type { AppState } from '../../src/app/state/app-state.ts'
import type { LinkEnd } from '../../src/app/state/link.ts'
import type { PlanDocument } from '../../src/app/ports/plan-document.ts'
import { createApp } from '../../src/app/app.ts'
import { documentEvent, documentNote } from '../../src/app/notes/document-note.ts'
import { noteOf } from '../../src/app/notes/noted-events.ts'
import { fail } from '../../src/lib/result.ts'
import { pieceRecord } from '../../src/outputs/recording/recorder.ts'
import type { TraceRecord } from '../../src/protocol/trace/trace-record.ts'
import { replayed, traceLines } from '../app/exchange/replayed.ts'
import { fakeClock, type FakeClock } from './fake-clock.ts'

/** A running client and all that happened. */
export interface WatchedRun {
  readonly agent: RunningAgent
  readonly clock: FakeClock
  readonly events: readonly AppEvent[]
  state(): AppState
  /** Settles with the first event, from the beginning, that `is` accepts. */
  event<T extends AppEvent['type']>(
    type: T,
    is?: (event: Extract<AppEvent, { type: T }>) => boolean,
  ): Promise<Extract<AppEvent, { type: T }>>
  eventsOf<T extends AppEvent['type']>(type: T): readonly Extract<AppEvent, { type: T }>[]
  /** What was remarked so far. */
  remarks(): readonly string[]
  /** The document of a plan was looked for, with this result. */
  documentIs(document: PlanDocument): void
  /** Calls `listener` within each event. */
  listen(listener: (event: AppEvent) => void): void
  until(holds: (state: AppState) => boolean): Promise<AppState>
  /** Until the first session is open and ready for prompts. */
  opened(): Promise<AppState>
  /** Until the connection has ended. */
  ended(): Promise<LinkEnd>
  /** What a recorder would have written so far. */
  readonly records: readonly TraceRecord[]
}

/** A client of a scripted agent that asks its user, and keeps no plan. */
export const plainRun = {
  fallbackName: 'node',
  isRemote: false,
  triesToReconnect: null,
  protocol: 'auto',
  advertisesPlans: true,
  offersFiles: null,
  permissions: 'ask',
  canAsk: true,
  first: { type: 'new' },
  mode: null,
  config: [],
  auth: null,
  prompts: [],
  timeoutMs: null,
  clientVersion: '1.2.3',
  savePlan: async () => await Promise.resolve(fail('there is no place for it')),
} as const satisfies Partial<AgentOptions>

/** Starts a client; it is closed when the test has finished. Every run is recorded, and a replay ends where the run did. */
export function watchRun(options: Partial<AgentOptions> & Pick<AgentOptions, 'open' | 'cwd'>): WatchedRun {
  const clock = fakeClock()
  const app = createApp()
  const events: AppEvent[] = []
  const records: TraceRecord[] = []
  const waiting = new Set<() => void>()
  app.onEvent((event) => {
    const note = noteOf(event)
    if (note !== null) records.push(note)
    events.push(event)
    for (const look of waiting) look()
  })
  const agent = startAgent({
    ...plainRun,
    clock,
    dispatch: app.dispatch,
    state: app.state,
    ...options,
    onWire: (piece) => {
      records.push(pieceRecord(piece, piece.atMs))
      options.onWire?.(piece)
    },
  })
  const expectSameReplayed = (): void =>
    expect(replayed(traceLines(records)), 'replayed').toStrictEqual(app.state())
  onTestFinished(async () => {
    expectSameReplayed()
    await agent.close()
    expectSameReplayed()
  })
  const settles = async <T>(find: (newest: AppEvent | undefined) => T | undefined): Promise<T> =>
    await new Promise((resolve) => {
      const look = (): void => {
        const found = find(events.at(-1))
        if (found === undefined) return
        waiting.delete(look)
        resolve(found)
      }
      waiting.add(look)
      look()
    })
  const until: WatchedRun['until'] = async (holds) =>
    await settles(() => (holds(app.state()) ? app.state() : undefined))
  const eventsOf: WatchedRun['eventsOf'] = (type) =>
    events.filter((event): event is Extract<AppEvent, { type: typeof type }> => event.type === type)
  return {
    agent,
    clock,
    events,
    state: app.state,
    event: async (type, is = () => true) => {
      const isIt = (event: AppEvent | undefined): event is Extract<AppEvent, { type: typeof type }> =>
        event?.type === type && is(event as never)
      return events.find(isIt) ?? (await settles((newest) => (isIt(newest) ? newest : undefined)))
    },
    eventsOf,
    remarks: () => eventsOf('remarked').map(({ text }) => text),
    documentIs: (document) => {
      const note = documentNote(document)
      const event = documentEvent(document, clock.nowMs())
      if (note !== null) records.push({ t: clock.nowMs(), type: 'event', event: note })
      if (event !== null) app.dispatch(event)
    },
    listen: (listener) => void app.onEvent(listener),
    until,
    opened: async () => {
      await until(({ link }) => link.state === 'open')
      await settled()
      return app.state()
    },
    ended: async () =>
      await settles(() => {
        const { link } = app.state()
        return link.state === 'ended' ? link.end : undefined
      }),
    records,
  }
}

/** Settles when all that was received has had its effect: who waits for an answer goes on before the next line is read. */
export async function settled(): Promise<void> {
  for (let turns = 0; turns < 3; turns++) await new Promise((resolve) => setImmediate(resolve))
}

/** Things that come one after the other, and those who wait for the next. */
export class Waiting<T> {
  readonly #there: T[] = []
  readonly #takers: ((value: T) => void)[] = []

  add(value: T): void {
    const taker = this.#takers.shift()
    if (taker === undefined) this.#there.push(value)
    else taker(value)
  }

  async next(): Promise<T> {
    const value = this.#there.shift()
    return value === undefined ? await new Promise((resolve) => this.#takers.push(resolve)) : value
  }
}
