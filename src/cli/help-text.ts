import { knownAgents } from '../app/known-agents/known-agents.ts'
import { switchWords } from '../app/words/agent.ts'
import { wrapText } from '../lib/text/wrap.ts'
import { schemesTaking } from '../sources/remote/transports/remote-transports.ts'
import { waitsFor } from '../sources/remote/web/web-route.ts'
import { helpColumns, type Command, type HelpParts } from './arguments/command.ts'
import { groupTitles, type OptionSpec } from './arguments/option.ts'
import { settingKeys, settingSpecs } from './configuration/settings.ts'

/** What the program is for and how to start, for who has typed nothing but its name. */
export const shortUsage = `acp-plan-tui shows the plans of an ACP agent while they change.

  acp-plan-tui -- npx @agentclientprotocol/claude-agent-acp    watch an agent
  acp-plan-tui connect ws://localhost:3000/acp                 watch one that is already running
  acp-plan-tui demo                                            a demonstration, without an agent
  acp-plan-tui --help                                          all commands and options
`

/** The help of a command; of what starts an agent, that of the whole program. `listed`: all commands, in the order in which it names them. */
export function helpText(command: Command, listed: readonly Command[]): string {
  const options = groups(command.options)
  const parts = { options, planTools: planToolsHelp(), notifications, timeouts: timeouts() }
  return command.help?.(parts) ?? wholeHelp(parts, listed)
}

function wholeHelp({ options, planTools }: HelpParts, listed: readonly Command[]): string {
  return `acp-plan-tui starts an ACP agent, or connects to one, and shows its plans while they change.

Usage:
${usageLine('', 'what can be started, watched and replayed here')}
${usageLines(listed)}

Examples:
  acp-plan-tui -- npx @agentclientprotocol/claude-agent-acp
  acp-plan-tui --prompt "Plan a release" --cwd ../site -- npx @agentclientprotocol/codex-acp
  acp-plan-tui --continue --mode plan -- npx @agentclientprotocol/claude-agent-acp
  acp-plan-tui --format text --prompt-file - --exit-on plans-done -- my-agent --acp < prompt.txt
  acp-plan-tui --format json --permissions deny --prompt Review -- agent | jq '.progress // empty'
  acp-plan-tui connect ws://localhost:3000/acp
  acp-plan-tui --record run.ndjson -- my-agent
  acp-plan-tui replay run.ndjson --speed 4
  acp-plan-tui render run.ndjson -o run.svg -o run.md
  acp-plan-tui demo

${options}

${planTools}

${notifications}

${settingsHelp}

Exit status:
${exitStatusTable()}
`
}

function usageLines(listed: readonly Command[]): string {
  return listed.map(({ form, does }) => usageLine(form, does)).join('\n')
}

function usageLine(form: string, does: string): string {
  return `  ${`acp-plan-tui ${form}`.padEnd(formColumns)}${does}`
}

const formColumns = 47

function exitStatusTable(): string {
  return exitStatuses.map(([status, meaning]) => `  ${status.padEnd(9)}${meaning}`).join('\n')
}

const settingColumns = 96

const notifications = `Notifications (--notify), on a terminal only:
  title                       the window's title shows the plan's progress and what waits for you;
                              terminals that support it show a progress bar
  bell, osc9, osc777          the same, and the bell or a desktop notification when the plan is
                              done, something waits for you or the agent has stopped
  auto                        the same, with a notification if the terminal is known to show it,
                              else the bell
  off                         nothing`

/** Of a connection to a remote agent. */
function timeouts(): string {
  const { socketMs, handshakeMs, answerMs } = waitsFor(null)
  const text =
    `Limits: ${socketMs / 1000} seconds for a connection (${schemesTaking('lines').join(', ')}), ` +
    `${handshakeMs / 1000} for the handshake of a WebSocket, ${answerMs / 1000} for the response to an HTTP request. ` +
    'A longer --timeout extends them; a shorter one ends the run earlier (status 3).'
  return wrapText(text, helpColumns).join('\n')
}

/** From the registry of known agents, so that nothing is listed twice. */
function planToolsHelp(): string {
  const lines = knownAgents.flatMap(({ plans, programs: [program] }) =>
    plans.type === 'switched' && program !== undefined
      ? [`  ${program.name.padEnd(26)}  ${switchWords(plans.by)}`]
      : [],
  )
  return `Plan tools (--plan-tools): some agents have no tools for plans unless an environment
variable is set. If the command names such an agent, it is started with
${lines.join('\n')}
A variable that you have set is kept; JSON settings are merged into yours. off: nothing is set, and
you see what an editor sees.`
}

const settingsHelp = `Settings may also be given in environment variables (--exit-on is ACP_PLAN_TUI_EXIT_ON) and in
$XDG_CONFIG_HOME/acp-plan-tui/config.json, for example {"theme": "light", "animation": false}.
They are
${settingFlags()}.
Options override the environment, and the environment overrides the file. NO_COLOR and FORCE_COLOR
are supported.`

/** The options that are settings, in lines that fit. */
function settingFlags(): string {
  const flags = settingKeys.map((key) => `--${settingSpecs[key].flag}`)
  const words = flags.map((flag, at) =>
    at < flags.length - 2 ? `${flag},` : at < flags.length - 1 ? `${flag} and` : flag,
  )
  return wrapText(words.join(' '), settingColumns).join('\n')
}

export const exitStatuses: readonly (readonly [status: string, meaning: string])[] = [
  ['0', 'success'],
  ['1', 'plans-done, but steps are left'],
  ['2', 'wrong usage'],
  ['3', 'the agent was silent for too long'],
  ['4', 'the agent cannot be started or reached, or refused the session'],
  ['5', 'an answer was needed, but there was nobody to ask'],
  ['6', 'the agent wants you to log in'],
  ['7', 'the agent crashed, was lost or broke the protocol'],
  ['70', 'a bug of this program'],
  ['128 + n', 'ended by signal n'],
]

function groups(options: readonly OptionSpec[]): string {
  return Object.entries(groupTitles)
    .map(([group, title]) => ({ title, listed: options.filter((each) => each.group === group) }))
    .filter(({ listed }) => listed.length > 0)
    .map(({ title, listed }) => `${title}:\n${listed.map(optionLine).join('\n')}`)
    .join('\n\n')
}

const wordsColumn = 30

function optionLine({ short, name, value, help }: OptionSpec): string {
  const form = `${short === undefined ? '' : `-${short}, `}--${name}${value === null ? '' : ` ${value}`}`
  const [first = '', ...more] = wrapText(help, helpColumns - wordsColumn)
  const indent = ' '.repeat(wordsColumn)
  return [`  ${form}`.padEnd(wordsColumn - 2) + `  ${first}`, ...more.map((line) => `${indent}${line}`)].join(
    '\n',
  )
}
