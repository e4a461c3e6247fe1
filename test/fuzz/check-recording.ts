import { recordingLineFault } from '../support/written-lines/line-faults.ts'
import { finalPlans } from './final-plans.ts'
import type { Finding, Outcome } from './outcome.ts'

/** What is not as promised about the recording of a run. */
export function recordingFindings(
  { recording, case: { args }, wasEnded, stdout }: Outcome,
  statuses: ReadonlySet<number>,
): readonly Finding[] {
  if (recording === null) return []
  const found: Finding[] = []
  const { text, folder, status, stderr, plans } = recording
  const torn = text.split('\n').filter((line) => line !== '' && !isObjectLine(line))
  if (!text.endsWith('\n') || torn.length > 0)
    found.push({ kind: 'recording-torn', text: torn.join('\n') || text.slice(-500) })
  const faults = text
    .split('\n')
    .flatMap((line) => (isObjectLine(line) ? (recordingLineFault(line) ?? []) : []))
  if (faults.length > 0) found.push({ kind: 'recording-not-as-schema', text: faults.join('\n') })
  if (status === null || !statuses.has(status))
    found.push({ kind: 'recording-not-replayed', text: `${status}: ${stderr}` })
  const redacts = args.includes('--redact')
  if (redacts && args.some((list) => list.includes('paths')) && text.includes(folder))
    found.push({
      kind: 'not-redacted',
      text: text.slice(Math.max(0, text.indexOf(folder) - 200)).slice(0, 600),
    })
  const live = finalPlans(stdout)
  if (!redacts && !wasEnded && args.includes('json') && live !== plans)
    found.push({ kind: 'replay-differs', text: `live ${live}\nreplayed ${plans}` })
  return found
}

function isObjectLine(line: string): boolean {
  try {
    const value: unknown = JSON.parse(line)
    return typeof value === 'object' && value !== null
  } catch {
    return false
  }
}
