import { readMoment } from './playback.ts'
import { fail, ok, type Result } from '../../lib/result.ts'

/** A moment of a recording, as it is named on the command line and typed on the screen. A mark's time is known once it has come. */
export type Moment =
  | { readonly type: 'time'; readonly atMs: number }
  | { readonly type: 'end' }
  /** From 1. */
  | { readonly type: 'mark-number'; readonly number: number }
  | { readonly type: 'mark'; readonly text: string }

/** How a time looks, for expressions that look for one: `75`, `1.5s`, `1m30s`, `1:15`, `1:02:03`. `readMoment` reads them. */
export const timePattern = String.raw`(?:\d+:)?\d+:\d\d(?:\.\d+)?|(?:\d+(?:\.\d+)?[hms])+|\d+(?:\.\d+)?`

const wholeTime = new RegExp(`^(?:${timePattern})$`)

/** Reads a moment, or says what would have been right. Whatever is no time is what a marker says. */
export function parseMoment(text: string): Result<Moment, string> {
  const trimmed = text.trim()
  if (trimmed === '') return fail('a time (75, 1:15), end, or a marker (#2, or what it says)')
  if (trimmed.toLowerCase() === 'end') return ok({ type: 'end' })
  const number = /^#(\d{1,6})$/.exec(trimmed)?.[1]
  if (number !== undefined)
    return Number(number) > 0 ? ok({ type: 'mark-number', number: Number(number) }) : fail('#1 or more')
  const atMs = wholeTime.test(trimmed) ? readMoment(trimmed) : null
  if (atMs !== null) return ok({ type: 'time', atMs: Math.round(atMs) })
  // Else a slip in a time would look for a marker of that name.
  return /^[-+.\d][\d.:,]*\s*(?:m?s|min|m|h)?$/i.test(trimmed)
    ? fail('a time as in 75, 7.5 or 1:15')
    : ok({ type: 'mark', text: trimmed })
}

/** A mark that has come, and its place among all. */
export interface ComeMark {
  readonly text: string
  readonly number: number
}

export function isMark(moment: Moment, mark: ComeMark): boolean {
  if (moment.type === 'mark-number') return moment.number === mark.number
  return moment.type === 'mark' && moment.text.toLowerCase() === mark.text.trim().toLowerCase()
}
