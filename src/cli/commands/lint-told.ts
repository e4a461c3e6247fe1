import { appendFileSync, statSync } from 'node:fs'
import {
  comparedWith,
  pruned,
  readBaseline,
  withFindings,
  writeBaseline,
  type Baseline,
} from '../../app/lint/baseline.ts'
import type { Severity } from '../../app/lint/finding.ts'
import { lintRules } from '../../app/lint/lint-rules.ts'
import { ok, type Result } from '../../lib/result.ts'
import { counted } from '../../lib/text/wording.ts'
import { safe, safeLine, type SafeText } from '../../lib/text/safe-text.ts'
import { usage, type UsageError } from '../../lib/text/usage-error.ts'
import type { LintFormat } from '../../outputs/output-names.ts'
import {
  lintGithub,
  lintJson,
  lintSummary,
  lintText,
  type LintResult,
  lintGitlab,
  lintJunit,
  lintSarif,
} from '../../outputs/lint-formats.ts'
import { writeOutput } from '../../outputs/stream/output.ts'
import { writeErrorWords } from '../../outputs/new-file.ts'
import { fileFaultWords, readRegularFile, replaceFile } from '../../system/regular-file.ts'
import type { Host } from '../host/host.ts'
import { programVersion } from '../host/version.ts'

/** The least severe finding that fails a check. */
export type FailOn = Severity | 'never'

/** How findings are told, and which of them are put off. */
export interface Telling {
  readonly format: LintFormat
  readonly failOn: FailOn
  /** The file with findings that are put off, and what is done with it; null: there is none. */
  readonly baseline: { readonly file: string; readonly does: 'compare' | 'write' | 'prune' } | null
}

/** Of agents that tell no name, in a baseline. */
const unnamed = 'agent'

/** Writes the result, and gives the exit status: 1 if something fails the check, 2 if fewer findings are left than are put off. */
export async function told(
  found: LintResult,
  { format, failOn, baseline }: Telling,
  host: Host,
): Promise<Result<number, UsageError>> {
  const left = baseline === null ? ok({ result: found, isStale: false }) : putOff(found, baseline, host)
  if (!left.ok) return left
  const { result, isStale } = left.value
  const failing: Readonly<Record<FailOn, readonly Severity[]>> = {
    never: [],
    error: ['error'],
    warning: ['error', 'warning'],
    note: ['error', 'warning', 'note'],
  }
  const fails = (severity: Severity): boolean => failing[failOn].includes(severity)
  const { counts } = result.findings
  const isFailing = failing[failOn].some((severity) => counts[severity] > 0)
  if (format === 'github') addSummary(result, host)
  const text = textOf(result, format, { fails, columns: host.process.stdout.columns })
  return await writeOutput(text, host.process.stdout, isFailing ? 1 : isStale ? 2 : 0)
}

const widest = 100

function textOf(
  result: LintResult,
  format: LintFormat,
  {
    fails,
    columns = widest,
  }: { readonly fails: (severity: Severity) => boolean; readonly columns: number | undefined },
): string {
  switch (format) {
    case 'text':
      return lintText(result, Math.min(columns, widest)).join('\n')
    case 'json':
      return lintJson(result)
    case 'github':
      return lintGithub(result).join('\n')
    case 'junit':
      return lintJunit(result, lintRules, fails)
    case 'sarif':
      return lintSarif(result, lintRules, programVersion)
    case 'gitlab':
      return lintGitlab(result)
  }
}

/** GitHub drops a summary that is longer. */
const longestSummary = 1024 * 1024

/** Adds all findings to the summary of the job, if there is one; a summary that cannot be written is no finding. */
function addSummary(result: LintResult, host: Host): void {
  const file = host.process.env['GITHUB_STEP_SUMMARY']
  if (file === undefined || file === '') return
  try {
    const size = statSync(file, { throwIfNoEntry: false })?.size ?? 0
    // A character may take three bytes.
    appendFileSync(file, lintSummary(result, Math.max(0, longestSummary - size) / 3))
  } catch (error) {
    say(host, safe`the summary of the job was not written: ${safeLine(writeErrorWords(error))}`)
  }
}

function putOff(
  result: LintResult,
  { file, does }: NonNullable<Telling['baseline']>,
  host: Host,
): Result<{ readonly result: LintResult; readonly isStale: boolean }, UsageError> {
  const read = baselineIn(file, does === 'write')
  if (!read.ok) return read
  const { findings } = result
  const agent = result.agent ?? unnamed
  const kept = { compare: () => read.value, write: withFindings, prune: pruned }[does](
    read.value,
    agent,
    findings,
  )
  if (does !== 'compare') {
    const written = writeWhole(file, writeBaseline(kept))
    if (!written.ok) return written
  }
  const { findings: rest, hidden, stale } = comparedWith(kept, agent, findings)
  if (hidden > 0)
    say(host, safe`${counted(hidden, 'finding')} of ${safeLine(agent)} put off by ${safeLine(file)}`)
  if (stale.length > 0) {
    say(host, safe`${safeLine(file)} puts off more than there is of ${safeLine(stale.join(', '))}`)
    host.writeNow(2, '  Run it once with --prune-baseline, so that they do not come back unseen.\n')
  }
  return ok({ result: { ...result, findings: rest }, isStale: stale.length > 0 })
}

const longestBaseline = 1024 * 1024

function baselineIn(file: string, mayBeMissing: boolean): Result<Baseline, UsageError> {
  const text = readRegularFile(file, longestBaseline)
  if (!text.ok)
    return text.problem.kind === 'missing' && mayBeMissing
      ? ok(new Map())
      : usage(
          `--baseline ${file}: ${fileFaultWords(text.problem)}`,
          'Make it with --write-baseline, which puts off what is found now.',
        )
  const read = readBaseline(text.value.toString('utf8'))
  return read.ok
    ? read
    : usage(
        `--baseline ${file}: ${read.problem}`,
        'Name another file, or make it anew with --write-baseline.',
      )
}

function writeWhole(file: string, text: string): Result<void, UsageError> {
  try {
    replaceFile(file, text)
    return ok(undefined)
  } catch (error) {
    return usage(`--baseline ${file}: ${writeErrorWords(error)}`, 'Name another file.')
  }
}

function say(host: Host, words: SafeText): void {
  host.writeNow(2, `acp-plan-tui: ${words}\n`)
}
