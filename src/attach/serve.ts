import {
  aliveLine,
  sessionsLine,
  startLine,
  toldLine,
  type ToldOfSession,
} from '../app/observed/told-lines.ts'
import type { FoundSession, ObservedSource } from '../app/ports/observed-source.ts'
import { listedId } from '../app/state/observed.ts'
import type { Clock } from '../lib/clock.ts'
import { type AttachRequest, kindOf } from './find-sessions.ts'
import { SessionSurvey } from './session-survey.ts'

export interface ServeParts {
  readonly request: AttachRequest
  readonly clock: Clock
  readonly version: string
  /** Writes one line, and returns when it is written: a reader that is slow stops all reading of sessions, so that nothing piles up. */
  readonly write: (line: string) => void
}

/** So many of the newest sessions are observed, and told from their beginning on; the others are only listed. */
const observedAtMost = 30
/** A line at least so often shows both sides that the connection is there. */
const aliveEveryMs = 15_000
/** How often the times of sessions are told, where only these have changed. */
const timesEveryMs = 10_000

/** Tells the sessions of this machine as lines (`app/observed/told-lines.ts`) until the result is called. */
export function serveSessions({ request, clock, version, write }: ServeParts): () => void {
  const { kinds, places } = request
  const open = new Map<string, ObservedSource>()
  let count = 0
  let last = { sessions: '', order: '', atMs: -Infinity }
  write(startLine(version))

  function observe(found: FoundSession): ObservedSource {
    const number = ++count
    const tell = (told: ToldOfSession): void => write(toldLine(number, told))
    const kind = kindOf(kinds, found)
    tell({ type: 'session', session: found })
    return kind.observe(
      found,
      {
        began: (atMs) => tell({ type: 'began', atMs }),
        // The other side reads the events of messages from these.
        events: (events) => {
          if (kind.isInferred) for (const event of events) tell({ type: 'event', event })
        },
        wire: (record) => tell({ type: 'record', record }),
        begunAnew: () => tell({ type: 'session', session: found }),
        status: (status) => tell({ type: 'status', status }),
        notUnderstood: (what) => tell({ type: 'fault', ...what }),
      },
      clock,
      'listed',
    )
  }

  function tellFound(found: readonly FoundSession[]): void {
    const sessions = sessionsLine(found)
    const order = found.map(listedId).join('\n')
    const nowMs = clock.nowMs()
    if (sessions === last.sessions || (order === last.order && nowMs - last.atMs < timesEveryMs)) return
    last = { sessions, order, atMs: nowMs }
    write(sessions)
  }

  const survey: SessionSurvey = new SessionSurvey({
    kinds,
    places,
    clock,
    start: { infersPlans: true },
    reads: false,
    onChange() {
      const { found } = survey
      tellFound(found)
      const wanted = new Map(found.slice(0, observedAtMost).map((each) => [listedId(each), each]))
      for (const [id, source] of open) {
        if (wanted.has(id)) continue
        source.close()
        open.delete(id)
      }
      for (const [id, each] of wanted) if (!open.has(id)) open.set(id, observe(each))
    },
  })
  let cancelTimer: () => void = () => undefined
  const staysAlive = (): void => {
    write(aliveLine)
    cancelTimer = clock.after(aliveEveryMs, staysAlive, 'alive')
  }
  cancelTimer = clock.after(aliveEveryMs, staysAlive, 'alive')
  return () => {
    cancelTimer()
    survey.close()
    for (const source of open.values()) source.close()
  }
}
