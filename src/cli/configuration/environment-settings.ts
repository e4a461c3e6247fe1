import { fail, ok, type Result } from '../../lib/result.ts'
import { settingKeys, settingSpecs, withSetting, type SettingKey, type Settings } from './settings.ts'
import { mustBe, type UsageError } from '../../lib/text/usage-error.ts'

type Environment = Readonly<Record<string, string | undefined>>

/** What the environment says: its settings, the variable of each, and what is wrong with others. */
export interface ReadEnvironment {
  readonly settings: Settings
  readonly variables: ReadonlyMap<SettingKey, string>
  readonly faults: readonly UsageError[]
}

/** The variable of a setting: `--exit-on` is ACP_PLAN_TUI_EXIT_ON. */
export function settingVariable(key: SettingKey): string {
  return `ACP_PLAN_TUI_${settingSpecs[key].flag.toUpperCase().replaceAll('-', '_')}`
}

/** The settings of ACP_PLAN_TUI_… variables; fails with the first fault of `readEnvironmentSettings`. */
export function environmentSettings(environment: Environment): Result<Settings, UsageError> {
  const { settings, faults } = readEnvironmentSettings(environment)
  const [first] = faults
  return first === undefined ? ok(settings) : fail(first)
}

/**
 * Reads the ACP_PLAN_TUI_… variables. A switch is 1 or 0, also in its negated form: ACP_PLAN_TUI_NO_ANIMATION=1. Empty
 * variables are ignored. INK_SCREEN_READER counts if ACP_PLAN_TUI_SCREEN_READER is not set.
 */
export function readEnvironmentSettings(environment: Environment): ReadEnvironment {
  let settings: Settings = {}
  const variables = new Map<SettingKey, string>()
  const faults: UsageError[] = []
  if (environment['INK_SCREEN_READER'] === 'true') {
    settings = { screenReader: true }
    variables.set('screenReader', 'INK_SCREEN_READER')
  }
  for (const key of settingKeys) {
    for (const isNegated of settingSpecs[key].kind === 'switch' ? [true, false] : [false]) {
      const variable = isNegated
        ? settingVariable(key).replace('ACP_PLAN_TUI_', 'ACP_PLAN_TUI_NO_')
        : settingVariable(key)
      const text = environment[variable]
      if (text === undefined || text === '') continue
      const read = withSetting(settings, key, text)
      if (read.ok) {
        settings = isNegated ? negated(read.value, key) : read.value
        variables.set(key, variable)
      } else
        faults.push({
          message: `the environment variable ${variable} is “${text}”`,
          hint: mustBe(read.problem),
        })
    }
  }
  return { settings, variables, faults }
}

function negated(settings: Settings, key: SettingKey): Settings {
  return { ...settings, [key]: settings[key] !== true }
}
