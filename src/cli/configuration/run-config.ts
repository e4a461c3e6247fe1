import type { Result } from '../../lib/result.ts'
import type { UsageError } from '../../lib/text/usage-error.ts'
import { writeOutput } from '../../outputs/stream/whole-output.ts'
import { readConfigText, type ReadConfig } from './check-config.ts'
import { configPath, readConfigFile, withKeys } from './config-file.ts'
import { configJson, configText } from './config-report.ts'
import { readEnvironmentSettings } from './environment-settings.ts'
import { themeOfSettings } from './resolve-run.ts'
import { ownKeysInForce, settingsInForce, type ConfigurationInForce } from './settings-in-force.ts'
import { noColorVariable } from '../../terminal/terminal-traits.ts'
import type { Host } from '../host/host.ts'

/** Lists all settings. Returns the exit status: 2 if a setting is wrong, so that a run would not start. */
export async function runConfig(isJson: boolean, host: Host): Promise<Result<number, UsageError>> {
  const found = await configurationInForce(host.process.env)
  const lines = isJson ? [configJson(found)] : configText(found)
  return await writeOutput(lines.join('\n'), host.process.stdout, found.faults.length > 0 ? 2 : 0)
}

async function configurationInForce(env: Host['process']['env']): Promise<ConfigurationInForce> {
  const environment = readEnvironmentSettings(env)
  const file = configPath(env)
  const text = readConfigFile(file)
  const config: ReadConfig =
    file !== null && text.ok && text.value !== null
      ? readConfigText(text.value, file)
      : { settings: {}, places: new Map(), ownKeys: null, faults: text.ok ? [] : [text.problem] }
  const withOwnKeys = await withKeys(config, file ?? '')
  const theme = await themeOfSettings(
    { flags: {}, environmentSettings: environment.settings, config: config.settings },
    env,
  )
  return {
    file,
    isFileFound: !text.ok || text.value !== null,
    settings: settingsInForce(environment, config),
    ownKeys: ownKeysInForce(withOwnKeys.ownKeys ?? new Map(), config.ownKeys?.text ?? ''),
    noColor: noColorVariable(env),
    faults: [...environment.faults, ...withOwnKeys.faults, ...(theme.ok ? [] : [theme.problem])],
  }
}
