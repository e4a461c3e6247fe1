import type { Session } from '../../app/state/session.ts'
/** A removed plan's rows take this long to leave. */
export const removalMs = 700
/** Changed, new and dropped entries are marked for this long. */
export const freshMs = 1500
/** How long a message is shown in the status line. */
export const messageMs = 4000
/** How long the name of a file is shown that the user may want to type. */
export const fileMessageMs = 15_000
/** How long the status line shows a remark, a notice of the agent, or that a plan was removed. */
export const remarkMs = 8000
/** A second `q` or Ctrl-C within this quits although the agent works or a question waits. */
export const quitArmedMs = 3000
/** Clicks within this time of each other are one gesture: a double click takes effect once. */
export const gestureMs = 400
/** A second Escape within this cancels the turn. */
export const cancelArmedMs = 2000
/** Letters typed within this time of each other count as text. */
export const typingGapMs = 1000
/** A letter that ends or starts something is held back for this long: if another one follows, both are text and no command. */
export const heldMs = 300
/** Least time between two frames; the second after a pause needs none (`frame-loop.ts`). */
export const frameMs = 16
/** The same for frames that only events ask for: nobody reads more than 25 contents in a second. */
export const eventFrameMs = 40

/** The earliest of some moments, ignoring nulls; null without any. */
export function earliest(moments: readonly (number | null)[]): number | null {
  let first: number | null = null
  for (const moment of moments) if (moment !== null && (first === null || moment < first)) first = moment
  return first
}

/** When the count of whole seconds since `sinceMs` changes next. */
export function nextSecond(sinceMs: number, nowMs: number): number {
  return nowMs + untilSecond(nowMs - sinceMs)
}

/** Milliseconds until the count of whole seconds of a growing duration changes. */
export function untilSecond(milliseconds: number): number {
  return 1000 - (Math.max(0, milliseconds) % 1000)
}

/** When the `shortTime` in one unit since `sinceMs` changes next. */
export function nextCoarse(sinceMs: number, nowMs: number): number {
  const passedMs = Math.max(0, nowMs - sinceMs)
  const unitMs = passedMs < 60_000 ? 1000 : passedMs < 3_600_000 ? 60_000 : 3_600_000
  return nowMs + unitMs - (passedMs % unitMs)
}

/** When the count of whole seconds until `atMs` changes next. */
export function secondBefore(atMs: number, nowMs: number): number {
  return nowMs + ((atMs - nowMs) % 1000 || 1000)
}

/** A working agent is quiet when it has sent nothing for this long: only then the screen says what it does not send. */
const quietMs = 5000

/** When the session's agent will count as quiet; null while it is not working. */
export function quietAt({ turn, lastOutputAtMs }: Session): number | null {
  return turn.state === 'working' ? Math.max(turn.sinceMs, lastOutputAtMs ?? 0) + quietMs : null
}

/** The session's turn is over, or its agent is quiet. */
export function isQuiet(session: Session, nowMs: number): boolean {
  const atMs = quietAt(session)
  return atMs === null || nowMs >= atMs
}
