import { Linter, type LintLevels } from '../../app/lint/linter.ts'
import { lintRules } from '../../app/lint/lint-rules.ts'
import { ok, type Result } from '../../lib/result.ts'
import type { UsageError } from '../../lib/text/usage-error.ts'
import type { LintResult } from '../../outputs/lint-formats.ts'
import { pieceRecord } from '../../outputs/recording/recorder.ts'
import { runUnseen } from '../../run/exit-watch.ts'
import type { Host } from '../host/host.ts'
import { agentAsked, type StartRequest } from './start.ts'
import { watchAgent } from './watch.ts'

/** What an agent did that was run, and whether it came to the end of its turns. */
export interface LintedAgent {
  readonly result: LintResult
  readonly isComplete: boolean
}

/** The exit status of an agent that cannot be started. */
const notStarted = 4
/** Those of a run to the end of its turns; plans may be unfinished, and questions are answered with no. */
const complete: ReadonlySet<number> = new Set([0, 1, 5])

/**
 * Runs the agent without a screen, and checks what passes. Gives the exit status instead if nothing can be checked: stderr says why
 * already.
 */
export async function lintAgent(
  request: StartRequest,
  levels: LintLevels,
  host: Host,
): Promise<Result<LintedAgent | number, UsageError>> {
  const linter = new Linter(lintRules, levels)
  const asked = await agentAsked(request, host)
  if (!asked.ok) return asked
  const { watched, flags } = asked.value
  // Neither the screen nor the settings of a user decide when this run ends.
  const settings = { ...flags.settings, format: 'json', exitOn: 'idle' } as const
  const run = await watchAgent(watched, { ...flags, settings }, host, {
    onWire: (piece) => linter.read(pieceRecord(piece, piece.atMs)),
    run: runUnseen,
  })
  if (!run.ok) return run
  if (run.value === notStarted || run.value > 128) return ok(run.value)
  const isComplete = complete.has(run.value)
  if (!isComplete && linter.agentFrames === 0) return ok(notStarted)
  linter.end()
  const name = watched.startedAs.join(' ')
  const { frames, findings, problems, agent: named } = linter
  return ok({ result: { name, file: null, agent: named, frames, findings, problems }, isComplete })
}
