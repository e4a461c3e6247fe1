import { safe, safeLine, type SafeText } from '../../lib/text/safe-text.ts'

interface Glyphs {
  readonly completed: string
  readonly inProgress: string
  readonly unfinished: string
  readonly pending: string
  readonly cancelled: string
  readonly unknown: string
}

const unicodeGlyphs: Glyphs = {
  completed: '✓',
  inProgress: '»',
  unfinished: '◐',
  pending: '○',
  cancelled: '⊘',
  unknown: '?',
}
const asciiGlyphs: Glyphs = {
  completed: 'x',
  inProgress: '>',
  unfinished: 'o',
  pending: '.',
  cancelled: '-',
  unknown: '?',
}

/** A step in progress is `unfinished` if the agent is not working. */
export interface StatusLook {
  readonly isAscii: boolean
  readonly isAtWork: boolean
}

/** The symbol of a status, the same as on the screen. */
export function statusGlyph(status: string, { isAscii, isAtWork }: StatusLook): SafeText {
  const glyphs = isAscii ? asciiGlyphs : unicodeGlyphs
  switch (status) {
    case 'completed':
      return safeLine(glyphs.completed)
    case 'in_progress':
      return safeLine(isAtWork ? glyphs.inProgress : glyphs.unfinished)
    case 'pending':
      return safeLine(glyphs.pending)
    case 'cancelled':
      return safeLine(glyphs.cancelled)
    default:
      return safeLine(glyphs.unknown)
  }
}

/** A status in words; for an unknown status the agent's word. */
export function statusWord(status: string, isAtWork = true): SafeText {
  if (status === 'in_progress' && !isAtWork) return safe`unfinished`
  return safeLine(status === '' ? 'no status' : status.slice(0, 60).replaceAll('_', ' '))
}

export function isKnownStatus(status: string): boolean {
  return status === 'completed' || status === 'in_progress' || status === 'pending' || status === 'cancelled'
}

/** `high`, `low` or the agent's word; null: medium or none. */
export function priorityWord(priority: string): SafeText | null {
  return priority === '' || priority === 'medium' ? null : safeLine(priority.slice(0, 60))
}
