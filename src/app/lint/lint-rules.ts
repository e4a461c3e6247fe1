import type { LintRule } from './lint-rule.ts'
import { capabilityNotOffered, loginAgain } from './rules/capabilities.ts'
import { decodedProblems } from './rules/decoded-problems.ts'
import { entriesLost } from './rules/entries-lost.ts'
import { fileUriRelative } from './rules/file-uri.ts'
import { planNotOffered } from './rules/plan-capability.ts'
import { planIdsMixed, planTwoIds } from './rules/plan-ids.ts'
import { proposalDiffers } from './rules/proposals.ts'
import { removalOfNothing, updateAfterRemoval } from './rules/removed-plans.ts'
import { requestUnanswered } from './rules/requests.ts'
import { agentUnnamed, errorMessage, loginUseless, strayResponse, versionUnknown } from './rules/responses.ts'
import { schemaRules } from './rules/schema-rules.ts'
import { sentAgain } from './rules/sent-again.ts'
import { listUnfiltered, sessionIdAgain, sessionUnknown, updateBeforeSession } from './rules/sessions.ts'
import { settingsPartial, settingValue } from './rules/settings.ts'
import { statusBack, twoInProgress } from './rules/step-progress.ts'
import { callUntitled } from './rules/tool-calls.ts'
import { turnEndsInProgress } from './rules/turn-end.ts'
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
  ...schemaRules,
  ...decodedProblems,
]

const byId: ReadonlyMap<string, LintRule> = new Map(lintRules.map((rule) => [rule.id, rule]))

/** The rule with an id. */
export function lintRuleOf(id: string): LintRule | undefined {
  return byId.get(id)
}
