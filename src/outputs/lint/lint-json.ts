import type { Finding } from '../../app/lint/finding.ts'
import type { LintRule } from '../../app/lint/lint-rule.ts'
import { lintRuleOf } from '../../app/lint/lint-rules.ts'
import { writeJson } from '../../lib/json/write-json.ts'
import type { LintResult } from './lint-result.ts'
import type { LintDocument, RuleList } from '../json/schema/lint-document.ts'

/** One JSON document on one line. */
export function lintJson({ name, frames, findings, problems }: LintResult): string {
  const document: LintDocument = {
    lint: 'acp-plan-tui',
    version: 1,
    name,
    frames,
    counts: findings.counts,
    problems,
    findings: findings.kept.flatMap(listed),
  }
  return writeJson(document)
}

function listed({ rule: id, severity, place, path, seen }: Finding): LintDocument['findings'] {
  const rule = lintRuleOf(id)
  if (rule === undefined) return []
  const { dir: direction, frame, line, atMs } = place
  const { says, page, mend } = rule
  return [{ rule: id, severity, direction, frame, line, atMs, path, seen, says, page, mend }]
}

/** All rules as one JSON document on one line. */
export function rulesJson(rules: readonly LintRule[]): string {
  const list: RuleList = rules.map(({ id, severity, title, says, page, mend }) => {
    return { id, severity, title, says, page, mend }
  })
  return writeJson(list)
}
