import { writeJson } from './json/write-json.ts'
import { fail, ok, type Result } from './result.ts'

/** How many times faster than told a scenario is played; `max`: without any wait. */
export type Speed = number | 'max'

/** Reads a speed as people write it: a number above 0, or `0` or `max` for no waits at all. */
export function parseSpeed(text: string): Result<Speed, string> {
  if (text === 'max') return ok('max')
  const speed = text.trim() === '' ? Number.NaN : Number(text)
  if (!Number.isFinite(speed) || speed < 0)
    return fail(`a speed is a number from 0 up, or max; got ${writeJson(text)}`)
  return ok(speed === 0 ? 'max' : speed)
}

/** Reads the longest pause that is waited for, in seconds, as milliseconds. */
export function parseIdleLimit(text: string): Result<number, string> {
  const seconds = text.trim() === '' ? Number.NaN : Number(text)
  if (!Number.isFinite(seconds) || seconds < 0)
    return fail(`an idle limit is a number of seconds from 0 up; got ${writeJson(text)}`)
  return ok(seconds * 1000)
}
