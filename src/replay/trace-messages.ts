import { shortened, counted } from '../lib/text/wording.ts'
import type { TraceFault } from '../protocol/trace/trace-fault.ts'
import { fail, type Result } from '../lib/result.ts'
import type { UsageError } from '../lib/text/usage-error.ts'
import type { PlaybackExtent } from '../app/playback/playback.ts'
import { shortTime } from '../lib/text/duration.ts'
import { safe, safeLine, type SafeText } from '../lib/text/safe-text.ts'
import type { TraceReader } from '../protocol/trace/read-trace.ts'
import { dialectWords } from '../protocol/trace/trace-dialect.ts'

/** Longer file names are cut, so that the rest fits into the status line. */
const maxNameLength = 24

/** What the recording is: `run.ndjson: a recording of acp-plan-tui, 3m12s, 4 markers`. Raw. */
export function traceSummary(name: string, reader: TraceReader, extent: PlaybackExtent): string {
  const length = extent.isWhole && reader.hasTimes ? [shortTime(extent.durationMs)] : []
  const markers = extent.markers.length === 0 ? [] : [counted(extent.markers.length, 'marker')]
  const oddities = reader.problemCount === 0 ? [] : [counted(reader.problemCount, 'oddity', 'oddities')]
  const [first] = reader.problems
  const cause = first === undefined ? '' : ` (line ${first.line}: ${first.text})`
  const called = shortened(name, maxNameLength)
  return `${called}: ${[dialectOf(reader), ...length, ...markers, ...oddities].join(', ')}${cause}`
}

function dialectOf({ dialect, hasTimes }: TraceReader): string {
  if (dialect === null) return 'nothing yet'
  if (!hasTimes) return 'messages without times: shown 50 ms apart'
  return dialect === 'messages' ? 'messages with times' : dialectWords[dialect]
}

const longestProblem = 2000

/** The line for stderr about records that were left out or repaired; none for a recording without problems. `name`: raw. */
export function traceProblemLines(
  { problems, problemCount }: Pick<TraceReader, 'problems' | 'problemCount'>,
  name: string,
): readonly SafeText[] {
  const [first] = problems
  if (first === undefined) return []
  const more = problemCount > 1 ? ` (and ${problemCount - 1} more)` : ''
  const line = `${name}, line ${first.line}: ${first.text}${more}`
  return [safe`${safeLine(`acp-plan-tui: ${line}`.slice(0, longestProblem))}`]
}

/** The line for stderr about a pipe that brings nothing. `name`: raw. */
export const silentLine = (name: string): SafeText =>
  safe`acp-plan-tui: ${safeLine(name)}: waiting for what is written to it\n`

/** A recording cannot be read, or is none. `name`: raw. */
export function unreadable(name: string, { message, hint }: TraceFault): Result<never, UsageError> {
  return fail({ message: `${name}: ${message}`, hint, status: 4 })
}
