import { existsSync, readFileSync } from 'node:fs'
import { finalPlans } from './final-plans.ts'
import { recordedName } from './make-args.ts'
import type { RecordingOutcome } from './outcome.ts'
import type { RunContext } from './run-context.ts'
import { watch } from './watch-program.ts'

/** What the run has recorded, and what its replay comes to; null: it has recorded nothing. */
export async function lookAtRecording(context: RunContext): Promise<RecordingOutcome | null> {
  const { fuzzed, folder } = context
  const file = folder.file(recordedName)
  if (!fuzzed.args.includes('--record') || !existsSync(file)) return null
  const undisturbed = { ...context, fuzzed: { ...fuzzed, inputs: [] } }
  // What is shown is to be the same, so what chooses it has to be.
  const shown = fuzzed.args.filter((arg) => arg === '--no-inferred-plans')
  const args = ['replay', recordedName, '--format', 'json', ...shown]
  const { status, stdout, stderr } = await watch(args, undisturbed)
  return { text: readFileSync(file, 'utf8'), folder: folder.path, status, stderr, plans: finalPlans(stdout) }
}
