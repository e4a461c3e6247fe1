import { safe, type SafeText } from '../../lib/text/safe-text.ts'
import type { SelectedPlace, ShownRows } from '../state/shown.ts'

/** The selected one of several: `3 of 8`. */
export function selectedWords({ at, total }: SelectedPlace): SafeText {
  return safe`${at + 1} of ${total}`
}

/** The visible lines of a text: `3–7 of 40`; `3 of 40` if only one is. */
export function visibleWords({ top, visible, total }: ShownRows): SafeText {
  if (visible === 1) return selectedWords({ at: top, total })
  return safe`${top + 1}–${Math.min(total, top + visible)} of ${total}`
}
