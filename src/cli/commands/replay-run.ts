import { onScreen, recordingUse, reportOpener, statusAfter } from './on-screen.ts'
import { fail, ok, type Result } from '../../lib/result.ts'
import { silentLine, traceProblemLines, unreadable } from '../../replay/trace-messages.ts'
import type { Source } from '../../shows/source.ts'
import type { TraceFault } from '../../protocol/trace/trace-fault.ts'
import { openTraceFile } from '../../sources/trace-file/open-trace-file.ts'
import type { TraceFile } from '../../sources/trace-file/trace-lines.ts'
import type { RunEnd } from '../../outputs/run-end-words.ts'
import { absolutePath } from '../../system/user-environment.ts'
import { watchEnds } from '../../system/end-watch.ts'
import type { Around } from '../arguments/command.ts'
import { readRunOptions } from '../configuration/resolve-run.ts'
import { createTerminalGuard, captureConsole } from '../../terminal/terminal-guard.ts'
import type { UsageError } from '../../lib/text/usage-error.ts'
import { loadMore, RecordReader } from '../../replay/record-reader.ts'
import { TraceReader } from '../../protocol/trace/read-trace.ts'
import type { ReplayRequest } from '../../replay/player.ts'
import type { TelemetryWish } from '../arguments/flags.ts'
import { telemetryOf } from './open-watchers.ts'
import { programVersion } from '../host/version.ts'

export interface ReplayWish extends ReplayRequest {
  readonly telemetry: TelemetryWish
}

/** Plays a recording. Returns the exit status. */
export async function runReplay(
  request: ReplayWish,
  { host, settings }: Around,
): Promise<Result<number, UsageError>> {
  const keyboard = host.findKeyboard()
  const resolved = await readRunOptions(settings, host, { hasKeyboard: keyboard !== null })
  if (!resolved.ok) return resolved
  const options = resolved.value
  const name = request.path === '-' ? 'standard input' : request.path
  const told = await telemetryOf(request.telemetry, host)
  if (!told.ok) return told
  let source: Source | null = null
  const watcher = told.value?.((text) => source?.remark(text)) ?? null
  const onSilent = (): void => host.writeNow(2, silentLine(name))
  const opened = await openTraceFile({ ...request, clock: host.clock, onSilent })
  if (!opened.ok) return unreadable(name, opened.problem)
  const file = opened.value
  const guard = createTerminalGuard(host)
  const ends = watchEnds({ guard, kept: captureConsole(host.process), host })
  const show = async (): Promise<Result<RunEnd, TraceFault>> => {
    if (options.format !== 'tui' || options.screenReader || keyboard === null) {
      const [{ unpacedSource }, { writeLines }] = await Promise.all([
        import('../../replay/unpaced-source.ts'),
        import('../../shows/write-lines.ts'),
      ])
      const opened = await unpacedSource(file, options, ends.ended)
      if (!opened.ok) return opened
      const { reader, fault } = opened.value
      source = opened.value.source
      const { app, clock } = source
      const watch = watcher?.watch({ state: () => app.state(), clock, folder: null, observed: null })
      if (watch !== undefined) source.listen(watch.onEvent)
      const end = await writeLines(source, { host, ends, options, version: programVersion })
      for (const line of traceProblemLines(reader(), name)) host.writeNow(2, `${line}\n`)
      const problem = fault()
      return problem === null ? ok(end) : fail(problem)
    }
    // Before the screen is taken, so that an error stays visible on the normal screen.
    const first = await Promise.race([firstRecord(file, request, ends.ended), ends.ended])
    if ('kind' in first) return ok(first)
    if (!first.ok) return first
    const report = request.path === '-' ? null : reportOpener(request.path, host)
    const load = async (): Promise<() => Source> => {
      const { replaySource } = await import('../../replay/replay-source.ts')
      return () => (source = replaySource({ file, request, clock: host.clock, options, report, watcher }))
    }
    const path = request.path === '-' ? null : absolutePath(request.path)
    const used = path === null ? [] : [recordingUse(path)]
    const doing = `opening ${name}`
    return ok(await onScreen(load, { host, ends, guard, keyboard, options, doing, used }))
  }
  const shown = await show().catch((cause: unknown) => ends.crash(cause))
  ends.closing()
  await watcher?.end()
  file.close()
  if (!shown.ok) return unreadable(name, shown.problem)
  return statusAfter(shown.value, host)
}

/** Waits for the first record of a pipe. A file that is followed may still be empty. */
async function firstRecord(
  file: TraceFile,
  { follows }: ReplayRequest,
  until: Promise<unknown>,
): Promise<Result<boolean, TraceFault>> {
  const records = new RecordReader(file, new TraceReader())
  return follows ? await records.load() : await loadMore(records, file, until)
}
