import type { Finding, Severity, Findings } from '../app/lint/finding.ts'
import { textIn, type LintRule } from '../app/lint/lint-rule.ts'
import { lintRuleOf } from '../app/lint/lint-rules.ts'
import { safe, safeLine, type SafeText, safeText } from '../lib/text/safe-text.ts'
import {
  placeWords,
  seenWords,
  summaryWords,
  groupsOf,
  type FindingGroup,
} from '../app/lint/describe-findings.ts'
import { wrapText } from '../lib/text/wrap.ts'
import type { ProtocolVersion } from '../protocol/message-schemas/protocol-schema.ts'
import { writeShownJson } from '../lib/json/write-json.ts'
import type { LintDocument, RuleList } from './schema/lint-document.ts'

/** What was checked, and what was found. */
export interface LintResult {
  /** The file, or the agent's command. Raw. */
  readonly name: string
  /** The file that was read; null: standard input, or an agent. Raw. */
  readonly file: string | null
  /** Frames of both directions. */
  readonly frames: number
  readonly findings: Findings
  /** How many problems a run counts. */
  readonly problems: number
}

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
