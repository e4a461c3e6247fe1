import { ok, type Result } from '../../lib/result.ts'
import { signalStatus } from '../../system/end-signals.ts'
import { watchEnds } from '../../system/end-watch.ts'
import type { Around } from '../arguments/command.ts'
import type { Host } from '../host/host.ts'
import { programVersion } from '../host/version.ts'
import { createTerminalGuard, captureConsole } from '../../terminal/terminal-guard.ts'
import { usage, type UsageError } from '../../lib/text/usage-error.ts'
import { configPath } from '../configuration/config-file.ts'
import { resolveTheme } from '../configuration/theme-file.ts'
import type { OwnTheme } from '../../ui/paint/theme.ts'
import { readPrivacy } from '../redaction/read-redactor.ts'
import { startProgress, type ProgressTerminal } from '../../terminal/progress-line.ts'
import type { RenderRequest } from '../../render/formats/result-format.ts'
import { renderTrace } from '../../render/render-trace.ts'

/** Renders a recording. Returns the exit status; no incomplete file is left behind. */
export async function runRender(
  request: RenderRequest,
  { host, settings }: Around,
): Promise<Result<number, UsageError>> {
  const theme = await ownTheme(settings.theme, host)
  if (!theme.ok) return theme
  const { redact, results, trace } = request
  if (trace === null && host.isTerminal(0))
    return usage(
      'standard input is a terminal',
      'Pipe the recording in, for example `acp-plan-tui render - -o run.svg < run.ndjson`.',
    )
  // Not with --check, which runs on other machines: their names may be in the recording by chance.
  const isForCheck = results.some(({ isCheck }) => isCheck)
  const privacy = redact === null ? ok(null) : await readPrivacy(redact, !isForCheck)
  if (!privacy.ok) return privacy
  // Times of day do not depend on the machine.
  process.env['TZ'] = 'UTC'
  const ends = watchEnds({ guard: createTerminalGuard(host), kept: captureConsole(host.process), host })
  const progress = startProgress(host.isTerminal(2) ? terminal(host) : null)
  const work = renderTrace({
    request: theme.value === null ? request : { ...request, theme: theme.value },
    privacy: privacy.value,
    progress,
    version: programVersion,
    clock: host.clock,
    onTargets: (targets) => ends.killAtEnd(() => targets.discard()),
    onSilent: (line) => host.writeNow(2, line),
  }).catch((cause: unknown) => ends.crash(cause))
  const done = await Promise.race([work, ends.ended])
  progress.clear()
  if ('signal' in done) {
    host.writeNow(2, `acp-plan-tui: interrupted (${done.signal})\n`)
    // Temporary files are deleted when the process exits.
    return ok(signalStatus(done.signal))
  }
  const { status, lines } = await work
  progress.clear()
  if (lines.length > 0) host.writeNow(2, `${lines.join('\n')}\n`)
  return ok(status)
}

/** The theme of the user that the command names; null: it names none, or a built-in one. */
async function ownTheme(
  name: string | undefined,
  { process: { env } }: Host,
): Promise<Result<OwnTheme | null, UsageError>> {
  if (name === undefined) return ok(null)
  const found = await resolveTheme({
    name,
    from: '--theme',
    folder: null,
    configFile: configPath(env),
    depth: 'true',
  })
  if (!found.ok) return found
  return ok(typeof found.value === 'string' ? null : found.value)
}

function terminal({ clock, process, writeNow }: Host): ProgressTerminal {
  return {
    columns: process.stderr.columns,
    nowMs: () => clock.nowMs(),
    write: (text) => writeNow(2, text),
  }
}
