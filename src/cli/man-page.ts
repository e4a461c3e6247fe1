// The man page of the package, from the tables that the parser and the help are made from. Written when the package is built, and
// used by no run of the program.
import { capitalized } from '../lib/text/wording.ts'
import { helpAlone, otherSpelling, type OptionSpec } from './arguments/option.ts'
import { exitStatuses } from './help-text.ts'
import { configKey, settingKeys, settingSpecs, settingVariable } from './configuration/settings.ts'
import type { Command } from './arguments/command.ts'
import { listedCommands } from './commands/commands.ts'

/** The page in the language of man(7). `version` is that of the package. */
export function manPage(version: string): string {
  return `${[
    `.TH ACP-PLAN-TUI 1 "" "acp-plan-tui ${version}" "User Commands"`,
    '.SH NAME',
    roff('acp-plan-tui - show in the terminal what an ACP agent plans to do, while it does it'),
    '.SH SYNOPSIS',
    ...listedCommands.flatMap(({ form }) => [roff(`acp-plan-tui ${form}`), '.br']),
    '.SH DESCRIPTION',
    roff(
      'It starts any agent that speaks the Agent Client Protocol (ACP), or connects to one, and gives every plan that the agent reports a tab: a checklist with progress, rendered markdown, or a file that is read and watched. Everything after -- is the command of the agent. ? on the screen lists the keys.',
    ),
    ...listedCommands.flatMap(commandSection),
    '.SH ENVIRONMENT',
    roff('Each setting has a variable; options override variables, and variables override the file.'),
    ...settingKeys.flatMap((key) => [
      '.TP',
      bold(settingVariable(key)),
      roff(`As --${settingSpecs[key].flag}, and “${configKey(key)}” in the configuration file.`),
    ]),
    ...described('NO_COLOR, FORCE_COLOR', 'No colours, or always.'),
    ...described('NODE_DISABLE_COMPILE_CACHE', 'Keeps no compiled code in the temporary folder.'),
    ...described('ACP_PLAN_TUI_LOG', 'As --log.'),
    ...described('XDG_CONFIG_HOME', 'The folder of the configuration; without it ~/.config.'),
    '.SH FILES',
    ...described(
      '$XDG_CONFIG_HOME/acp-plan-tui/config.json',
      'The settings. “acp-plan-tui config” lists them, with what is wrong.',
    ),
    ...described(
      '$XDG_STATE_HOME/acp-plan-tui',
      'What is kept between runs, unless --no-state is given; without the variable below ~/.local/state.',
    ),
    '.SH EXIT STATUS',
    ...exitStatuses.flatMap(([status, meaning]) => described(status, meaning)),
  ].join('\n')}\n`
}

function commandSection({ name, does, options }: Command): readonly string[] {
  const title = name === null ? 'OPTIONS WITHOUT A COMMAND' : `OPTIONS OF ${name.toUpperCase()}`
  return [
    `.SH ${title}`,
    roff(`${capitalized(does)}.`),
    ...options.flatMap((spec) => described(formOf(spec), helpAlone(spec))),
  ]
}

function formOf(spec: OptionSpec): string {
  const short = spec.short === undefined ? [] : [`-${spec.short}`]
  const other = otherSpelling(spec)
  const names = [...short, `--${spec.name}`, ...(other === null ? [] : [`--${other}`])].join(', ')
  return spec.value === null ? names : `${names} ${spec.value}`
}

function described(term: string, meaning: string): readonly string[] {
  return ['.TP', bold(term), roff(meaning)]
}

function bold(text: string): string {
  return `\\fB${roff(text)}\\fR`
}

/** A text in a line of its own: nothing in it is an instruction. */
function roff(text: string): string {
  const escaped = text
    .replaceAll('\\', String.raw`\e`)
    .replaceAll('-', String.raw`\-`)
    .replaceAll("'", String.raw`\(aq`)
    .replaceAll('“', String.raw`\(lq`)
    .replaceAll('”', String.raw`\(rq`)
    .replaceAll('…', '...')
  return escaped.startsWith('.') ? String.raw`\&${escaped}` : escaped
}
