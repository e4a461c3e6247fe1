import { safe, type SafeText } from './safe-text.ts'

/** `0:41`, `12:05`, `1:02:03`: a step's time. A negative time counts as 0. */
export function clockTime(milliseconds: number): SafeText {
  const seconds = Math.max(0, Math.floor(milliseconds / 1000))
  const hours = Math.floor(seconds / 3600)
  const minutes = Math.floor(seconds / 60) % 60
  return hours > 0
    ? safe`${hours}:${padded(minutes)}:${padded(seconds % 60)}`
    : safe`${minutes}:${padded(seconds % 60)}`
}

/** `41s`, `2m10s`, `1h02m`: a duration in a sentence. */
export function spokenTime(milliseconds: number): SafeText {
  const seconds = Math.max(0, Math.floor(milliseconds / 1000))
  if (seconds < 60) return safe`${seconds}s`
  if (seconds < 3600) return safe`${Math.floor(seconds / 60)}m${padded(seconds % 60)}s`
  return safe`${Math.floor(seconds / 3600)}h${padded(Math.floor(seconds / 60) % 60)}m`
}

/** The same for something that is finished: `<1s` instead of `0s`. */
export function tookTime(milliseconds: number): SafeText {
  return milliseconds < 1000 ? safe`<1s` : spokenTime(milliseconds)
}

/** The time of a finished step: `<1s`, else as `clockTime`; '' for 0. */
export function tookClockTime(milliseconds: number): SafeText {
  if (milliseconds >= 1000) return clockTime(milliseconds)
  return milliseconds === 0 ? safe`` : safe`<1s`
}

/** `41s`, `2m`, `26h`: how long ago something was, in its largest unit. */
export function coarseTime(milliseconds: number): SafeText {
  const seconds = Math.max(0, Math.floor(milliseconds / 1000))
  if (seconds < 60) return safe`${seconds}s`
  return seconds < 3600 ? safe`${Math.floor(seconds / 60)}m` : safe`${Math.floor(seconds / 3600)}h`
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

/** `45s`, `9m`, `1h20m`, `3d`: a duration without what does not matter. */
export function roughTime(milliseconds: number): SafeText {
  const minutes = Math.round(Math.max(0, milliseconds) / 60_000)
  if (milliseconds < 59_500) return safe`${Math.round(Math.max(0, milliseconds) / 1000)}s`
  if (minutes < 60) return safe`${minutes}m`
  if (minutes < 48 * 60)
    return minutes % 60 === 0
      ? safe`${minutes / 60}h`
      : safe`${Math.floor(minutes / 60)}h${padded(minutes % 60)}m`
  return safe`${Math.round(minutes / 1440)}d`
}

/** At least two digits. */
function padded(value: number): SafeText {
  return String(value).padStart(2, '0') as SafeText
}
