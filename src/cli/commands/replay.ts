import { isatty } from 'node:tty'
import { dayMs, parseIdleLimit, parseSpeed, type Speed } from '../../lib/clock.ts'
import { allOf, hasOption, lastValue, type ParsedOptions, option, saying } from '../arguments/option.ts'
import { ok, type Result } from '../../lib/result.ts'
import { terminalAsInput, usage, wrongValue, type UsageError } from '../../lib/text/usage-error.ts'
import type { ReplayWish } from './replay-run.ts'
import type { Command, CommandLine } from '../arguments/command.ts'
import { toldOthers } from '../arguments/flags.ts'
import { general, played, shown, telemetry } from '../arguments/shared-options.ts'

export const replay: Command<ReplayWish> = {
  name: 'replay',
  form: 'replay [options] TRACE',
  does: 'show a recording that --record has made',
  options: [
    ...played,
    option('play', '--follow', 'begin at the end, and show what is added'),
    option('play', '--paused', 'begin paused'),
    option('play', '--loop', 'repeat after the end'),
    ...telemetry,
    ...saying(shown, { 'screen-reader': 'sentences instead of a screen, without waiting' }),
    ...general,
  ],
  takes: 'files',
  hasNoAgent: 'needs a running agent, and this is a recording',
  read: readReplay,
  run: async (request, around) => await (await import('./replay-run.ts')).runReplay(request, around),
  help: ({
    options,
  }) => `acp-plan-tui replay shows a recording on the real screen, at its own pace or step by step.

Usage:
  acp-plan-tui replay TRACE [options]            TRACE is a file, or - for standard input

It reads what --record writes, lines of {"t","dir","frame"}, JSON-RPC messages, one on each line (of
one direction or both, without times), logs that hold such messages, and .jsons of the ACP
conductor.

Examples:
  acp-plan-tui --record run.ndjson -- npx @agentclientprotocol/claude-agent-acp
  acp-plan-tui replay run.ndjson
  acp-plan-tui replay run.ndjson --speed 4 --idle-limit 2
  acp-plan-tui replay --follow run.ndjson
  acp-plan-tui replay - --paused < run.ndjson
  acp-plan-tui replay run.ndjson --format text

${options}

Keys: space pauses, > and < go from change to change of a plan, . and , from message to message, )
and ( from marker to marker, t to a time, + and - change the speed; ? lists them all.
Nothing is sent anywhere.

Exit status: 0 success, 2 wrong usage, 4 the recording cannot be read, or is not a recording; others
as for a run.
`,
}

function readReplay({ positionals, agent, given }: CommandLine): Result<ReplayWish, UsageError> {
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
  const pace = allOf({ speed: readSpeed(given), idleLimitMs: readIdleLimit(given) })
  if (!pace.ok) return pace
  const [follows, isLooping] = [hasOption(given, 'follow'), hasOption(given, 'loop')]
  if (follows && isLooping)
    return usage(
      '--follow and --loop cannot be combined',
      'A recording that is followed has no end to repeat from.',
    )
  return ok({
    telemetry: toldOthers(given).telemetry,
    path,
    ...pace.value,
    follows,
    isPaused: hasOption(given, 'paused'),
    isLooping,
  })
}

const slowest = 0.01
const fastest = 1000

function readSpeed(given: ParsedOptions): Result<Speed, UsageError> {
  const text = lastValue(given, 'speed') ?? '1'
  const speed = parseSpeed(text)
  const isFine = speed.ok && (speed.value === 'max' || (speed.value >= slowest && speed.value <= fastest))
  return isFine
    ? speed
    : wrongValue('speed', text, `a number from ${slowest} to ${fastest}, or max, or 0 for the same`)
}

const longestMs = 7 * dayMs

function readIdleLimit(given: ParsedOptions): Result<number | null, UsageError> {
  const text = lastValue(given, 'idle-limit')
  if (text === null) return ok(null)
  const limit = parseIdleLimit(text.trim().replace(/s$/, ''))
  return limit.ok && limit.value <= longestMs
    ? limit
    : wrongValue(
        'idle-limit',
        text,
        `a number of seconds, for example --idle-limit 2, and at most ${longestMs / 1000} (7 days)`,
      )
}
