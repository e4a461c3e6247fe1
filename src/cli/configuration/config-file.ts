import { isUtf8 } from 'node:buffer'
import path from 'node:path'
import { fail, ok, type Result } from '../../lib/result.ts'
import { fileFaultWords, readRegularFile } from '../../system/regular-file.ts'
import { userFolder } from '../../system/user-environment.ts'
import type { Hook } from '../../app/state/hook.ts'
import type { OwnKeys } from '../../ui/keys/key-map.ts'
import type { ReadConfig, WrittenValue } from './check-config.ts'
import type { ConfiguredAgent, Settings } from './settings.ts'
import { usage, type UsageError } from '../../lib/text/usage-error.ts'

type Environment = Readonly<Record<string, string | undefined>>

/** Far more than any configuration needs. */
const limitBytes = 1024 * 1024

/**
 * $XDG_CONFIG_HOME/acp-plan-tui/config.json. If the variable is unset or not absolute, the folder is %APPDATA% on Windows, else ~/.config.
 * null if there is no home directory either.
 */
export function configPath(environment: Environment, platform = process.platform): string | null {
  const folder = userFolder(environment, ['XDG_CONFIG_HOME', platform === 'win32' && 'APPDATA'], '.config')
  return folder === null ? null : path.join(folder, 'acp-plan-tui', 'config.json')
}

/** The settings of the configuration file; none if it is missing. The parser is loaded only if the file exists. */
export async function readConfig(file: string | null): Promise<Result<Config, UsageError>> {
  const text = readConfigFile(file)
  if (!text.ok) return text
  if (file === null || text.value === null) return ok({})
  const { readConfigText } = await import('./check-config.ts')
  const read = readConfigText(text.value, file)
  const { settings, lint, hooks, agents } = read
  const own = await ownKeysIn(read)
  const [first] = [...read.faults, ...own.faults]
  if (first !== undefined) return fail(first)
  return ok({
    ...settings,
    ...(own.keys === null ? {} : { ownKeys: own.keys }),
    ...(lint === null ? {} : { lint }),
    ...(hooks.length === 0 ? {} : { hooks }),
    ...(agents.length === 0 ? {} : { agents }),
  })
}

/** The settings of a configuration file, the user's own keys, what it says of lint, what is run on events, and the agents that have names. */
export interface Config extends Settings {
  readonly ownKeys?: OwnKeys
  /** Not checked yet. */
  readonly lint?: WrittenValue
  readonly hooks?: readonly Hook[]
  readonly agents?: readonly ConfiguredAgent[]
}

/** The user's own keys in what a file says; null: it has none. The key table is loaded only if there are some. */
export async function ownKeysIn({ ownKeys }: ReadConfig): Promise<{
  readonly keys: OwnKeys | null
  readonly faults: readonly UsageError[]
}> {
  if (ownKeys === null) return { keys: null, faults: [] }
  const { checkKeys } = await import('./check-keys.ts')
  return checkKeys(ownKeys)
}

/** The text of the configuration file; null if it is missing. */
export function readConfigFile(file: string | null): Result<string | null, UsageError> {
  if (file === null) return ok(null)
  const read = readRegularFile(file, limitBytes)
  if (read.ok)
    return isUtf8(read.value)
      ? ok(read.value.toString('utf8'))
      : usage(`the configuration ${file}: it is not in UTF-8`, 'Save it in UTF-8.')
  if (read.problem.kind === 'missing') return ok(null)
  return usage(
    `the configuration ${file}: ${fileFaultWords(read.problem)}`,
    'Make it readable, or set XDG_CONFIG_HOME to another folder to start without it.',
  )
}
