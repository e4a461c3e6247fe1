import type { Finding, Severity } from '../../app/lint/finding.ts'
import type { LintRule } from '../../app/lint/lint-rule.ts'
import { lintRuleOf } from '../../app/lint/lint-rules.ts'
import { writeJson } from '../../lib/json/write-json.ts'
import type { LintResult } from './lint-result.ts'

/** The document of `lint --format json`. Strings are raw, and escaped as JSON. */
export interface LintDocument {
  readonly lint: 'acp-plan-tui'
  readonly version: 1
  readonly name: string
  readonly frames: number
  /** Of all findings; at most 100 of each rule are listed. */
  readonly counts: Readonly<Record<Severity, number>>
  readonly findings: readonly ListedFinding[]
}

interface ListedFinding {
  readonly rule: string
  readonly severity: Severity
  readonly direction: 'from-agent' | 'to-agent'
  /** Counted from 1 in its direction. */
  readonly frame: number | null
  readonly line: number | null
  readonly atMs: number
  readonly path: string | null
  readonly seen: string
  readonly says: string
  readonly page: string
  readonly mend: string
}

/** One JSON document on one line. */
export function lintJson({ name, frames, findings }: LintResult): string {
  const document: LintDocument = {
    lint: 'acp-plan-tui',
    version: 1,
    name,
    frames,
    counts: findings.counts,
    findings: findings.kept.flatMap(listed),
  }
  return writeJson(document)
}

function listed({ rule: id, severity, place, path, seen }: Finding): readonly ListedFinding[] {
  const rule = lintRuleOf(id)
  if (rule === undefined) return []
  const { dir: direction, frame, line, atMs } = place
  const { says, page, mend } = rule
  return [{ rule: id, severity, direction, frame, line, atMs, path, seen, says, page, mend }]
}

/** All rules as one JSON document on one line. */
export function rulesJson(rules: readonly LintRule[]): string {
  return writeJson(
    rules.map(({ id, severity, title, says, page, mend }) => ({ id, severity, title, says, page, mend })),
  )
}
