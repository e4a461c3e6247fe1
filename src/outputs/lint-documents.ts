// What CI systems read: JUnit's XML, SARIF 2.1.0 and GitLab's code quality report.
import { createHash } from 'node:crypto'
import { findingWords } from '../app/lint/describe-findings.ts'
import type { Finding, Severity } from '../app/lint/finding.ts'
import { textIn, type LintRule } from '../app/lint/lint-rule.ts'
import { writeShownJson } from '../lib/json/write-json.ts'
import { xmlText } from '../lib/text/character-references.ts'
import { safeLine } from '../lib/text/safe-text.ts'
import type { LintResult } from './lint-formats.ts'

/** Tests that are named after the rules; those with findings that fail the check have failed. */
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
