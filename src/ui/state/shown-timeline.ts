import type { TimelineState } from '../timeline/timeline-state.ts'
import type { UiState } from './ui-state.ts'

/** The timeline, where it is what the screen shows of the plan; null: a panel, a diff view or the plan itself is. */
export function shownTimeline({ timeline, panel, diff, tab }: UiState): TimelineState | null {
  const isCovered = panel !== null || (diff !== null && diff.tab === tab)
  return isCovered ? null : timeline
}
