import { defaultHistoryBytes, defaultWireBytes } from '../../app/history/default-memory.ts'
import path from 'node:path'
import { ok, type Result } from '../../lib/result.ts'
import type { Hook } from '../../app/state/hook.ts'
import type { RunOptions } from '../../run/run.ts'
import type { Host } from '../host/host.ts'
import { configPath, readConfig, readConfigFile, type Config } from './config-file.ts'
import { doubtRules, environmentSettings, settingVariable, type Settings } from './settings.ts'
import type { OwnTheme, ThemeName } from '../../ui/paint/theme.ts'
import { builtInTheme, resolveTheme } from './theme-file.ts'
import { canDraw, colorDepth, terminalTheme, terminalTraits } from '../../terminal/terminal-traits.ts'
import { usage, type UsageError } from '../../lib/text/usage-error.ts'

export interface RunCircumstances {
  readonly flags: Settings
  readonly environmentSettings: Settings
  readonly config: Config
  readonly environment: Readonly<Record<string, string | undefined>>
  /** The theme of the user that the settings name; absent: they name a built-in one. */
  readonly ownTheme?: OwnTheme
  readonly isOutputTerminal: boolean
  /** Keys can be read from standard input or from the terminal. */
  readonly hasKeyboard: boolean
  readonly promptCount: number
  /** The run continues a session: its plans are shown without a prompt too. */
  readonly continuesSession: boolean
  /** Those of the command line; absent: none. */
  readonly hooks?: readonly Hook[]
  /** The agent is a built-in scenario of the demo; absent: it is not. */
  readonly isBuiltInDemo?: boolean
  /** Those of the agent's own entry in the configuration file; absent: it has none. */
  readonly agentSettings?: Settings
}

/**
 * Reads the environment and the configuration file, and resolves them with the flags. Without `promptCount` and `continuesSession`:
 * no agent is run, and none waits for a prompt.
 */
export async function readRunOptions(
  flags: Settings,
  { process: { env }, isTerminal, log }: Pick<Host, 'process' | 'isTerminal' | 'log'>,
  run: Pick<RunCircumstances, 'hasKeyboard' | 'isBuiltInDemo' | 'hooks' | 'agentSettings'> &
    Partial<Pick<RunCircumstances, 'promptCount' | 'continuesSession'>>,
): Promise<Result<RunOptions, UsageError>> {
  const fromEnvironment = environmentSettings(env)
  if (!fromEnvironment.ok) return fromEnvironment
  const config = await readConfig(configPath(env))
  if (!config.ok) return config
  const theme = await themeOfSettings(
    { flags, environmentSettings: fromEnvironment.value, config: config.value },
    env,
  )
  if (!theme.ok) return theme
  const resolved = resolveRun({
    promptCount: 0,
    continuesSession: true,
    ...run,
    ...(typeof theme.value === 'string' ? {} : { ownTheme: theme.value }),
    flags,
    environmentSettings: fromEnvironment.value,
    config: config.value,
    environment: env,
    isOutputTerminal: isTerminal(1),
  })
  if (resolved.ok) log?.note(`settings: ${loggedOptions(resolved.value)}`)
  return resolved
}

/** Finds the theme that the settings name, and reads its file if it is one of the user's own. */
export async function themeOfSettings(
  given: Pick<RunCircumstances, 'flags' | 'environmentSettings' | 'config'>,
  environment: RunCircumstances['environment'],
): Promise<Result<ThemeName | OwnTheme | 'auto', UsageError>> {
  const { flags, environmentSettings, config } = given
  const configFile = configPath(environment)
  const fromElsewhere = flags.theme ?? environmentSettings.theme
  const isInFile = fromElsewhere === undefined && configFile !== null
  const name = fromElsewhere ?? config.theme ?? 'auto'
  return await resolveTheme({
    name,
    from: await sourceOfTheme(given, name, configFile),
    folder: isInFile ? path.dirname(configFile) : null,
    configFile,
    depth: colorDepth(environment),
  })
}

/** What names the theme, for errors. The place in the configuration file is searched only if it names no built-in theme. */
async function sourceOfTheme(
  { flags, environmentSettings }: Pick<RunCircumstances, 'flags' | 'environmentSettings'>,
  name: string,
  configFile: string | null,
): Promise<string> {
  if (flags.theme !== undefined) return '--theme'
  if (environmentSettings.theme !== undefined) return `the environment variable ${settingVariable('theme')}`
  if (configFile === null || name === 'auto' || builtInTheme(name) !== null) return '“theme”'
  const text = readConfigFile(configFile)
  const { readConfigText } = await import('./check-config.ts')
  const place = text.ok ? readConfigText(text.value ?? '', configFile).places.get('theme') : undefined
  return place === undefined ? configFile : `${configFile}:${place.line}:${place.column} “theme”`
}

/** Texts of the user are left out: they may be private. */
function loggedOptions(options: RunOptions): string {
  const shown = Object.entries(options).filter(
    ([name, value]) => typeof value !== 'object' && !['title', 'tokenFile', 'mode'].includes(name),
  )
  return shown.map(([name, value]) => `${name} ${String(value)}`).join(', ')
}

/** Flags override the environment, which overrides the agent's entry in the configuration file, the rest of the file and the defaults. */
export function resolveRun(given: RunCircumstances): Result<RunOptions, UsageError> {
  const settings: Settings = {
    ...given.config,
    ...given.agentSettings,
    ...given.environmentSettings,
    ...given.flags,
  }
  const hasScreen = given.isOutputTerminal && given.hasKeyboard
  // Only the flag is an error: a configured `tui` must not break `acp-plan-tui … | less`.
  if (given.flags.format === 'tui' && !hasScreen) {
    const lacks = given.isOutputTerminal
      ? 'there is no terminal to read keys from'
      : 'standard output is not a terminal'
    return usage(`--format tui: ${lacks}`, 'Use --format text or --format json here.')
  }
  const screenReader = settings.screenReader ?? false
  const canShow = canDraw(given.environment) || screenReader
  const format = chooseFormat(settings.format, hasScreen, canShow)
  const exitOn = settings.exitOn ?? (format === 'tui' ? 'never' : 'idle')
  if (given.flags.strict === true && exitOn !== 'plans-done')
    return usage(
      `--strict is for --exit-on plans-done, and this run ends on ${exitOn}`,
      'Add --exit-on plans-done.',
    )
  if (format !== 'tui' && exitOn === 'idle' && given.promptCount === 0 && !given.continuesSession) {
    const hint = 'Give --prompt TEXT, or --exit-on never to watch until the agent ends.'
    const run = settings.format === undefined ? 'a run without a screen' : `--format ${format}`
    return usage(`nothing to do: no prompt, and ${run} ends when the agent is idle`, hint)
  }
  const named = given.ownTheme ?? builtInTheme(settings.theme)
  const traits = terminalTraits(given.environment, given.isOutputTerminal)
  const told = terminalTheme(given.environment)
  return ok({
    format,
    exitOn,
    isStrict: settings.strict ?? false,
    // A built-in scenario changes nothing on this machine: in a pipe it is played to its end.
    permissions: settings.permissions ?? (given.isBuiltInDemo === true && format !== 'tui' ? 'allow' : 'ask'),
    canAsk: format === 'tui',
    protocol: settings.protocol ?? 'auto',
    advertisesPlans: settings.planCapability ?? true,
    planTools: settings.planTools ?? 'on',
    timeoutMs: settings.timeoutMs ?? null,
    theme: named ?? told ?? 'dark',
    asksBackground: named === null && traits.color && traits.background,
    knowsBackground: named !== null || told !== null,
    color: traits.color,
    has256Colors: colorDepth(given.environment) !== '16',
    hyperlinks: traits.hyperlinks,
    ascii: settings.ascii ?? traits.ascii,
    animation: settings.animation ?? true,
    alternateScreen: settings.altScreen ?? true,
    mouse: settings.mouse ?? true,
    screenReader,
    ...(settings.format === undefined && hasScreen && !canShow ? { isDumb: true } : {}),
    title: settings.title ?? null,
    keepsState: settings.state ?? true,
    notify: settings.notify ?? 'title',
    mode: settings.mode ?? null,
    infersPlans: settings.inferredPlans ?? true,
    historyBytes: settings.historyLimit ?? defaultHistoryBytes,
    doubtRules: doubtRules(settings),
    wireBytes: settings.wireLimit ?? defaultWireBytes,
    tokenFile: settings.tokenFile ?? null,
    hosts: namesIn(settings.hosts ?? ''),
    ownKeys: given.config.ownKeys ?? null,
    hooks: hooksInForce(given),
  })
}

/** The names of a list between commas. */
function namesIn(list: string): readonly string[] {
  return list
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '')
}

/** Those of the command line, and of the configuration for other events. A program that a hook has started runs only its own. */
function hooksInForce({ hooks = [], config, environment }: RunCircumstances): readonly Hook[] {
  const isInHook = (environment['ACP_PLAN_TUI_EVENT'] ?? '') !== ''
  const configured = isInHook ? [] : (config.hooks ?? [])
  return [...hooks, ...configured.filter(({ event }) => !hooks.some((hook) => hook.event === event))]
}

function chooseFormat(
  wanted: Settings['format'],
  hasScreen: boolean,
  canShow: boolean,
): RunOptions['format'] {
  if (wanted === 'tui') return hasScreen ? 'tui' : 'text'
  return wanted ?? (hasScreen && canShow ? 'tui' : 'text')
}
