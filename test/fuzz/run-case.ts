import { documentedStatuses, findingsOf } from './checks.ts'
import type { FuzzCase } from './fuzz-case.ts'
import type { Finding, Outcome } from './outcome.ts'
import { runFolder } from './run-folder.ts'
import { runPiped } from './run-piped.ts'
import type { Programs } from './run-context.ts'
import { runScreen } from './run-screen.ts'

export interface Verdict {
  readonly outcome: Outcome
  readonly findings: readonly Finding[]
}

/** So long a run may take on a busy machine: most take a second. */
const deadlineMs = 45_000

/** Runs a case, in a folder that is gone afterwards, and says what did not hold. */
export async function runCase(fuzzed: FuzzCase, programs: Programs, readme: string): Promise<Verdict> {
  const outcome = await runOnce(fuzzed, programs)
  const findings = findingsOf(outcome, documentedStatuses(readme))
  return { outcome, findings }
}

async function runOnce(fuzzed: FuzzCase, programs: Programs): Promise<Outcome> {
  const folder = runFolder()
  const context = { fuzzed, folder, programs, deadlineMs }
  try {
    const isOnTerminal = fuzzed.target.endsWith('screen')
    return isOnTerminal ? await runScreen(context) : await runPiped(context)
  } finally {
    folder.remove()
  }
}
