import { own, safeLine, type SafeText } from '../../lib/text/safe-text.ts'

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

/** How steps are written: what is in progress is `unfinished` where nobody is at work. */
export interface StatusLook {
  readonly isAscii: boolean
  readonly isAtWork: boolean
}

/** The sign of a step's status, the same as on the screen. */
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

/** A step's status in words; the agent's own word where it is none of the protocol's. */
export function statusWord(status: string, isAtWork = true): SafeText {
  if (status === 'in_progress' && !isAtWork) return own`unfinished`
  return safeLine(status === '' ? 'no status' : status.slice(0, 60).replaceAll('_', ' '))
}

export function isKnownStatus(status: string): boolean {
  return status === 'completed' || status === 'in_progress' || status === 'pending' || status === 'cancelled'
}

/** `high`, `low` or the agent's own word; null for what goes without saying. */
export function priorityWord(priority: string): SafeText | null {
  return priority === '' || priority === 'medium' ? null : safeLine(priority.slice(0, 60))
}
