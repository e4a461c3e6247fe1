import type { PlaybackOrder } from '../../app/playback/playback.ts'
import { isFrame, type Playhead } from './playhead.ts'
import type { Place } from './place.ts'

/** A place of a recording that is looked for. */
export interface Goal {
  /** What is known of it before it is found: who orders a step on the way there means one from there. */
  readonly aim: Partial<Standing>
  /** It is not behind this place: one may begin there. */
  isAhead(place: Standing): boolean
  /** It is here, or before: what comes next is behind it. Asked when the head has read on: no `next` is the end. */
  isHere(head: Playhead): boolean
  /** The time of the recording when one stands there. */
  timeAt(head: Playhead): number
}

/** All that happened until that time. */
export function timeGoal(atMs: number): Goal {
  return {
    aim: { atMs },
    isAhead: (place) => place.atMs <= atMs,
    isHere: ({ next }) => next === null || next.t > atMs,
    timeAt: (head) => (head.next === null ? Math.min(atMs, head.atMs) : atMs),
  }
}

/** Where one stands in a recording. */
export type Standing = Pick<Place, 'atMs' | 'frames' | 'changes'>

/** One frame or one change of a plan further, or back. */
export function steppedGoal(
  { type, by }: Extract<PlaybackOrder, { type: 'step-frame' | 'step-change' }>,
  { frames, changes }: Standing,
): Goal {
  return type === 'step-frame' ? frameGoal(Math.max(0, frames + by)) : changeGoal(Math.max(0, changes + by))
}

/** So many frames, and what happened until the next one. */
function frameGoal(frames: number): Goal {
  return {
    aim: { frames },
    isAhead: (place) => place.frames <= frames,
    isHere: ({ next, frames: played }) => next === null || (played >= frames && isFrame(next)),
    timeAt: ({ atMs }) => atMs,
  }
}

/** The moment of a change of a plan; 0: the beginning. */
function changeGoal(changes: number): Goal {
  return {
    aim: { changes },
    isAhead: (place) => place.changes < changes,
    isHere: ({ next, changes: played }) => next === null || played >= changes,
    timeAt: ({ atMs }) => (changes === 0 ? 0 : atMs),
  }
}

/** The end, where it is now. */
export const endGoal: Goal = {
  aim: {},
  isAhead: () => true,
  isHere: ({ next }) => next === null,
  timeAt: ({ atMs }) => atMs,
}
