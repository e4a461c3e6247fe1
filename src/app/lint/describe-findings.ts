import { timeOfDayWithSeconds, timeNotTold } from '../../lib/text/duration.ts'
import { safe, safeLine, type SafeText } from '../../lib/text/safe-text.ts'
import type { Finding, FramePlace, Severity } from './finding.ts'
import type { Findings } from './findings.ts'
import { counted } from '../../lib/text/listed-words.ts'

/** What times count from: the start of the exchange, or the epoch, as those of observed sessions do. */
export type TimeBase = 'start' | 'epoch'

/** Where a finding is: `frame 12, 4.2 s`. */
export function placeWords({ dir, frame, atMs }: FramePlace, base: TimeBase = 'start'): SafeText {
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

const severityWords: Readonly<Record<Severity, string>> = { error: 'error', warning: 'warning', info: 'note' }

/**
 * `2 problems; 2 errors, 1 warning, 3 notes in 120 messages`: the problems that a run counts, in its header, in text and in JSON, then
 * all findings, which include them.
 */
export function summaryWords({ problems, findings, frames }: LintSummary): SafeText {
  const words = safe`${countWords(findings)} in ${frames} messages`
  if (findings.kept.length === 0 && problems === 0) return words
  return safe`${problems === 0 ? safe`no problems` : counted(problems, 'problem')}; ${words}`
}

export interface LintSummary {
  readonly problems: number
  readonly findings: Findings
  readonly frames: number
}

/** `2 errors, 1 warning, 3 notes`; `nothing` for none. */
export function countWords({ counts }: Pick<Findings, 'counts'>): SafeText {
  const parts = (['error', 'warning', 'info'] as const).flatMap((severity) => {
    const count = counts[severity]
    return count === 0 ? [] : [counted(count, severityWords[severity])]
  })
  return parts.length === 0 ? safe`nothing` : (parts.join(', ') as SafeText)
}
