import type { LintRule } from './lint-rule.ts'
import { decodedProblems } from './rules/decoded-problems.ts'
import { entriesLost } from './rules/entries-lost.ts'
import { fileUriRelative } from './rules/file-uri.ts'
import { planNotOffered } from './rules/plan-capability.ts'
import { planIdsMixed, planTwoIds } from './rules/plan-ids.ts'
import { planTypeUnknown, priorityUnknown, statusUnknown } from './rules/plan-words.ts'
import { proposalDiffers } from './rules/proposals.ts'
import { removalOfNothing, updateAfterRemoval } from './rules/removed-plans.ts'
import { requestUnanswered } from './rules/requests.ts'
import { sentAgain } from './rules/sent-again.ts'
import { statusBack, twoInProgress } from './rules/step-progress.ts'
import { turnEndsInProgress } from './rules/turn-end.ts'

/** All rules, in the order of lists: what plans are, how they change, what surrounds them, what cannot be read. */
export const lintRules: readonly LintRule[] = [
  planTwoIds,
  planIdsMixed,
  planNotOffered,
  planTypeUnknown,
  statusUnknown,
  priorityUnknown,
  fileUriRelative,
  entriesLost,
  statusBack,
  twoInProgress,
  sentAgain,
  updateAfterRemoval,
  removalOfNothing,
  turnEndsInProgress,
  proposalDiffers,
  requestUnanswered,
  ...decodedProblems,
]

const byId: ReadonlyMap<string, LintRule> = new Map(lintRules.map((rule) => [rule.id, rule]))

/** The rule with an id. */
export function lintRuleOf(id: string): LintRule | undefined {
  return byId.get(id)
}
