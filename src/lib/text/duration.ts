import { own, type SafeText } from './safe-text.ts'

/** `0:41`, `12:05`, `1:02:03`: a step's time. Negative times count as none. */
export function clockTime(milliseconds: number): SafeText {
  const seconds = Math.max(0, Math.floor(milliseconds / 1000))
  const hours = Math.floor(seconds / 3600)
  const minutes = Math.floor(seconds / 60) % 60
  return hours > 0
    ? own`${hours}:${padded(minutes)}:${padded(seconds % 60)}`
    : own`${minutes}:${padded(seconds % 60)}`
}

/** `41s`, `2m10s`, `1h02m`: how long something took, in a sentence. */
export function spokenTime(milliseconds: number): SafeText {
  const seconds = Math.max(0, Math.floor(milliseconds / 1000))
  if (seconds < 60) return own`${seconds}s`
  if (seconds < 3600) return own`${Math.floor(seconds / 60)}m${padded(seconds % 60)}s`
  return own`${Math.floor(seconds / 3600)}h${padded(Math.floor(seconds / 60) % 60)}m`
}

/** The same of what is over: what took less than a second has taken no `0s`. */
export function tookTime(milliseconds: number): SafeText {
  return milliseconds < 1000 ? own`<1s` : spokenTime(milliseconds)
}

/** `<1s`, else as a clock: how long a step took that nobody works on any more; '' where no time has come together. */
export function tookClockTime(milliseconds: number): SafeText {
  if (milliseconds >= 1000) return clockTime(milliseconds)
  return milliseconds === 0 ? own`` : own`<1s`
}

/** `14:03`: the user's time of day at a moment, in milliseconds since the epoch. */
export function timeOfDay(epochMs: number): SafeText {
  const time = new Date(epochMs)
  return own`${padded(time.getHours())}:${padded(time.getMinutes())}`
}

/** Two digits at least. */
function padded(value: number): SafeText {
  return String(value).padStart(2, '0') as SafeText
}
