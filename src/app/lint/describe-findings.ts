import { timeOfDayWithSeconds, timeNotTold } from '../../lib/text/duration.ts'
import { safe, safeLine, type SafeText } from '../../lib/text/safe-text.ts'
import { counted } from '../../lib/text/wording.ts'
import { severities, type Finding, type Findings, type MessagePosition, type Severity } from './finding.ts'
import type { ProblemCode, WireProblem } from '../../protocol/wire/wire-problem.ts'
import { effectOf, textIn, type LintRule } from './lint-rule.ts'
import { lintRuleOf } from './lint-rules.ts'
import { ruleOf } from './rules/decoded-problems.ts'

/** What times count from: the start of the exchange, or the epoch, as those of observed sessions do. */
export type TimeBase = 'start' | 'epoch'

/** Where a finding is: `frame 12, 4.2 s`. */
export function placeWords({ dir, frame, atMs }: MessagePosition, base: TimeBase = 'start'): SafeText {
  const at = atMs === null ? timeNotTold : timeWords(atMs, base)
  if (frame === null) return at
  const words = dir === 'from-agent' ? safe`frame ${frame}` : safe`frame ${frame} to the agent`
  return atMs === null ? words : safe`${words}, ${at}`
}

function timeWords(atMs: number, base: TimeBase): SafeText {
  return base === 'epoch' ? timeOfDayWithSeconds(atMs) : safe`${safeLine((atMs / 1000).toFixed(1))} s`
}

/** What was seen, and the field. */
export function seenWords({ seen, path }: Finding): SafeText {
  return path === null ? safeLine(seen) : safe`${safeLine(seen)} (${safeLine(path)})`
}

/** Where a finding is and what was seen: `frame 12, 4.2 s: … (path)`. */
export function findingWords(finding: Finding, base?: TimeBase): SafeText {
  return safe`${placeWords(finding.place, base)}: ${seenWords(finding)}`
}

/**
 * `2 problems; 2 errors, 1 warning, 3 notes in 120 messages`: the problems that a run counts, in its header, in text and in JSON, then
 * all findings, which include them.
 */
export function summaryWords({ problems, findings, frames }: LintSummary): SafeText {
  const words = safe`${countWords(findings)} in ${counted(frames, 'message')}`
  if (findings.kept.length === 0 && problems === 0) return words
  return safe`${problems === 0 ? safe`no problems` : counted(problems, 'problem')}; ${words}`
}

export interface LintSummary {
  /** How many problems a run counts. */
  readonly problems: number
  readonly findings: Findings
  /** Of both directions. */
  readonly frames: number
}

/** `2 errors, 1 warning, 3 notes`; `nothing` for none. */
export function countWords({ counts }: Pick<Findings, 'counts'>): SafeText {
  const parts = severities
    .filter((severity) => counts[severity] > 0)
    .map((severity) => counted(counts[severity], severity))
  return parts.length === 0 ? safe`nothing` : (parts.join(', ') as SafeText)
}

/** The findings of a rule. */
export interface FindingGroup {
  readonly rule: LintRule
  /** That of the severest one. */
  readonly severity: Severity
  readonly findings: readonly Finding[]
  /** Counts also those that are not kept. */
  readonly count: number
  /** What the specification says in the version of the first finding, and what to do. */
  readonly says: string
  readonly mend: string
  /** Where it says so: the first few pages of its findings. */
  readonly pages: readonly string[]
}

const maxPages = 3

/** The findings rule by rule, the severest first, then in the order in which they were found. */
export function groupsOf({ kept, ofRule }: Findings): readonly FindingGroup[] {
  const byRule = new Map<string, Finding[]>()
  for (const finding of kept) {
    const found = byRule.get(finding.rule)
    if (found === undefined) byRule.set(finding.rule, [finding])
    else found.push(finding)
  }
  const groups = [...byRule].flatMap(([id, findings]) => {
    const rule = lintRuleOf(id)
    const severity = severities.find((each) => findings.some((finding) => finding.severity === each))
    const version = findings[0]?.version ?? 1
    if (rule === undefined || severity === undefined) return []
    return [
      {
        rule,
        severity,
        findings,
        count: ofRule.get(id) ?? findings.length,
        says: textIn(rule.says, version),
        mend: textIn(rule.mend, version),
        pages: [...new Set(findings.map(({ page }) => page))].slice(0, maxPages),
      },
    ]
  })
  return groups.toSorted(
    (one, other) => severities.indexOf(one.severity) - severities.indexOf(other.severity),
  )
}

/** Problems after which nothing is missing, and something is shown in another way than it was meant. */
const shownOtherwise: ReadonlySet<ProblemCode> = new Set([
  'not-utf8',
  'batch',
  'second-proposal',
  'stray-response',
])

/** What a problem does to the plan, and how to mend it: two sentences, as the rule about it says. */
export function problemAdvice({ code, weight }: Pick<WireProblem, 'code' | 'weight'>): {
  readonly effect: string
  readonly mend: string
} {
  const rule = lintRuleOf(ruleOf[code] ?? code)
  if (rule === undefined)
    return {
      effect: 'It is not shown.',
      mend: 'Update this program, or what has written it: one does not know the other.',
    }
  const isRead = weight === 'noted' && !shownOtherwise.has(code)
  const effect = isRead ? 'What could be read is shown, the rest is left out.' : effectOf(rule, rule.severity)
  return { effect, mend: textIn(rule.mend, 1) }
}

/** A finding as it is published, with what its rule says in the version of its exchange. Raw. */
export interface PublishedFinding
  extends Omit<Finding, 'place' | 'version' | 'isProblem'>, Omit<MessagePosition, 'dir'> {
  readonly direction: MessagePosition['dir']
  readonly says: string
  readonly mend: string
}

/** What was found, as `lint --format json` and the library tell it. */
export interface PublishedLint {
  readonly frames: number
  readonly counts: Findings['counts']
  readonly problems: number
  readonly findings: readonly PublishedFinding[]
}

/** What lint found as JSON has it (`lint-schema.json`): only findings that were kept; the counts are of all. */
export function publishedLint({ frames, findings, problems }: LintSummary): PublishedLint {
  return { frames, counts: findings.counts, problems, findings: findings.kept.flatMap(published) }
}

function published({ rule: id, severity, place, path, seen, version, page }: Finding): PublishedFinding[] {
  const rule = lintRuleOf(id)
  if (rule === undefined) return []
  const { dir: direction, frame, line, atMs } = place
  const [says, mend] = [textIn(rule.says, version), textIn(rule.mend, version)]
  return [{ rule: id, severity, direction, frame, line, atMs, path, seen, says, page, mend }]
}
