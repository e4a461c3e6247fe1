/** A removed plan's rows take this long to leave. */
export const removalMs = 700
/** Changed, new and dropped entries are marked for this long. */
export const markMs = 1500
/** How long a message stands in the status line. */
export const messageMs = 4000
/** How long a remark about a removed plan stands. */
export const removalRemarkMs = 8000
/** A second `q` or Ctrl-C within this quits although the agent works or a question waits. */
export const quitArmedMs = 3000
/** A second Escape within this cancels the turn. */
export const cancelArmedMs = 2000
/** Letters that follow each other within this are a text that somebody types. */
export const typingGapMs = 1000
/** A letter that ends or starts something waits so long for another one: then it was typed, and not meant. */
export const heldMs = 300
/** Least time between two frames; the second after a pause needs none (`frame-loop.ts`). */
export const frameMs = 16

/** The earliest of moments, leaving out the nulls; null when nothing is due. */
export function earliest(...moments: readonly (number | null)[]): number | null {
  let first: number | null = null
  for (const moment of moments) if (moment !== null && (first === null || moment < first)) first = moment
  return first
}

/** The next moment after `nowMs` when the whole seconds since `sinceMs` change. */
export function nextSecond(sinceMs: number, nowMs: number): number {
  return nowMs + untilSecond(nowMs - sinceMs)
}

/** Milliseconds until the whole seconds of a time that grows change. */
export function untilSecond(milliseconds: number): number {
  return 1000 - (Math.max(0, milliseconds) % 1000)
}

/** The next moment after `nowMs` when the whole seconds until `atMs` change. */
export function secondBefore(atMs: number, nowMs: number): number {
  return nowMs + ((atMs - nowMs) % 1000 || 1000)
}
