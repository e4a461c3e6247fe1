import { severities, type Finding } from '../../app/lint/finding.ts'
import type { LintRule } from '../../app/lint/lint-rule.ts'
import { lintRuleOf } from '../../app/lint/lint-rules.ts'
import { safe, safeLine, safeText, type SafeText } from '../../lib/text/safe-text.ts'
import { wrapText } from '../../lib/text/wrap.ts'
import { countWords, placeWords, seenWords } from './finding-words.ts'
import type { LintResult } from './lint-result.ts'

/** Findings of a rule that are shown; the rest is counted. */
const shownOfRule = 10

/** The findings for people: rule by rule, the severest first, and a summary. */
export function lintText(result: LintResult, columns: number): readonly SafeText[] {
  const { findings, frames, name } = result
  const groups = new Map<string, Finding[]>()
  for (const finding of findings.kept) {
    const group = groups.get(finding.rule)
    if (group === undefined) groups.set(finding.rule, [finding])
    else group.push(finding)
  }
  const severest = (found: readonly Finding[]): number =>
    Math.min(...found.map(({ severity }) => severities.indexOf(severity)))
  const sorted = [...groups].toSorted(([, one], [, other]) => severest(one) - severest(other))
  const lines = sorted.flatMap(([id, found]) => {
    const rule = lintRuleOf(id)
    return rule === undefined ? [] : groupLines(rule, found, { columns, count: findings.ofRule.get(id) ?? 0 })
  })
  const summary = safe`${safeLine(name)}: ${countWords(findings)} in ${frames} frames`
  return [...lines, ...wrapText(summary, columns)]
}

function groupLines(
  rule: LintRule,
  found: readonly Finding[],
  { columns, count }: { readonly columns: number; readonly count: number },
): readonly SafeText[] {
  const severity = severities[Math.min(...found.map((each) => severities.indexOf(each.severity)))] ?? 'info'
  const indented = (text: SafeText): readonly SafeText[] =>
    wrapText(text, columns - 2).map((line) => safe`  ${line}`)
  const hidden = count - Math.min(found.length, shownOfRule)
  return [
    ...wrapText(safeText(`${severity} ${rule.id}: ${rule.title}`), columns),
    ...found
      .slice(0, shownOfRule)
      .flatMap((each) => indented(safe`${placeWords(each.place)}: ${seenWords(each)}`)),
    ...(hidden > 0 ? [safe`  … ${hidden} more`] : []),
    ...indented(safeText(`Why: ${rule.says}`)),
    ...indented(safeText(`See: ${rule.page}`)),
    ...indented(safeText(`Mend: ${rule.mend}`)),
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
