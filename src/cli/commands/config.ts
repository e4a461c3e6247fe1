import type { Result } from '../../lib/result.ts'
import { usage, type UsageError } from '../../lib/text/usage-error.ts'
import { writeOutput } from '../../outputs/stream/whole-output.ts'
import type { CommandLine } from '../arguments/invocation.ts'
import { hasOption } from '../arguments/parsed-options.ts'
import { readConfigText, type ReadConfig } from '../configuration/check-config.ts'
import { configPath, readConfigFile, withKeys } from '../configuration/config-file.ts'
import { configJson, configText } from '../configuration/config-report.ts'
import { readEnvironmentSettings } from '../configuration/environment-settings.ts'
import { themeOfSettings } from '../configuration/resolve-run.ts'
import {
  ownKeysInForce,
  settingsInForce,
  type ConfigurationInForce,
} from '../configuration/settings-in-force.ts'
import { noColorVariable } from '../../terminal/terminal-traits.ts'
import type { Host } from '../host/host.ts'

/** The command `config`. Returns the exit status: 2 if a setting is wrong, so that a run would not start. */
export async function configCommand(
  { positionals, agent, given }: CommandLine,
  host: Host,
): Promise<Result<number, UsageError>> {
  if (positionals.length > 0 || agent !== null)
    return usage('config takes no arguments', 'Write `acp-plan-tui config`, or with --json.')
  const found = await configurationInForce(host.process.env)
  const lines = hasOption(given, 'json') ? [configJson(found)] : configText(found)
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
