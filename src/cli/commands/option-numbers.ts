import { fail, ok, type Result } from '../../lib/result.ts'
import { lastValue, type Given } from '../arguments/given.ts'
import type { UsageError } from '../../lib/usage-error.ts'

interface NumberRange {
  readonly least: number
  readonly most: number
  /** What it is where the option is not given. */
  readonly preset: number
}

export function readNumber(given: Given, name: string, range: NumberRange): Result<number, UsageError> {
  const text = lastValue(given, name)
  if (text === null) return ok(range.preset)
  const value = /^(?:\d+\.?\d*|\.\d+)$/.test(text.trim()) ? Number(text) : Number.NaN
  if (value >= range.least && value <= range.most) return ok(value)
  return fail({
    message: `--${name} cannot be “${text}”`,
    hint: `It must be a number from ${range.least} to ${range.most}.`,
  })
}

/** Milliseconds, of an option that is typed in seconds. The range is in seconds, the preset in milliseconds. */
export function readSeconds(given: Given, name: string, range: NumberRange): Result<number, UsageError> {
  const text = lastValue(given, name)
  if (text === null) return ok(range.preset)
  const value = /^(?:\d+\.?\d*|\.\d+)s?$/.test(text.trim())
    ? Number(text.trim().replace(/s$/, ''))
    : Number.NaN
  if (value >= range.least && value <= range.most) return ok(Math.round(value * 1000))
  return fail({
    message: `--${name} cannot be “${text}”`,
    hint: `It must be a number of seconds from ${range.least} to ${range.most}.`,
  })
}
