import type { AgentOptions } from '../../agent/agent-options.ts'
import { ok, type Result } from '../../lib/result.ts'
import { usage, type UsageError, notTogether } from '../../lib/text/usage-error.ts'
import type { Hook } from '../../app/state/hook.ts'
import type { Settings } from '../configuration/settings.ts'
import { hooksOf } from './hook-option.ts'
import { hasOption, lastValue, valuesOf, type ParsedOptions, type TypedOption } from './option.ts'

export interface Flags extends ToldOthers {
  /** In the order they were given. */
  readonly prompts: readonly PromptSource[]
  readonly cwd: string | null
  readonly env: Readonly<Record<string, string>>
  readonly first: AgentOptions['first']
  /** Session options by their ids, in the order they were given. */
  readonly config: AgentOptions['config']
  /** The id of the login method; null: the agent decides. */
  readonly auth: string | null
  /** The agent may read and write files below the working folder through this client. */
  readonly offersFiles: boolean
  /** The file of the recording; null: the run is not recorded. */
  readonly record: string | null
  /** The values of `--redact`, as typed. */
  readonly redact: readonly string[]
  readonly settings: Settings
}

/** Who else is told what happens in sessions. */
export interface ToldOthers {
  readonly hooks: readonly Hook[]
  readonly telemetry: TelemetryWish
  /** A file for the status line; null: none. */
  readonly statusFile: string | null
}

/** The options of telemetry that were given, by name; none: nothing is told. */
export type TelemetryWish = readonly string[]

export type PromptSource =
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'file'; readonly path: string }
  | { readonly type: 'stdin' }

/** The flags of a command line, whose values are valid each. */
export function readFlags(given: ParsedOptions): Result<Flags, UsageError> {
  const prompts = given.typed.flatMap(promptOf)
  if (prompts.filter(({ type }) => type === 'stdin').length > 1)
    return usage('standard input can be read only once', 'Give --prompt-file - only once.')
  const first = readFirst(given)
  if (!first.ok) return first
  return ok({
    ...toldOthers(given),
    prompts,
    cwd: lastValue(given, 'cwd'),
    env: Object.fromEntries(valuesOf(given, 'env').map(splitPair)),
    first: first.value,
    config: valuesOf(given, 'config')
      .map(splitPair)
      .map(([id, value]) => ({ id, value })),
    auth: lastValue(given, 'auth'),
    offersFiles: hasOption(given, 'allow-fs'),
    record: lastValue(given, 'record'),
    redact: valuesOf(given, 'redact'),
    settings: given.settings,
  })
}

/** Those that a command line names, of a command that takes all or some of these options. */
export function toldOthers(given: ParsedOptions): ToldOthers {
  return {
    hooks: hooksOf(valuesOf(given, 'on')),
    telemetry: given.typed.map(({ spec }) => spec.name).filter((name) => name.startsWith('otlp')),
    statusFile: lastValue(given, 'statusline'),
  }
}

function promptOf({ spec, value }: TypedOption): readonly PromptSource[] {
  if (spec.name === 'prompt') return [{ type: 'text', text: value }]
  if (spec.name !== 'prompt-file') return []
  return [value === '-' ? { type: 'stdin' } : { type: 'file', path: value }]
}

/** The first session of the run; there can be only one. */
function readFirst(given: ParsedOptions): Result<Flags['first'], UsageError> {
  const [sessionId, ...more] = valuesOf(given, 'session')
  const continues = hasOption(given, 'continue')
  if (sessionId === undefined) return ok({ type: continues ? 'continue' : 'new' })
  if (continues) return notTogether('--session', '--continue')
  return more.length === 0
    ? ok({ type: 'open', sessionId })
    : usage('--session was given twice, and takes one session', 'Open more sessions on the screen (s).')
}

function splitPair(pair: string): readonly [string, string] {
  const at = pair.indexOf('=')
  return [pair.slice(0, at), pair.slice(at + 1)]
}
