import type { LintRule } from './lint-rule.ts'
import { decodedProblems } from './rules/decoded-problems.ts'
import { greetingRules } from './rules/greeting.ts'
import { messageRules } from './rules/messages.ts'
import { planChangeRules } from './rules/plan-changes.ts'
import { planRules } from './rules/plans.ts'
import { schemaRules } from './rules/schema-rules.ts'
import { sessionRules } from './rules/sessions.ts'
import { settingRules } from './rules/settings.ts'
import { turnRules } from './rules/turn-order.ts'
import { workRules } from './rules/work.ts'

/** All rules, in the order of lists: what plans are, how they change, what surrounds them, what a schema or a decoder finds. */
export const lintRules: readonly LintRule[] = [
  ...planRules,
  ...planChangeRules,
  ...messageRules,
  ...greetingRules,
  ...sessionRules,
  ...turnRules,
  ...settingRules,
  ...workRules,
  ...schemaRules,
  ...decodedProblems,
]

const byId: ReadonlyMap<string, LintRule> = new Map(lintRules.map((rule) => [rule.id, rule]))

export function lintRuleOf(id: string): LintRule | undefined {
  return byId.get(id)
}
