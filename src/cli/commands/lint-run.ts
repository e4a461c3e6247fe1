import type { Severity } from '../../app/lint/finding.ts'
import { Linter } from '../../app/lint/linter.ts'
import { lintRules } from '../../app/lint/lint-rules.ts'
import { fail, ok, type Result, unreachable } from '../../lib/result.ts'
import { safeLine } from '../../lib/text/safe-text.ts'
import type { UsageError } from '../../lib/text/usage-error.ts'
import {
  lintGithub,
  lintJson,
  rulesJson,
  type LintResult,
  lintText,
  rulesText,
} from '../../outputs/lint-formats.ts'
import type { LintFormat } from '../../outputs/lint-format.ts'
import { writeOutput } from '../../outputs/stream/whole-output.ts'
import { TraceReader } from '../../protocol/trace/read-trace.ts'
import type { TraceFault } from '../../protocol/trace/trace-fault.ts'
import { RecordReader, loadMore } from '../../replay/record-reader.ts'
import { nextTurn } from '../../replay/trace-index.ts'
import { traceProblemLines, unreadable } from '../../replay/trace-messages.ts'
import { openTraceFile } from '../../sources/trace-file/open-trace-file.ts'
import type { TraceFile } from '../../sources/trace-file/trace-lines.ts'
import type { Host } from '../host/host.ts'
import type { StartRequest } from './start.ts'

/** The exit status for agents that fail before the end of their turns. */
const incomplete = 4

/** One call of `lint`. */
export type LintRequest = { readonly format: LintFormat; readonly failOn: FailOn } & (
  | { readonly of: 'rules' }
  /** `-` for standard input. */
  | { readonly of: 'trace'; readonly path: string }
  | ({ readonly of: 'agent' } & StartRequest)
)

/** The least severe finding that fails a check. */
export type FailOn = Exclude<Severity, 'info'> | 'never'

/** Checks a recording or an agent. Returns the exit status: 1 if something was found that fails the check. */
export async function runLint(request: LintRequest, host: Host): Promise<Result<number, UsageError>> {
  const { format, failOn } = request
  switch (request.of) {
    case 'rules':
      return await writeOutput(
        format === 'json' ? rulesJson(lintRules) : rulesText(lintRules).join('\n'),
        host.process.stdout,
      )
    case 'trace': {
      const { path } = request
      const name = path === '-' ? 'standard input' : path
      const read = await lintTrace(path, name, host)
      if (!read.ok) return unreadable(name, read.problem)
      return await told(read.value, { format, failOn }, host)
    }
    case 'agent': {
      const { lintAgent } = await import('./lint-agent.ts')
      const run = await lintAgent(request, host)
      if (!run.ok) return run
      if (typeof run.value === 'number') return ok(run.value)
      const { result, isComplete } = run.value
      const status = await told(result, { format, failOn }, host)
      // What was not done was not checked: stderr says why.
      return status.ok && status.value === 0 && !isComplete ? ok(incomplete) : status
    }
    default:
      return unreachable(request)
  }
}

/** Writes the result, and gives the exit status. */
async function told(
  result: LintResult,
  { format, failOn }: { readonly format: LintFormat; readonly failOn: FailOn },
  host: Host,
): Promise<Result<number, UsageError>> {
  const { error, warning } = result.findings.counts
  const failing = failOn === 'never' ? 0 : failOn === 'error' ? error : error + warning
  const status = failing > 0 ? 1 : 0
  return await writeOutput(linesOf(result, format, host).join('\n'), host.process.stdout, status)
}

const widest = 100

function linesOf(result: LintResult, format: LintFormat, host: Host): readonly string[] {
  switch (format) {
    case 'text':
      return lintText(result, Math.min(host.process.stdout.columns ?? widest, widest))
    case 'json':
      return [lintJson(result)]
    case 'github':
      return lintGithub(result)
  }
}

/** A pipe through which nothing comes for so long is told: it may have been named by mistake. */
const silentMs = 2000

/** Records checked in one turn of the event loop. */
const recordsPerTurn = 200

async function lintTrace(path: string, name: string, host: Host): Promise<Result<LintResult, TraceFault>> {
  const opened = await openTraceFile({ path, follows: false, clock: host.clock })
  if (!opened.ok) return opened
  const file = opened.value
  const cancel = host.clock.after(
    silentMs,
    () => {
      if (file.sizeBytes === 0)
        host.writeNow(2, `acp-plan-tui: ${safeLine(name)}: waiting for what is written to it\n`)
    },
    'alive',
  )
  const read = await lintRecords(file)
  cancel()
  file.close()
  if (!read.ok) return read
  for (const line of traceProblemLines(read.value.reader, name)) host.writeNow(2, `${line}\n`)
  const { frames, findings, problems } = read.value.linter
  return ok({ name, file: path === '-' ? null : path, frames, findings, problems })
}

interface LintedRecords {
  readonly linter: Linter
  readonly reader: TraceReader
}

async function lintRecords(file: TraceFile): Promise<Result<LintedRecords, TraceFault>> {
  const records = new RecordReader(file, new TraceReader())
  const linter = new Linter()
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
  return ok({ linter, reader: records.reader })
}
