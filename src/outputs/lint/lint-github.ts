import type { Finding, Severity } from '../../app/lint/finding.ts'
import { textIn } from '../../app/lint/lint-rule.ts'
import { lintRuleOf } from '../../app/lint/lint-rules.ts'
import { safe, safeLine, type SafeText } from '../../lib/text/safe-text.ts'
import { placeWords, seenWords, summaryWords } from '../../app/lint/describe-findings.ts'
import type { LintResult } from './lint-result.ts'

const commands: Readonly<Record<Severity, string>> = { error: 'error', warning: 'warning', info: 'notice' }

/** Workflow commands, which GitHub shows beside the file: https://docs.github.com/actions/reference/workflow-commands-for-github-actions */
export function lintGithub(result: LintResult): readonly SafeText[] {
  const { name, findings } = result
  const lines = findings.kept.map((finding) => annotation(finding, result.file))
  return [...lines, safe`${safeLine(name)}: ${summaryWords(result)}`]
}

function annotation(finding: Finding, file: string | null): SafeText {
  const { rule: id, severity, place, version, page } = finding
  const rule = lintRuleOf(id)
  const properties = [
    ...(file === null ? [] : [`file=${property(file)}`]),
    ...(file === null || place.line === null ? [] : [`line=${place.line}`]),
    `title=${property(id)}`,
  ]
  const why =
    rule === undefined ? '' : `. ${textIn(rule.says, version)} ${textIn(rule.mend, version)} ${page}`
  const words = `${placeWords(place)}: ${seenWords(finding)}${why}`
  return safeLine(`::${commands[severity]} ${properties.join(',')}::${message(words)}`)
}

/** What agents write must not begin another command, or end a property. */
function message(text: string): string {
  return text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A')
}

function property(text: string): string {
  return message(text).replaceAll(':', '%3A').replaceAll(',', '%2C')
}
