import type { Flags, RemoteFlags } from './flags.ts'
import type { OptionSpec } from './option-spec.ts'

/** What the options of a command line say, whichever command they belong to. */
export interface Given {
  readonly flags: Flags
  readonly specs: readonly OptionSpec[]
  readonly isHelp: boolean
  readonly isVersion: boolean
  readonly isList: boolean
  /** As typed, in the order they were given: of the options that nothing else here holds. A switch is ''. */
  readonly values: ReadonlyMap<string, readonly string[]>
  readonly way: RemoteFlags
}

export const nothingGiven: Given = {
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
  way: { headers: [], fileMaps: [] },
}

/** The same with one more setting. */
export function withSettings(given: Given, settings: Flags['settings']): Given {
  return { ...given, flags: { ...given.flags, settings: { ...given.flags.settings, ...settings } } }
}

/** The same with one more value of an option. */
export function withValue(given: Given, name: string, value: string): Given {
  const values = new Map(given.values).set(name, [...(given.values.get(name) ?? []), value])
  return { ...given, values }
}

/** What was typed last for an option; null where it was not given. */
export function lastValue({ values }: Pick<Given, 'values'>, name: string): string | null {
  return values.get(name)?.at(-1) ?? null
}
