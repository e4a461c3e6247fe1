import type { AppListener } from '../app/app.ts'
import type { AppState } from '../app/state/app-state.ts'
import type { Clock } from '../lib/clock.ts'
import type { RunEnd } from './run-end-words.ts'

/** What is watched: a run, a recording, or a session of another program. */
export interface WatchedSession {
  state(): AppState
  /** Its `nowMs` counts as the times of the events do. */
  readonly clock: Clock
  /** The time of the wall clock at time 0 of the events; absent: as the clock says. */
  readonly epochMs?: () => number
  /** The folder that the agent works in; null: unknown. */
  readonly folder: string | null
  /** null: it is a run of this program, which ends its agent itself, or the recording of one. */
  readonly observed: ObservedView | null
}

interface ObservedView {
  /** The event that came last happened now, and does not belong to the past that is read first. */
  isLive(): boolean
  /** All of the past is read: the state is that of now. */
  isFollowing(): boolean
}

export interface SessionWatch {
  readonly onEvent: AppListener
  /** The session is told of once more, as it is now, and not afterwards. */
  stop(): void
}

/** Tells somebody else what happens in sessions: hooks, telemetry, a status line. Nothing about that changes how a run ends. */
export interface Watcher {
  watch(session: WatchedSession): SessionWatch
  /** The program begins to end. Hooks are not told what follows from that, and have so long for what they do; after an interrupt no time. */
  closing(end: RunEnd, withinMs?: number): void
  /** After the last event: settles when everybody is told, or that takes too long. Never rejects. */
  end(): Promise<void>
  /** At the end of the process: kills what runs. */
  killNow(): void
}

/** The time of the wall clock at time 0 of the session's events. */
export function epochOf({ epochMs, clock }: WatchedSession): number {
  return epochMs?.() ?? clock.wallMs() - clock.nowMs()
}

/** All of them as one; null: there are none. */
export function joinWatchers(watchers: readonly (Watcher | null)[]): Watcher | null {
  const all = watchers.filter((each) => each !== null)
  if (all.length < 2) return all[0] ?? null
  return {
    watch(session) {
      const watches = all.map((each) => each.watch(session))
      return {
        onEvent(event, after, before) {
          for (const { onEvent } of watches) onEvent(event, after, before)
        },
        stop() {
          for (const watch of watches) watch.stop()
        },
      }
    },
    closing(end, withinMs) {
      for (const each of all) each.closing(end, withinMs)
    },
    async end() {
      await Promise.all(all.map(async (each) => await each.end()))
    },
    killNow() {
      for (const each of all) each.killNow()
    },
  }
}
