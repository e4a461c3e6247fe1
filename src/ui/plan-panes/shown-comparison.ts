import { memoLast } from '../../lib/memo.ts'
import { isPrefix } from '../../lib/sequences.ts'
import { comparedPair, type ComparedContent, compareSteps } from '../../plans/comparison/compare-revisions.ts'
import { compareTexts } from '../../plans/comparison/compare-texts.ts'
import type { Comparison } from '../../plans/comparison/comparison.ts'

// The last results are cached, so that nothing is compared for each frame.
const comparedSteps = memoLast(compareSteps)
const comparedTexts = memoLast(compareTexts)

/** The text that was compared last, with what. */
let last: { readonly before: string; readonly after: string } | null = null

/** Longer texts are not compared with each piece that comes. */
const comparedAtOnce = 20_000

/**
 * The comparison of the shown plan with its baseline. While a long text is streamed (`isGrowing`), that of the text so far; null if
 * there is none.
 */
export function shownComparison(
  before: ComparedContent,
  after: ComparedContent,
  isGrowing: boolean,
): Comparison | null {
  const pair = comparedPair(before, after)
  if (pair.type === 'steps') return comparedSteps(pair.before, pair.after)
  const { before: old, after: now } = pair
  if (isGrowing && now.length > comparedAtOnce)
    return last?.before === old && isPrefix(last.after, now) ? comparedTexts(old, last.after) : null
  last = { before: old, after: now }
  return comparedTexts(old, now)
}
