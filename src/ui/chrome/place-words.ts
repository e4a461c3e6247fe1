import { safe, type SafeText } from '../../lib/text/safe-text.ts'
import type { DetailView } from '../state/shown-question.ts'

/** What is selected in a list, by its index, and how many there are. */
export interface SelectedPlace {
  readonly at: number
  readonly total: number
}

/** The selected one of several: `3 of 8`. */
export function selectedWords({ at, total }: SelectedPlace): SafeText {
  return safe`${at + 1} of ${total}`
}

/** The visible lines of a text: `3–7 of 40`; `3 of 40` if only one is. */
export function visibleWords({ top, visible, total }: DetailView): SafeText {
  if (visible === 1) return selectedWords({ at: top, total })
  return safe`${top + 1}–${Math.min(total, top + visible)} of ${total}`
}
