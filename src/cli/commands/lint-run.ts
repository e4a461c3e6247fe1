import { setImmediate as nextTurn } from 'node:timers/promises'
import { relative, isAbsolute, sep } from 'node:path'
import { Linter, type LintLevels } from '../../app/lint/linter.ts'
import { lintRules } from '../../app/lint/lint-rules.ts'
import { fail, ok, type Result, unreachable } from '../../lib/result.ts'
import { safeLine } from '../../lib/text/safe-text.ts'
import type { UsageError } from '../../lib/text/usage-error.ts'
import { rulesJson, type LintResult, rulesText } from '../../outputs/lint-formats.ts'
import { levelsInForce } from '../configuration/lint-levels.ts'
import { told, type Telling } from './lint-told.ts'
import { writeOutput } from '../../outputs/stream/output.ts'
import { TraceReader } from '../../protocol/trace/read-trace.ts'
import type { TraceFault } from '../../protocol/trace/trace-fault.ts'
import { RecordReader, loadMore } from '../../replay/record-reader.ts'
import { silentLine, traceProblemLines, unreadable } from '../../replay/trace-messages.ts'
import { openTraceFile } from '../../sources/trace-file/open-trace-file.ts'
import type { TraceFile } from '../../sources/trace-file/trace-lines.ts'
import type { Around } from '../arguments/command.ts'
import { absolutePath, workingFolder } from '../../system/user-environment.ts'
import type { Host } from '../host/host.ts'
import type { StartRequest } from './start.ts'

/** The exit status if not all was checked: of a recording without messages, and of agents that fail before the end of their turns. */
const incomplete = 4

export type LintRequest = Telling & {
  /** `ID=LEVEL` each, as typed: they win over those of the configuration file. */
  readonly levels: readonly string[]
} & (
    | { readonly of: 'rules' }
    /** `-` for standard input. */
    | { readonly of: 'trace'; readonly path: string }
    | { readonly of: 'agent'; readonly asked: StartRequest }
  )

/** Checks a recording or an agent. Returns the exit status: 1 if something was found that fails the check. */
export async function runLint(request: LintRequest, { host }: Around): Promise<Result<number, UsageError>> {
  const { format } = request
  const levels = await levelsInForce(request.levels, host.process.env)
  if (!levels.ok) return levels
  switch (request.of) {
    case 'rules':
      return await writeOutput(
        format === 'json' ? rulesJson(lintRules) : rulesText(lintRules).join('\n'),
        host.process.stdout,
      )
    case 'trace': {
      const { path } = request
      const name = path === '-' ? 'standard input' : path
      const read = await lintTrace(path, { name, levels: levels.value }, host)
      if (!read.ok) return unreadable(name, read.problem)
      const status = await told(read.value, request, host)
      if (!status.ok || status.value !== 0 || read.value.frames > 0) return status
      host.writeNow(2, `acp-plan-tui: ${safeLine(name)} has no message in it: there was nothing to check\n`)
      return ok(incomplete)
    }
    case 'agent': {
      const { lintAgent } = await import('./lint-agent.ts')
      const run = await lintAgent(request.asked, levels.value, host)
      if (!run.ok) return run
      if (typeof run.value === 'number') return ok(run.value)
      const { result, isComplete } = run.value
      const status = await told(result, request, host)
      // What was not done was not checked: stderr says why.
      return status.ok && status.value === 0 && !isComplete ? ok(incomplete) : status
    }
    default:
      return unreachable(request)
  }
}

const recordsPerTurn = 200

async function lintTrace(
  path: string,
  { name, levels }: { readonly name: string; readonly levels: LintLevels },
  host: Host,
): Promise<Result<LintResult, TraceFault>> {
  const onSilent = (): void => host.writeNow(2, silentLine(name))
  const opened = await openTraceFile({ path, follows: false, clock: host.clock, onSilent })
  if (!opened.ok) return opened
  const file = opened.value
  const linter = new Linter(lintRules, levels)
  const read = await lintRecords(file, linter)
  file.close()
  if (!read.ok) return read
  for (const line of traceProblemLines(read.value, name)) host.writeNow(2, `${line}\n`)
  const { frames, findings, problems, agent } = linter
  const place = path === '-' ? null : placeOf(path, host.process.env)
  return ok({ name, file: place, agent, frames, findings, problems })
}

/** Checks all records; gives what has read them. */
async function lintRecords(file: TraceFile, linter: Linter): Promise<Result<TraceReader, TraceFault>> {
  const records = new RecordReader(file, new TraceReader())
  const never = new Promise<never>(() => undefined)
  for (let count = 1; ; count++) {
    if (records.next === null) {
      const more = await loadMore(records, file, never)
      if (!more.ok) return fail(more.problem)
      if (!more.value) break
    }
    const record = records.take()
    if (record !== null) linter.read(record, records.reader.line)
    if (count % recordsPerTurn === 0) await nextTurn()
  }
  linter.end()
  return ok(records.reader)
}

/** Where CI systems find a file: below the folder of the checkout, else as it was given. */
function placeOf(file: string, env: Host['process']['env']): string {
  const root = env['GITHUB_WORKSPACE'] ?? env['CI_PROJECT_DIR'] ?? workingFolder()
  const whole = absolutePath(file)
  if (root === null || whole === null) return file
  const below = relative(root, whole)
  return below === '' || below.startsWith('..') || isAbsolute(below) ? file : below.split(sep).join('/')
}
