import { existsSync, readFileSync } from 'node:fs'
import { finalPlans } from './final-plans.ts'
import { recordedName } from './make-args.ts'
import type { RecordingOutcome } from './outcome.ts'
import { watch } from './run-piped.ts'
import type { RunContext } from './run-context.ts'

/** What the run has recorded, and what its replay comes to; null: it has recorded nothing. */
export async function lookAtRecording(context: RunContext): Promise<RecordingOutcome | null> {
  const { fuzzed, folder } = context
  const file = folder.file(recordedName)
  if (!fuzzed.args.includes('--record') || !existsSync(file)) return null
  const undisturbed = { ...context, fuzzed: { ...fuzzed, inputs: [] } }
  const { status, stdout, stderr } = await watch(['replay', recordedName, '--format', 'json'], undisturbed)
  return { text: readFileSync(file, 'utf8'), folder: folder.path, status, stderr, plans: finalPlans(stdout) }
}
