import { safeLine, type SafeText } from '../lib/text/safe-text.ts'

interface Glyphs {
  readonly completed: string
  readonly inProgress: string
  readonly pending: string
  readonly cancelled: string
  readonly unknown: string
}

const unicodeGlyphs: Glyphs = { completed: '✓', inProgress: '»', pending: '○', cancelled: '⊘', unknown: '?' }
const asciiGlyphs: Glyphs = { completed: 'x', inProgress: '>', pending: '.', cancelled: '-', unknown: '?' }

/** The sign of a step's status, the same as on the screen. */
export function statusGlyph(status: string, isAscii: boolean): SafeText {
  const glyphs = isAscii ? asciiGlyphs : unicodeGlyphs
  switch (status) {
    case 'completed':
      return safeLine(glyphs.completed)
    case 'in_progress':
      return safeLine(glyphs.inProgress)
    case 'pending':
      return safeLine(glyphs.pending)
    case 'cancelled':
      return safeLine(glyphs.cancelled)
    default:
      return safeLine(glyphs.unknown)
  }
}

/** A step's status in words; the agent's own word where it is none of the protocol's. */
export function statusWord(status: string): SafeText {
  return safeLine(status === '' ? 'no status' : status.slice(0, 60).replaceAll('_', ' '))
}

export function isKnownStatus(status: string): boolean {
  return status === 'completed' || status === 'in_progress' || status === 'pending' || status === 'cancelled'
}

/** `high`, `low` or the agent's own word; null for what goes without saying. */
export function priorityWord(priority: string): SafeText | null {
  return priority === '' || priority === 'medium' ? null : safeLine(priority.slice(0, 60))
}
