import type { Session } from '../../app/state/session.ts'

/** An agent at work that has said nothing for this long is quiet: what it will not do can be guessed by then. */
const quietMs = 5000

/** When the session's agent will have been quiet for long enough; null where it does not work. */
export function quietAt({ turn, heardAtMs }: Session): number | null {
  return turn.state === 'working' ? Math.max(turn.sinceMs, heardAtMs ?? 0) + quietMs : null
}

/** The session's turn is over, or its agent is quiet. */
export function isQuiet(session: Session, nowMs: number): boolean {
  const atMs = quietAt(session)
  return atMs === null || nowMs >= atMs
}
