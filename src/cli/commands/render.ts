import { openTraceFile } from '../../sources/trace-file/open-trace-file.ts'
import { fail, ok, type Result } from '../../lib/result.ts'
import { signalStatus } from '../../system/end-signals.ts'
import { watchEnds, type EndWatch } from '../../system/end-watch.ts'
import type { Invocation } from '../arguments/invocation.ts'
import type { Host } from '../host.ts'
import { captureConsole } from '../../terminal/console-capture.ts'
import { programVersion } from '../version.ts'
import { createTerminalGuard } from '../../terminal/terminal-guard.ts'
import type { UsageError } from '../../lib/usage-error.ts'
import { readPrivacy } from '../redaction/privacy.ts'
import { startProgress, type ProgressLine } from '../../terminal/progress-line.ts'
import { readRenderRequest, sameFileTwice } from './render-request.ts'
import type { RenderRequest } from '../../render/render-request.ts'
import { renderTrace, type Privacy } from '../../render/render-trace.ts'
import { renderFaultMessage } from '../../render/render-messages.ts'
import { traceProblemLines } from '../../replay/trace-messages.ts'
import { openTargets } from '../../render/files/result-files.ts'

/** The command `render`. Returns the exit status; no incomplete file is left behind. */
export async function renderCommand(
  invocation: Extract<Invocation, { type: 'render' }>,
  host: Host,
): Promise<Result<number, UsageError>> {
  const request = readRenderRequest(invocation)
  if (!request.ok) return request
  const { redact, results, trace } = request.value
  if (trace === null && host.isTerminal(0))
    return fail({
      message: 'standard input is a terminal',
      hint: 'Pipe the recording in, for example `acp-plan-tui render - -o run.svg < run.ndjson`.',
    })
  const twice = sameFileTwice(request.value)
  if (twice !== null) return fail(twice)
  // Not with --check, which runs on other machines: their names may be in the recording by chance.
  const isForCheck = results.some(({ isCheck }) => isCheck)
  const privacy = redact === null ? ok(null) : await readPrivacy(redact, !isForCheck)
  if (!privacy.ok) return privacy
  // Times of day do not depend on the machine.
  process.env['TZ'] = 'UTC'
  const ends = watchEnds({
    guard: createTerminalGuard(host),
    kept: captureConsole(host.process),
    host,
  })
  const progress = startProgress(host.isTerminal(2) ? terminal(host) : null)
  const work = render(request.value, { host, privacy: privacy.value, ends, progress })
  const done = await Promise.race([work, ends.ended])
  progress.clear()
  if ('ok' in done) return done
  if (done.kind !== 'interrupted') return await work
  host.writeNow(2, `acp-plan-tui: interrupted (${done.signal})\n`)
  // Temporary files are deleted when the process exits.
  return ok(signalStatus(done.signal))
}

interface RenderContext {
  readonly host: Host
  readonly privacy: Privacy | null
  readonly ends: EndWatch
  readonly progress: ProgressLine
}

async function render(
  request: RenderRequest,
  { host, privacy, ends, progress }: RenderContext,
): Promise<Result<number, UsageError>> {
  const name = request.trace ?? 'standard input'
  try {
    const opened = await openTraceFile({ path: request.trace ?? '-', follows: false, clock: host.clock })
    const rendered = opened.ok
      ? await renderTrace({
          file: opened.value,
          name,
          request,
          privacy,
          progress,
          version: programVersion,
          openTargets() {
            const targets = openTargets(request.results)
            if (targets.ok) ends.killAtEnd(() => targets.value.discard())
            return targets
          },
        })
      : fail({ kind: 'no-trace' as const, fault: opened.problem })
    if (opened.ok) opened.value.close()
    progress.clear()
    const { status, lines } = rendered.ok
      ? { status: 0, lines: traceProblemLines(rendered.value, name) }
      : renderFaultMessage(rendered.problem, name)
    if (lines.length > 0) host.writeNow(2, `${lines.join('\n')}\n`)
    return ok(status)
  } catch (cause) {
    return ends.crash(cause)
  }
}

function terminal({ clock, process, writeNow }: Host): Parameters<typeof startProgress>[0] {
  return {
    columns: process.stderr.columns,
    nowMs: () => clock.nowMs(),
    write: (text) => writeNow(2, text),
  }
}
