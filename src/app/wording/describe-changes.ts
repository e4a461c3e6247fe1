import { safe, safeLine, type SafeText } from '../../lib/text/safe-text.ts'
import type { ChangeCounts, Comparison } from '../../plans/comparison/comparison.ts'

/** What has changed in a plan, without its progress: `2 steps added, 1 reworded, 1 gone`; '' if nothing has. */
export function describeChanges({
  unit,
  counts: { added, reworded, gone, moved },
}: {
  readonly unit: Comparison['unit']
  readonly counts: ChangeCounts
}): SafeText {
  const parts = [
    { count: added, what: 'added' },
    { count: reworded, what: 'reworded' },
    { count: gone, what: 'gone' },
    { count: moved, what: 'moved' },
  ].filter(({ count }) => count > 0)
  const words = parts.map(({ count, what }, at) =>
    at > 0 ? `${count} ${what}` : `${count} ${count === 1 ? unit : `${unit}s`} ${what}`,
  )
  return safeLine(words.join(', '))
}

/** About a list that may differ from the agent's. */
export const uncertainSentence: SafeText = safe`Not every change of the list was told or understood: it may be incomplete.`
