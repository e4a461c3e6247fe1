import type { TimelineState } from '../timeline/timeline-state.ts'
import type { UiState } from './ui-state.ts'

/** The timeline, where it is what the screen shows of the plan; null: there is no plan, or a panel, a diff view or the plan itself is shown. */
export function shownTimeline({ timeline, panel, diff, tab }: UiState): TimelineState | null {
  const isCovered = tab === null || panel !== null || (diff !== null && diff.tab === tab)
  return isCovered ? null : timeline
}
