import { severities, type Finding, type Severity } from '../app/lint/finding.ts'
import { textIn, type LintRule } from '../app/lint/lint-rule.ts'
import { lintRuleOf } from '../app/lint/lint-rules.ts'
import { safe, safeLine, type SafeText, safeText } from '../lib/text/safe-text.ts'
import {
  findingWords,
  placeWords,
  seenWords,
  summaryWords,
  groupsOf,
  publishedLint,
  type FindingGroup,
  type LintSummary,
} from '../app/lint/describe-findings.ts'
import { wrapText } from '../lib/text/wrap.ts'
import type { ProtocolVersion } from '../protocol/wire/message.ts'
import { writeShownJson } from '../lib/json/write-json.ts'
import type { LintDocument, RuleList } from './schema/lint-document.ts'
import { createHash } from 'node:crypto'
import { xmlText } from '../lib/text/character-references.ts'

export interface LintResult extends LintSummary {
  /** The file, or the agent's command. Raw. */
  readonly name: string
  /** The file that was read; null: standard input, or an agent. Raw. */
  readonly file: string | null
  /** The name of the agent; null: it has told none. Raw. */
  readonly agent: string | null
}

const commands: Readonly<Record<Severity, string>> = { error: 'error', warning: 'warning', note: 'notice' }

/** Workflow commands, which GitHub shows beside the file: https://docs.github.com/actions/reference/workflow-commands-for-github-actions */
export function lintGithub(result: LintResult): readonly SafeText[] {
  const { name, findings } = result
  const shown = severities.flatMap((severity) =>
    findings.kept.filter((finding) => finding.severity === severity).slice(0, annotationsOfLevel),
  )
  const { error, warning, note } = findings.counts
  const more = error + warning + note - shown.length
  const rest = more === 0 ? safe`` : safe`; ${more} more are in the summary of the job, or in --format text`
  return [
    ...shown.map((finding) => annotation(finding, result.file)),
    safe`${safeLine(name)}: ${summaryWords(result)}${rest}`,
  ]
}

/** GitHub shows no more of a step. */
const annotationsOfLevel = 10

/** All findings as a table, for the summary of a job; at most `maxLength` characters, since GitHub drops what is longer. */
export function lintSummary(result: LintResult, maxLength: number): string {
  const cell = (words: string): string =>
    words.replace(/[|\\<>`*_[\]&]/g, (sign) => `&#${sign.charCodeAt(0)};`)
  let table = `### ${cell(safeLine(result.name))}: ${cell(summaryWords(result))}\n\n`
  if (result.findings.kept.length > 0) table += '| | rule | where | what was seen |\n|---|---|---|---|\n'
  for (const { rule, findings, count } of groupsOf(result.findings)) {
    const rows = findings.map(
      (each) =>
        `| ${each.severity} | ${rule.id} | ${cell(placeWords(each.place))} | ${cell(seenWords(each))} |\n`,
    )
    if (count > findings.length) rows.push(`| | ${rule.id} | | … ${count - findings.length} more |\n`)
    for (const row of rows) {
      if (table.length + row.length > maxLength) return table
      table += row
    }
  }
  return table
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
  const words = `${findingWords(finding)}${why}`
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
    ...findings.slice(0, shownOfRule).flatMap((each) => indented(findingWords(each))),
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
export function lintJson(result: LintResult): string {
  const document: LintDocument = {
    lint: 'acp-plan-tui',
    version: 1,
    name: result.name,
    ...publishedLint(result),
  }
  return writeShownJson(document)
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

/** JUnit’s XML: tests that are named after the rules; those with findings that fail the check have failed. */
export function lintJunit(
  { name, findings }: LintResult,
  rules: readonly LintRule[],
  fails: (severity: Severity) => boolean,
): string {
  const cases = rules.map(({ id, title }) => {
    const found = findings.kept.filter(({ rule }) => rule === id)
    const failed = found.filter(({ severity }) => fails(severity))
    const others = found.filter(({ severity }) => !fails(severity))
    const [first] = failed
    const failure =
      first === undefined
        ? ''
        : `<failure message="${xml(title)}" type="${first.severity}">${xml(listed(failed))}</failure>`
    const rest = others.length === 0 ? '' : `<system-out>${xml(listed(others))}</system-out>`
    const start = `    <testcase classname="acp-plan-tui lint" name="${xml(id)}"`
    const text = found.length === 0 ? `${start}/>` : `${start}>${failure}${rest}</testcase>`
    return { isFailed: failed.length > 0, text }
  })
  const counts = `tests="${cases.length}" failures="${cases.filter(({ isFailed }) => isFailed).length}"`
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites ${counts}>`,
    `  <testsuite name="${xml(name)}" ${counts}>`,
    ...cases.map(({ text }) => text),
    '  </testsuite>',
    '</testsuites>',
  ].join('\n')
}

function listed(findings: readonly Finding[]): string {
  return findings.map((each) => findingWords(each)).join('\n')
}

/** What agents wrote has no control characters in it, and nothing else that XML has not. */
function xml(text: string): string {
  return xmlText(text.split('\n').map(safeLine).join('\n'))
}

/** https://docs.oasis-open.org/sarif/sarif/v2.1.0/sarif-v2.1.0.html */
export function lintSarif(
  { findings, file }: LintResult,
  rules: readonly LintRule[],
  version: string,
): string {
  const prints = fingerprints(findings.kept)
  const place = (line: number | null): object =>
    file === null
      ? {}
      : {
          locations: [
            {
              physicalLocation: {
                artifactLocation: { uri: file.split('/').map(encodeURIComponent).join('/') },
                ...(line === null ? {} : { region: { startLine: line } }),
              },
            },
          ],
        }
  return writeShownJson({
    $schema: 'https://json.schemastore.org/sarif-2.1.0.json',
    version: '2.1.0',
    runs: [
      {
        tool: {
          driver: {
            name: 'acp-plan-tui',
            version,
            rules: rules.map((rule) => ({
              id: rule.id,
              shortDescription: { text: rule.title },
              fullDescription: { text: textIn(rule.says, 1) },
              help: { text: textIn(rule.mend, 1) },
              helpUri: rule.page[1],
              defaultConfiguration: { level: rule.severity },
            })),
          },
        },
        results: findings.kept.map((finding, at) => ({
          ruleId: finding.rule,
          level: finding.severity,
          message: { text: findingWords(finding) },
          ...place(finding.place.line),
          partialFingerprints: { 'acpPlanTui/v1': prints[at] },
        })),
      },
    ],
  })
}

const gitlabSeverities: Readonly<Record<Severity, string>> = {
  error: 'major',
  warning: 'minor',
  note: 'info',
}

/** https://docs.gitlab.com/ci/testing/code_quality/#code-quality-report-format */
export function lintGitlab({ findings, file, name }: LintResult): string {
  const prints = fingerprints(findings.kept)
  return writeShownJson(
    findings.kept.map((finding, at) => ({
      description: findingWords(finding),
      check_name: finding.rule,
      fingerprint: prints[at],
      severity: gitlabSeverities[finding.severity],
      location: { path: file ?? name, lines: { begin: finding.place.line ?? 1 } },
    })),
  )
}

/** The same for the same finding in another run, where lines and times differ; no two of a run are the same. */
function fingerprints(findings: readonly Finding[]): readonly string[] {
  const times = new Map<string, number>()
  return findings.map(({ rule, path, seen }) => {
    const what = [rule, path ?? '', seen].join('\n').replaceAll(/\d+/g, '#')
    const count = (times.get(what) ?? 0) + 1
    times.set(what, count)
    return createHash('sha256').update(`${what}\n${count}`).digest('hex').slice(0, 32)
  })
}
