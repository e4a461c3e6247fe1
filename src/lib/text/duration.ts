import { safe, type SafeText } from './safe-text.ts'
import { counted } from './wording.ts'

/** `0:41`, `12:05`, `1:02:03`: a step's time. One that is not running has taken some: `<1s` in place of `0:00`, and '' for 0. */
export function clockTime(milliseconds: number, isRunning = true): SafeText {
  if (!isRunning && milliseconds < 1000) return milliseconds === 0 ? safe`` : safe`<1s`
  const { seconds, minutes, hours } = wholeUnits(milliseconds)
  return hours > 0
    ? safe`${hours}:${padded(minutes % 60)}:${padded(seconds % 60)}`
    : safe`${minutes}:${padded(seconds % 60)}`
}

/**
 * `41s`, `2m10s`, `1h02m`: a duration in a sentence. `took`: of something that is finished, `<1s` in place of `0s`. `rough`: without
 * what does not matter, `2m`, `1h20m`, `3d`. `unit`: in its largest unit, `2m`, `26h`.
 */
export function shortTime(milliseconds: number, as: 'whole' | 'took' | 'rough' | 'unit' = 'whole'): SafeText {
  if (as === 'took' && milliseconds < 1000) return safe`<1s`
  const { seconds, minutes, hours } = wholeUnits(milliseconds)
  const isShort = as === 'rough' || as === 'unit'
  if (minutes === 0) return safe`${seconds}s`
  if (hours === 0) return isShort ? safe`${minutes}m` : safe`${minutes}m${padded(seconds % 60)}s`
  if (as === 'rough' && hours >= 48) return safe`${Math.round(hours / 24)}d`
  return as === 'unit' ? safe`${hours}h` : safe`${hours}h${padded(minutes % 60)}m`
}

/** `12 ms`, `3.1 s`, `2m10s`: how long something took. `isTight`: in tenths of a second, as `0.4s`, `12.3s`. */
export function preciseTime(milliseconds: number, isTight = false): SafeText {
  const tenths = Math.max(0, Math.round(milliseconds / 100))
  if (tenths >= 600) return shortTime(Math.round(milliseconds / 1000) * 1000)
  const seconds = (tenths / 10).toFixed(1) as SafeText
  if (isTight) return safe`${seconds}s`
  return milliseconds < 1000 ? safe`${Math.max(0, Math.round(milliseconds))} ms` : safe`${seconds} s`
}

/** `1 minute 2 seconds`, `2 hours`: a duration in words, as screen readers say it, without seconds from an hour on. */
export function spokenTime(milliseconds: number): SafeText {
  const { seconds, minutes, hours } = wholeUnits(milliseconds)
  if (seconds === 0) return safe`less than a second`
  const parts = [
    { count: hours, unit: 'hour' },
    { count: minutes % 60, unit: 'minute' },
    { count: hours > 0 ? 0 : seconds % 60, unit: 'second' },
  ]
  const told = parts.filter(({ count }) => count > 0)
  return told.map(({ count, unit }) => counted(count, unit)).join(' ') as SafeText
}

/** The numbers of whole units in a duration. A negative one counts as 0. */
function wholeUnits(milliseconds: number): Record<'seconds' | 'minutes' | 'hours', number> {
  const seconds = Math.max(0, Math.floor(milliseconds / 1000))
  return { seconds, minutes: Math.floor(seconds / 60), hours: Math.floor(seconds / 3600) }
}

/** `14:03`: the local time of day; `epochMs` in milliseconds since the epoch. */
export function timeOfDay(epochMs: number): SafeText {
  const time = new Date(epochMs)
  return safe`${padded(time.getHours())}:${padded(time.getMinutes())}`
}

/** `14:03:07`: the local time of day with seconds. */
export function timeOfDayWithSeconds(epochMs: number): SafeText {
  return safe`${timeOfDay(epochMs)}:${padded(new Date(epochMs).getSeconds())}`
}

/** `Nov 22`: the local day. */
export function dayOfYear(epochMs: number): SafeText {
  const time = new Date(epochMs)
  return safe`${months[time.getMonth()] ?? safe``} ${time.getDate()}`
}

const months: readonly SafeText[] = 'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec'.split(' ') as SafeText[]

/** At least two digits. */
function padded(value: number): SafeText {
  return String(value).padStart(2, '0') as SafeText
}

/** A time relative to `wallMs`, both in milliseconds since the epoch: `2 h ago`, `12 Nov`, `12 Nov 2024`. */
export function past(atMs: number, wallMs: number): SafeText {
  const ago = wallMs - atMs
  const at = new Date(atMs)
  if (Number.isNaN(at.getTime())) return safe``
  const { minutes, hours } = wholeUnits(ago)
  // Another machine's clock may be slightly ahead of ours.
  if (minutes === 0 && ago > -3_600_000) return safe`just now`
  if (ago >= 0 && hours === 0) return safe`${minutes} min ago`
  if (ago >= 0 && hours < 24) return safe`${hours} h ago`
  if (ago >= 0 && hours < 7 * 24) return safe`${counted(Math.floor(hours / 24), 'day')} ago`
  const day = safe`${at.getDate()} ${months[at.getMonth()] ?? safe``}`
  const isThisYear = at.getFullYear() === new Date(wallMs).getFullYear()
  return isThisYear ? day : safe`${day} ${at.getFullYear()}`
}

/** In place of a time that nobody tells. */
export const timeNotTold = safe`time not told`
