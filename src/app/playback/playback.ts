import type { Speed } from '../../lib/clock.ts'
import { fail, ok, type Result } from '../../lib/result.ts'

/** A captioned moment of a recording, in milliseconds since its start. */
export interface Marker {
  readonly atMs: number
  /** Raw. */
  readonly text: string
}

/** The replay of a recording. Its position is the time at which a frame is drawn. */
export interface Playback {
  readonly state:
    | 'playing'
    | 'paused'
    /** Jumping to another position. */
    | 'seeking'
    /** At the end of a recording that is still being written. */
    | 'waiting'
    | 'ended'
  readonly speed: Speed
  readonly isLooping: boolean
  /** Changes of plans up to here. */
  readonly change: number
  /** Of the whole recording, as far as it was scanned. */
  readonly extent: PlaybackExtent
}

/** The contents of a recording. */
export interface PlaybackExtent {
  readonly durationMs: number
  readonly changes: number
  /** In order; only the first ones if there are very many. */
  readonly markers: readonly Marker[]
  /** The whole recording was scanned. */
  readonly isWhole: boolean
}

/** The user's commands for a replay. A negative `by` goes backwards. */
export type PlaybackOrder =
  | { readonly type: 'pause-or-play' }
  | { readonly type: 'step-frame'; readonly by: 1 | -1 }
  | { readonly type: 'step-change'; readonly by: 1 | -1 }
  | { readonly type: 'step-marker'; readonly by: 1 | -1 }
  | { readonly type: 'go-to'; readonly atMs: number }
  | { readonly type: 'go-by'; readonly byMs: number }
  | { readonly type: 'change-speed'; readonly by: 1 | -1 }
  | { readonly type: 'loop' }

export interface PlaybackControl {
  /** Returns at once; its effects are changes of the state. */
  order(order: PlaybackOrder): void
}

/** The speeds that keys step through. */
const speeds: readonly Speed[] = [0.25, 0.5, 1, 2, 4, 8, 16, 32, 'max']

/** The next speed up or down; the same at the ends. */
export function changedSpeed(speed: Speed, by: 1 | -1): Speed {
  const value = speedValue(speed)
  return by > 0
    ? (speeds.find((other) => speedValue(other) > value) ?? speed)
    : (speeds.findLast((other) => speedValue(other) < value) ?? speed)
}

function speedValue(speed: Speed): number {
  return speed === 'max' ? Number.POSITIVE_INFINITY : speed
}

/** Maps real time to the time of a recording: where it was at `realMs`, and its rate. 0: paused. */
export interface PlaybackTime {
  readonly atMs: number
  readonly realMs: number
  readonly rate: number
}

/** The time of the recording at a moment of real time; both in milliseconds. */
export function playbackTimeAt(time: PlaybackTime, realMs: number): number {
  return time.atMs + Math.max(0, realMs - time.realMs) * time.rate
}

/** When the recording will reach a time, in real time; null: it is paused, or past it. */
export function realTimeOf(time: PlaybackTime, atMs: number): number | null {
  return time.rate <= 0 || atMs < time.atMs ? null : time.realMs + (atMs - time.atMs) / time.rate
}

/**
 * When the next record is due, in the time of the recording, and how much of that time is skipped before it: of a
 * longer pause only the first `idleLimitMs` are replayed (null: all of it).
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

/** So close behind a marker, “previous” means the one before it. */
const atMarkerMs = 1000

/** The time of the next or previous marker; the end or the start if there is none. */
export function markerFrom(extent: PlaybackExtent, atMs: number, by: 1 | -1): number {
  return by > 0
    ? (extent.markers.find((marker) => marker.atMs > atMs)?.atMs ?? extent.durationMs)
    : (extent.markers.findLast((marker) => marker.atMs < atMs - atMarkerMs)?.atMs ?? 0)
}

/**
 * Parses a time in a recording, in milliseconds: `1:30`, `1:02:03`, `90`, `45s`, `1m30s`, `2h`, each with a fraction
 * of its last part. null: not a time.
 */
export function readMoment(text: string): number | null {
  const written = text.trim()
  const parts = (clockTime.exec(written) ?? unitsOfTime.exec(written))?.groups
  if (parts === undefined || Object.values(parts).every((part) => part === undefined)) return null
  const { hours = 0, minutes = 0, seconds = 0 } = parts
  return (Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds)) * 1000
}

const clockTime = /^(?:(?:(?<hours>\d{1,4}):)?(?<minutes>\d{1,4}):)?(?<seconds>\d{1,9}(?:\.\d{1,9})?)$/
const unitsOfTime =
  /^(?:(?<hours>\d{1,4}) ?h)? ?(?:(?<minutes>\d{1,6}) ?m(?:in)?)? ?(?:(?<seconds>\d{1,9}(?:\.\d{1,9})?) ?s)?$/

/** A moment of a recording, as given on the command line and typed on the screen. A marker's time is known once it was read. */
export type Moment =
  | { readonly type: 'time'; readonly atMs: number }
  | { readonly type: 'end' }
  /** From 1. */
  | { readonly type: 'mark-number'; readonly number: number }
  | { readonly type: 'mark'; readonly text: string }

/** The pattern of a time, for larger expressions: `75`, `1.5s`, `1m30s`, `1:15`, `1:02:03`. `readMoment` parses it. */
export const timePattern = String.raw`(?:\d+:)?\d+:\d\d(?:\.\d+)?|(?:\d+(?:\.\d+)?[hms])+|\d+(?:\.\d+)?`

const wholeTime = new RegExp(`^(?:${timePattern})$`)

/** Parses a moment, or says what is expected. Anything that is not a time is the text of a marker. */
export function parseMoment(text: string): Result<Moment, string> {
  const trimmed = text.trim()
  if (trimmed === '') return fail('a time (75, 1:15), end, or a marker (#2, or what it says)')
  if (trimmed.toLowerCase() === 'end') return ok({ type: 'end' })
  const number = /^#(\d{1,6})$/.exec(trimmed)?.[1]
  if (number !== undefined)
    return Number(number) > 0 ? ok({ type: 'mark-number', number: Number(number) }) : fail('#1 or more')
  const atMs = wholeTime.test(trimmed) ? readMoment(trimmed) : null
  if (atMs !== null) return ok({ type: 'time', atMs: Math.round(atMs) })
  // Else a mistyped time would be taken for the text of a marker.
  return /^[-+.\d][\d.:,]*\s*(?:m?s|min|m|h)?$/i.test(trimmed)
    ? fail('a time as in 75, 7.5 or 1:15')
    : ok({ type: 'mark', text: trimmed })
}

/** A marker that was read, and its number among all. */
export interface ReachedMarker {
  readonly text: string
  readonly number: number
}

export function isMarker(moment: Moment, marker: ReachedMarker): boolean {
  if (moment.type === 'mark-number') return moment.number === marker.number
  return moment.type === 'mark' && moment.text.toLowerCase() === marker.text.trim().toLowerCase()
}
