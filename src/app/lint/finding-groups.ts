import { severities, type Finding, type Severity } from './finding.ts'
import type { Findings } from './findings.ts'
import { textIn, type LintRule } from './lint-rule.ts'
import { lintRuleOf } from './lint-rules.ts'

/** The findings of a rule. */
export interface FindingGroup {
  readonly rule: LintRule
  /** That of the severest one. */
  readonly severity: Severity
  readonly findings: readonly Finding[]
  /** Counts also those that are not kept. */
  readonly count: number
  /** What the specification says in the version of the first finding, and what to do. */
  readonly says: string
  readonly mend: string
  /** Where it says so: the first few pages of its findings. */
  readonly pages: readonly string[]
}

const maxPages = 3

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
    const version = findings[0]?.version ?? 1
    if (rule === undefined || severity === undefined) return []
    return [
      {
        rule,
        severity,
        findings,
        count: ofRule.get(id) ?? findings.length,
        says: textIn(rule.says, version),
        mend: textIn(rule.mend, version),
        pages: [...new Set(findings.map(({ page }) => page))].slice(0, maxPages),
      },
    ]
  })
  return groups.toSorted(
    (one, other) => severities.indexOf(one.severity) - severities.indexOf(other.severity),
  )
}
