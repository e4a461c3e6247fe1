import { fail, ok, type Result } from '../../lib/result.ts'
import type { TraceFault } from '../../protocol/trace/trace-fault.ts'
import { openTraceFile } from '../../sources/trace-file/open-trace-file.ts'
import type { TraceFile } from '../../sources/trace-file/trace-lines.ts'
import { endMessage, type RunEnd, runEndWords } from '../../outputs/run-end-words.ts'
import { watchEnds } from '../../system/end-watch.ts'
import type { CommandLine } from '../arguments/invocation.ts'
import type { Host } from '../host/host.ts'
import { captureConsole } from '../../terminal/console-capture.ts'
import { readRunOptions } from '../configuration/resolve-run.ts'
import { takeScreen } from '../../terminal/take-screen.ts'
import { createTerminalGuard } from '../../terminal/terminal-guard.ts'
import {
  usageLines,
  type UsageError,
  usage,
  terminalAsInput,
  wrongValue,
} from '../../lib/text/usage-error.ts'
import { loadMore, RecordReader } from '../../replay/record-reader.ts'
import { TraceReader } from '../../protocol/trace/read-trace.ts'
import type { ReplayRequest } from '../../replay/player.ts'
import { traceProblemLines } from '../../replay/trace-messages.ts'
import type { Source } from '../../shows/source.ts'
import { programVersion } from '../host/version.ts'
import { isatty } from 'node:tty'
import type { PlaybackSpeed } from '../../app/playback/playback.ts'
import { parseIdleLimit, parseSpeed } from '../../lib/clock.ts'
import { hasOption, lastValue, type ParsedOptions } from '../arguments/parsed-options.ts'

/** The exit status for files that cannot be read, or are not a recording. */
const unreadable = 4

/** The command `replay`. Returns the exit status. */
export async function replayCommand(line: CommandLine, host: Host): Promise<Result<number, UsageError>> {
  const read = readReplayRequest(line)
  if (!read.ok) return read
  const request = read.value
  const keyboard = host.findKeyboard()
  const resolved = await readRunOptions(line.given.settings, host, {
    hasKeyboard: keyboard !== null,
    promptCount: 1,
    continuesSession: true,
  })
  if (!resolved.ok) return resolved
  const options = resolved.value
  const name = request.path === '-' ? 'standard input' : request.path
  const opened = await openTraceFile({ ...request, clock: host.clock })
  if (!opened.ok) return refused(name, opened.problem, host)
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
      const { source, reader, fault } = opened.value
      const end = await writeLines(source, { host, ends, options, version: programVersion })
      for (const line of traceProblemLines(reader(), name)) host.writeNow(2, `${line}\n`)
      const problem = fault()
      return problem === null ? ok(end) : fail(problem)
    }
    // Before the screen is taken, so that an error stays visible on the normal screen.
    const first = await Promise.race([firstRecord(file, request, ends.ended), ends.ended])
    if ('kind' in first) return ok(first)
    if (!first.ok) return first
    const { alternateScreen, ascii } = options
    const doing = `opening ${name}`
    const { terminalGone: onGone } = ends
    const screen = takeScreen({ host, guard, keyboard, onGone, alternateScreen, ascii, doing })
    const { showOnScreen } = await import('../../shows/show-on-screen.ts')
    const load = async (): Promise<() => Source> => {
      const { replaySource } = await import('../../replay/replay-source.ts')
      return () => replaySource({ file, request, clock: host.clock, options })
    }
    return ok(await showOnScreen(load, { host, ends, guard, screen, look: options }))
  }
  const shown = await show().catch((cause: unknown) => ends.crash(cause))
  ends.closing()
  file.close()
  if (!shown.ok) return refused(name, shown.problem, host)
  const lines = endMessage(shown.value, { command: [], showsStderr: false })
  if (lines.length > 0) host.writeNow(2, `${lines.join('\n')}\n`)
  return ok(runEndWords(shown.value).status)
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

function refused(name: string, { message, hint }: TraceFault, host: Host): Result<number, never> {
  host.writeNow(2, usageLines({ message: `${name}: ${message}`, hint }))
  return ok(unreadable)
}

export function readReplayRequest({
  positionals,
  agent,
  given,
}: CommandLine): Result<ReplayRequest, UsageError> {
  if (agent !== null)
    return usage('replay shows a recording, and starts no agent', 'Leave out the -- and what follows.')
  const [path, ...more] = positionals
  if (path === undefined || path === '')
    return usage(
      'replay needs a recording',
      'For example `acp-plan-tui replay run.ndjson`, made with --record run.ndjson; - is standard input.',
    )
  if (more.length > 0)
    return usage(
      `replay takes one recording, but ${positionals.length} were given`,
      'Put a name with spaces into quotes, and leave out what is too much.',
    )
  if (path === '-' && isatty(0)) return terminalAsInput()
  const speed = readSpeed(given)
  if (!speed.ok) return speed
  const idleLimit = readIdleLimit(given)
  if (!idleLimit.ok) return idleLimit
  const [follows, isLooping] = [hasOption(given, 'follow'), hasOption(given, 'loop')]
  if (follows && isLooping)
    return usage(
      '--follow and --loop cannot be combined',
      'A recording that is followed has no end to repeat from.',
    )
  return ok({
    path,
    speed: speed.value,
    idleLimitMs: idleLimit.value,
    follows,
    isPaused: hasOption(given, 'paused'),
    isLooping,
  })
}

const slowest = 0.01
const fastest = 1000

function readSpeed(given: ParsedOptions): Result<PlaybackSpeed, UsageError> {
  const text = lastValue(given, 'speed') ?? '1'
  const speed = parseSpeed(text)
  const isFine = speed.ok && (speed.value === 'max' || (speed.value >= slowest && speed.value <= fastest))
  return isFine ? speed : wrongValue('speed', text, `a number from ${slowest} to ${fastest}, or max`)
}

const longestMs = 7 * 24 * 3_600_000

function readIdleLimit(given: ParsedOptions): Result<number | null, UsageError> {
  const text = lastValue(given, 'idle-limit')
  if (text === null) return ok(null)
  const limit = parseIdleLimit(text.trim().replace(/s$/, ''))
  return limit.ok && limit.value <= longestMs
    ? limit
    : wrongValue('idle-limit', text, 'a number of seconds, for example --idle-limit 2')
}
