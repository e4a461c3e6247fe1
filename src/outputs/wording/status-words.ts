import { isGivenUp } from '../../plans/steps/tracked-entry.ts'
import { safe, safeLine, type SafeText, shownLine } from '../../lib/text/safe-text.ts'

/** In Unicode, and in ASCII. */
type Glyph = readonly [string, string]

const givenUp: Glyph = ['⊘', '-']
const knownGlyphs: ReadonlyMap<string, Glyph> = new Map([
  ['completed', ['✓', 'x']],
  ['in_progress', ['»', '>']],
  ['pending', ['○', '.']],
  ['cancelled', givenUp],
  // Not the protocol's: agents that keep their lists themselves have it.
  ['blocked', ['⊟', '!']],
])
const unfinished: Glyph = ['◐', 'o']
const unknown: Glyph = ['?', '?']

/** A step in progress is `unfinished` if the agent is not working. */
export interface StatusLook {
  readonly isAscii: boolean
  readonly isAtWork: boolean
}

/** The symbol of a status, the same as on the screen. */
export function statusGlyph(status: string, { isAscii, isAtWork }: StatusLook): SafeText {
  const isUnfinished = status === 'in_progress' && !isAtWork
  const glyph = isUnfinished
    ? unfinished
    : (knownGlyphs.get(status) ?? (isGivenUp(status) ? givenUp : unknown))
  return safeLine(glyph[isAscii ? 1 : 0])
}

/** A status in words; for an unknown status the agent's word. */
export function statusWord(status: string, isAtWork = true): SafeText {
  if (status === 'in_progress' && !isAtWork) return safe`unfinished`
  return safeLine(status === '' ? 'no status' : status.slice(0, 60).replaceAll('_', ' '))
}

export function isKnownStatus(status: string): boolean {
  return knownGlyphs.has(status)
}

/** `high`, `low` or the agent's word; null: medium or none. */
export function priorityWord(priority: string): SafeText | null {
  return priority === '' || priority === 'medium' ? null : shownLine(priority, 'word')
}
