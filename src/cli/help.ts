import { optionsOf, type CommandName, type OptionGroup, type OptionSpec } from './options.ts'

/** What the program is for and how to start, for who has typed nothing but its name. */
export const shortUsage = `acp-plan-tui shows the plans of an ACP agent while they change.

  acp-plan-tui -- npx @agentclientprotocol/claude-agent-acp    watch an agent
  acp-plan-tui demo                                            see how that looks, without an agent
  acp-plan-tui --help                                          all there is
`

/** The help of a command, or of the whole (null). At most 100 columns wide. */
export function helpText(command: CommandName | null): string {
  return command === 'demo' ? demoHelp() : wholeHelp()
}

function wholeHelp(): string {
  return `acp-plan-tui starts an ACP agent and shows its plans while they change, a tab each.

Usage:
  acp-plan-tui [options] -- AGENT [ARGUMENT…]    start an agent, be its client, watch its plans
  acp-plan-tui demo [NAME] [options]             the same with a built-in scripted agent

Examples:
  acp-plan-tui -- npx @agentclientprotocol/claude-agent-acp
  acp-plan-tui --prompt "Plan a release" --cwd ../site -- npx @agentclientprotocol/codex-acp
  acp-plan-tui --format text --prompt-file - --exit-on plans-done -- my-agent --acp < prompt.txt
  acp-plan-tui --format json --permissions deny --prompt "Review this" -- my-agent | jq .progress
  acp-plan-tui demo

${groups(null)}

Options may also be set by environment variables (--exit-on is ACP_PLAN_TUI_EXIT_ON) and in
$XDG_CONFIG_HOME/acp-plan-tui/config.json, as in {"theme": "light", "animation": false}.
Options win over the environment, and that over the file. NO_COLOR and FORCE_COLOR are heard.

Exit status:
  0  fine                              5  a permission was denied, for nobody could be asked
  1  plans-done, but steps are left    6  the agent wants you to log in
  2  wrong usage                       7  the agent crashed or broke the protocol
  3  the agent was silent too long     70  a bug of this program
  4  the agent cannot be started       129, 130, 143  ended by SIGHUP, SIGINT, SIGTERM
`
}

function demoHelp(): string {
  return `acp-plan-tui demo plays a scripted agent, a real ACP agent in a process of its own.

Usage:
  acp-plan-tui demo [NAME] [options]
  acp-plan-tui demo --list

Examples:
  acp-plan-tui demo
  acp-plan-tui demo markdown --theme light
  acp-plan-tui demo checklist --speed 4 --format text

${groups('demo')}
`
}

const titles: Readonly<Record<OptionGroup, string>> = {
  demo: 'The demo',
  agent: 'The agent',
  ending: 'The end of the run',
  screen: 'What is shown',
  other: 'Other',
}

const groupOrder: readonly OptionGroup[] = ['demo', 'agent', 'ending', 'screen', 'other']

function groups(command: CommandName | null): string {
  const listed = optionsOf(command)
  return groupOrder
    .map((group) => ({ group, specs: listed.filter((spec) => spec.group === group) }))
    .filter(({ specs }) => specs.length > 0)
    .map(({ group, specs }) => `${titles[group]}:\n${specs.map(optionLine).join('\n')}`)
    .join('\n\n')
}

const column = 26

function optionLine(spec: OptionSpec): string {
  const short = spec.short === undefined ? '' : `-${spec.short}, `
  const form = `${short}--${spec.name}${spec.value === null ? '' : ` ${spec.value}`}`
  return `  ${form.padEnd(column)}  ${spec.help}`
}
