import { readMoment } from './playback.ts'
import { fail, ok, type Result } from '../../lib/result.ts'

/**
 * A moment of a recording, as given on the command line and typed on the screen. A mark's time is known once it was
 * read.
 */
export type Moment =
  | { readonly type: 'time'; readonly atMs: number }
  | { readonly type: 'end' }
  /** From 1. */
  | { readonly type: 'mark-number'; readonly number: number }
  | { readonly type: 'mark'; readonly text: string }

/** The pattern of a time, for larger expressions: `75`, `1.5s`, `1m30s`, `1:15`, `1:02:03`. `readMoment` parses it. */
export const timePattern = String.raw`(?:\d+:)?\d+:\d\d(?:\.\d+)?|(?:\d+(?:\.\d+)?[hms])+|\d+(?:\.\d+)?`

const wholeTime = new RegExp(`^(?:${timePattern})$`)

/** Parses a moment, or says what is expected. Anything that is not a time is the text of a mark. */
export function parseMoment(text: string): Result<Moment, string> {
  const trimmed = text.trim()
  if (trimmed === '') return fail('a time (75, 1:15), end, or a marker (#2, or what it says)')
  if (trimmed.toLowerCase() === 'end') return ok({ type: 'end' })
  const number = /^#(\d{1,6})$/.exec(trimmed)?.[1]
  if (number !== undefined)
    return Number(number) > 0 ? ok({ type: 'mark-number', number: Number(number) }) : fail('#1 or more')
  const atMs = wholeTime.test(trimmed) ? readMoment(trimmed) : null
  if (atMs !== null) return ok({ type: 'time', atMs: Math.round(atMs) })
  // Else a mistyped time would be taken for the text of a mark.
  return /^[-+.\d][\d.:,]*\s*(?:m?s|min|m|h)?$/i.test(trimmed)
    ? fail('a time as in 75, 7.5 or 1:15')
    : ok({ type: 'mark', text: trimmed })
}

/** A mark that was read, and its number among all. */
export interface ComeMark {
  readonly text: string
  readonly number: number
}

export function isMark(moment: Moment, mark: ComeMark): boolean {
  if (moment.type === 'mark-number') return moment.number === mark.number
  return moment.type === 'mark' && moment.text.toLowerCase() === mark.text.trim().toLowerCase()
}
