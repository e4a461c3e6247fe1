import type { Flags, RemoteFlags } from './flags.ts'
import type { OptionSpec } from './option-spec.ts'

/** The parsed options of a command line, of any command. */
export interface ParsedOptions {
  readonly flags: Flags
  readonly specs: readonly OptionSpec[]
  readonly isHelp: boolean
  readonly isVersion: boolean
  readonly isList: boolean
  /** The values of all other options as typed, in order. A switch has the value ''. */
  readonly values: ReadonlyMap<string, readonly string[]>
  readonly remote: RemoteFlags
}

export const noOptions: ParsedOptions = {
  flags: {
    prompts: [],
    cwd: null,
    env: {},
    first: { type: 'new' },
    config: [],
    auth: null,
    offersFiles: false,
    record: null,
    redact: [],
    settings: {},
  },
  specs: [],
  isHelp: false,
  isVersion: false,
  isList: false,
  values: new Map(),
  remote: { headers: [], fileMaps: [] },
}

/** Adds settings. */
export function withSettings(given: ParsedOptions, settings: Flags['settings']): ParsedOptions {
  return { ...given, flags: { ...given.flags, settings: { ...given.flags.settings, ...settings } } }
}

/** Adds a value of an option. */
export function withValue(given: ParsedOptions, name: string, value: string): ParsedOptions {
  const values = new Map(given.values).set(name, [...(given.values.get(name) ?? []), value])
  return { ...given, values }
}

/** The last value of an option; null if it is missing. */
export function lastValue({ values }: Pick<ParsedOptions, 'values'>, name: string): string | null {
  return values.get(name)?.at(-1) ?? null
}
