import type { LintRule } from './lint-rule.ts'
import { decodedProblems } from './rules/decoded-problems.ts'
import {
  agentUnnamed,
  capabilityNotOffered,
  loginAgain,
  loginUseless,
  versionUnknown,
  versionNotSpoken,
} from './rules/greeting.ts'
import { errorMessage, requestUnanswered, strayResponse } from './rules/messages.ts'
import {
  fileUriRelative,
  planIdsMixed,
  planNotOffered,
  planTwoIds,
  proposalDiffers,
  removalOfNothing,
  updateAfterRemoval,
} from './rules/plans.ts'
import { schemaRules } from './rules/schema-rules.ts'
import { listUnfiltered, sessionIdAgain, sessionUnknown, updateBeforeSession } from './rules/sessions.ts'
import { callUntitled, settingsPartial, settingValue } from './rules/settings.ts'
import { entriesLost, sentAgain, statusBack, turnEndsInProgress, twoInProgress } from './rules/steps.ts'
import { workRules } from './rules/work.ts'
import {
  cancelIgnored,
  promptNotReported,
  replayOrder,
  stateOrder,
  turnWithoutEnd,
  updateAfterTurn,
  waitNotTold,
} from './rules/turn-order.ts'

/** All rules, in the order of lists: what plans are, how they change, what surrounds them, what a schema or a decoder finds. */
export const lintRules: readonly LintRule[] = [
  planTwoIds,
  planIdsMixed,
  planNotOffered,
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
  strayResponse,
  errorMessage,
  versionUnknown,
  versionNotSpoken,
  agentUnnamed,
  capabilityNotOffered,
  loginAgain,
  loginUseless,
  sessionUnknown,
  updateBeforeSession,
  sessionIdAgain,
  listUnfiltered,
  updateAfterTurn,
  replayOrder,
  cancelIgnored,
  stateOrder,
  waitNotTold,
  promptNotReported,
  turnWithoutEnd,
  callUntitled,
  settingValue,
  settingsPartial,
  ...workRules,
  ...schemaRules,
  ...decodedProblems,
]

const byId: ReadonlyMap<string, LintRule> = new Map(lintRules.map((rule) => [rule.id, rule]))

export function lintRuleOf(id: string): LintRule | undefined {
  return byId.get(id)
}
