import { isatty } from 'node:tty'
import type { PlaybackSpeed } from '../../app/playback/playback.ts'
import { parseIdleLimit, parseSpeed } from '../../lib/speed.ts'
import { ok, type Result } from '../../lib/result.ts'
import { hasOption, lastValue, type ParsedOptions } from '../arguments/parsed-options.ts'
import type { CommandLine } from '../arguments/invocation.ts'
import type { ReplayRequest } from '../../replay/replay-request.ts'
import { usage, type UsageError, terminalAsInput, wrongValue } from '../../lib/text/usage-error.ts'

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
