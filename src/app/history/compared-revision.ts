import { comparedContent, type ComparedContent } from '../../plans/comparison/compare-revisions.ts'
import type { Revision } from './plan-history.ts'

/** A revision as it is compared with others; null: a file plan whose document has not been read. */
export function comparedRevision({ plan, document }: Revision): ComparedContent | null {
  return comparedContent(plan.body, document?.text ?? null)
}
