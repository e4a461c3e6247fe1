import { severities, type Finding, type Severity } from './finding.ts'
import type { Findings } from './findings.ts'
import type { LintRule } from './lint-rule.ts'
import { lintRuleOf } from './lint-rules.ts'

/** The findings of a rule. */
export interface FindingGroup {
  readonly rule: LintRule
  /** That of the severest one. */
  readonly severity: Severity
  readonly findings: readonly Finding[]
  /** Counts also those that are not kept. */
  readonly count: number
}

/** The findings rule by rule, the severest first, then in the order in which they were found. */
export function groupsOf({ kept, ofRule }: Findings): readonly FindingGroup[] {
  const byRule = new Map<string, Finding[]>()
  for (const finding of kept) {
    const found = byRule.get(finding.rule)
    if (found === undefined) byRule.set(finding.rule, [finding])
    else found.push(finding)
  }
  const groups = [...byRule].flatMap(([id, findings]) => {
    const rule = lintRuleOf(id)
    const severity = severities.find((each) => findings.some((finding) => finding.severity === each))
    if (rule === undefined || severity === undefined) return []
    return [{ rule, severity, findings, count: ofRule.get(id) ?? findings.length }]
  })
  return groups.toSorted(
    (one, other) => severities.indexOf(one.severity) - severities.indexOf(other.severity),
  )
}
