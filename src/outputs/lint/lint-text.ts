import type { LintRule } from '../../app/lint/lint-rule.ts'
import {
  groupsOf,
  type FindingGroup,
  placeWords,
  summaryWords,
  seenWords,
} from '../../app/lint/describe-findings.ts'
import { safe, safeLine, safeText, type SafeText } from '../../lib/text/safe-text.ts'
import { wrapText } from '../../lib/text/wrap.ts'
import type { LintResult } from './lint-result.ts'

/** Findings of a rule that are shown; the rest is counted. */
const shownOfRule = 10

/** The findings for people: rule by rule, the severest first, and a summary. */
export function lintText(result: LintResult, columns: number): readonly SafeText[] {
  const { findings, name } = result
  const lines = groupsOf(findings).flatMap((group) => groupLines(group, columns))
  const summary = safe`${safeLine(name)}: ${summaryWords(result)}`
  return [...lines, ...wrapText(summary, columns)]
}

function groupLines(
  { rule, severity, findings, count, says, mend, pages }: FindingGroup,
  columns: number,
): readonly SafeText[] {
  const indented = (text: SafeText): readonly SafeText[] =>
    wrapText(text, columns - 2).map((line) => safe`  ${line}`)
  const hidden = count - Math.min(findings.length, shownOfRule)
  return [
    ...wrapText(safeText(`${severity} ${rule.id}: ${rule.title}`), columns),
    ...findings
      .slice(0, shownOfRule)
      .flatMap((each) => indented(safe`${placeWords(each.place)}: ${seenWords(each)}`)),
    ...(hidden > 0 ? [safe`  … ${hidden} more`] : []),
    ...indented(safeText(`Why: ${says}`)),
    ...pages.flatMap((page) => indented(safeText(`See: ${page}`))),
    ...indented(safeText(`Mend: ${mend}`)),
    safe``,
  ]
}

/** All rules with their severity, for `--rules`. */
export function rulesText(rules: readonly LintRule[]): readonly SafeText[] {
  const widest = Math.max(...rules.map(({ id }) => id.length))
  return rules.map(({ id, severity, title }) =>
    safeText(`${id.padEnd(widest)}  ${severity.padEnd('warning'.length)}  ${title}`),
  )
}
