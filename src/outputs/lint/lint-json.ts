import type { Finding } from '../../app/lint/finding.ts'
import { textIn, type LintRule } from '../../app/lint/lint-rule.ts'
import type { ProtocolVersion } from '../../protocol/message-schemas/protocol-schema.ts'
import { lintRuleOf } from '../../app/lint/lint-rules.ts'
import { writeShownJson } from '../../lib/json/write-json.ts'
import type { LintResult } from './lint-result.ts'
import type { LintDocument, RuleList } from '../schema/lint-document.ts'

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
  return writeShownJson(document)
}

function listed({ rule: id, severity, place, path, seen, version, page }: Finding): LintDocument['findings'] {
  const rule = lintRuleOf(id)
  if (rule === undefined) return []
  const { dir: direction, frame, line, atMs } = place
  const [says, mend] = [textIn(rule.says, version), textIn(rule.mend, version)]
  return [{ rule: id, severity, direction, frame, line, atMs, path, seen, says, page, mend }]
}

/** All rules as one JSON document on one line. */
export function rulesJson(rules: readonly LintRule[]): string {
  const list: RuleList = rules.map((rule) => {
    const { id, severity, title } = rule
    return { id, severity, title, ...textsIn(rule, 1), version2: textsIn(rule, 2) }
  })
  return writeShownJson(list)
}

function textsIn({ says, page, mend }: LintRule, version: ProtocolVersion): RuleList[number]['version2'] {
  return { says: textIn(says, version), page: page[version], mend: textIn(mend, version) }
}
