/** How fast a recording is shown; `max`: without any wait. */
export type PlaybackSpeed = number | 'max'

/** A place in a recording that somebody marked, in milliseconds since its start. */
export interface PlaybackMark {
  readonly atMs: number
  /** Raw. */
  readonly text: string
}

/** A recording that is being shown, for the screen; where it stands is the time that the frame is drawn at. */
export interface Playback {
  readonly state:
    | 'playing'
    | 'paused'
    /** On the way to another place of it. */
    | 'seeking'
    /** At the end of a recording that grows. */
    | 'waiting'
    /** It has ended, and rests. */
    | 'ended'
  readonly speed: PlaybackSpeed
  readonly isLooping: boolean
  /** Changes of plans until here. */
  readonly change: number
  /** Of all of it, as far as it was looked through. */
  readonly extent: PlaybackExtent
}

/** What there is in a recording. */
export interface PlaybackExtent {
  readonly durationMs: number
  readonly changes: number
  /** In their order; of very many the first ones. */
  readonly marks: readonly PlaybackMark[]
  /** All of it was looked through. */
  readonly isWhole: boolean
}

/** What the user may ask of a recording. `by` is how far, backwards when it is negative. */
export type PlaybackOrder =
  | { readonly type: 'pause-or-play' }
  | { readonly type: 'step-frame'; readonly by: 1 | -1 }
  | { readonly type: 'step-change'; readonly by: 1 | -1 }
  | { readonly type: 'step-mark'; readonly by: 1 | -1 }
  | { readonly type: 'go-to'; readonly atMs: number }
  | { readonly type: 'go-by'; readonly byMs: number }
  | { readonly type: 'change-speed'; readonly by: 1 | -1 }
  | { readonly type: 'loop' }

/** Shows a recording. */
export interface PlaybackControl {
  /** Returns at once; what comes of it is a change of the state. */
  order(order: PlaybackOrder): void
}

/** The speeds that keys lead through. */
const speeds: readonly PlaybackSpeed[] = [0.25, 0.5, 1, 2, 4, 8, 16, 32, 'max']

/** The next speed up or down; the same at the ends. */
export function changedSpeed(speed: PlaybackSpeed, by: 1 | -1): PlaybackSpeed {
  const value = speedValue(speed)
  return by > 0
    ? (speeds.find((other) => speedValue(other) > value) ?? speed)
    : (speeds.findLast((other) => speedValue(other) < value) ?? speed)
}

function speedValue(speed: PlaybackSpeed): number {
  return speed === 'max' ? Number.POSITIVE_INFINITY : speed
}

/** How the time of a recording passes: where it stood at a moment of the real time, and how fast it goes. 0: it stands. */
export interface PlaybackTime {
  readonly atMs: number
  readonly realMs: number
  readonly rate: number
}

export function playbackTimeAt(time: PlaybackTime, realMs: number): number {
  return time.atMs + Math.max(0, realMs - time.realMs) * time.rate
}

/** The moment of the real time when the recording's will be so far; null: it stands, or is past it already. */
export function realTimeOf(time: PlaybackTime, atMs: number): number | null {
  return time.rate <= 0 || atMs < time.atMs ? null : time.realMs + (atMs - time.atMs) / time.rate
}

/**
 * When the next record is due, in the time of the recording, and how much of that time is left out before it: of a longer
 * pause only its first `idleLimitMs` are waited for (null: all of it).
 */
export function dueAfter(
  lastMs: number,
  nextMs: number,
  idleLimitMs: number | null,
): { readonly atMs: number; readonly skipsMs: number } {
  const gapMs = nextMs - lastMs
  return idleLimitMs === null || gapMs <= idleLimitMs
    ? { atMs: nextMs, skipsMs: 0 }
    : { atMs: lastMs + idleLimitMs, skipsMs: gapMs - idleLimitMs }
}

/** Standing so near behind a mark, the one before it is meant. */
const atMarkMs = 1000

/** Where the next mark stands, or the one before; the end or the beginning where there is none. */
export function markFrom(extent: PlaybackExtent, atMs: number, by: 1 | -1): number {
  return by > 0
    ? (extent.marks.find((mark) => mark.atMs > atMs)?.atMs ?? extent.durationMs)
    : (extent.marks.findLast((mark) => mark.atMs < atMs - atMarkMs)?.atMs ?? 0)
}

/**
 * A moment of a recording as people write it, in milliseconds: `1:30`, `1:02:03`, `90`, `45s`, `1m30s`, `2h`, each with a
 * fraction of its last part. null: it is none.
 */
export function readMoment(text: string): number | null {
  const written = text.trim()
  return readClock(written) ?? readUnits(written)
}

function readClock(text: string): number | null {
  const parts = /^(?:(?:(?<hours>\d{1,4}):)?(?<minutes>\d{1,4}):)?(?<seconds>\d{1,9}(?:\.\d{1,9})?)$/.exec(
    text,
  )?.groups
  if (parts === undefined) return null
  const { hours = 0, minutes = 0, seconds = 0 } = parts
  return (Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds)) * 1000
}

function readUnits(text: string): number | null {
  const parts =
    /^(?:(?<hours>\d{1,4}) ?h)? ?(?:(?<minutes>\d{1,6}) ?m(?:in)?)? ?(?:(?<seconds>\d{1,9}(?:\.\d{1,9})?) ?s)?$/.exec(
      text,
    )?.groups
  if (parts === undefined || Object.values(parts).every((part) => part === undefined)) return null
  const { hours = 0, minutes = 0, seconds = 0 } = parts
  return (Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds)) * 1000
}
