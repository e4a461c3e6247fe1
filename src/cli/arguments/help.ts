import { switchWords } from '../../app/words/agent.ts'
import { knownAgents } from '../../app/known-agents/known-agents.ts'
import { settingKeys, settingSpecs } from '../configuration/settings.ts'
import { formatTable } from './format-help.ts'
import { addressTable, waitsHelp } from './address-help.ts'
import { wrapText } from '../../lib/text/wrap.ts'
import { helpColumns, wordsColumn } from './help-layout.ts'
import type { CommandName, OptionGroup, OptionSpec } from './option-spec.ts'
import { optionsOf } from './options.ts'
import { exitStatuses, usageForms } from './usage-forms.ts'
import { completionHelp, configHelp, manualHelp } from './settings-help.ts'
import { tapHelp } from './tap-help.ts'

/** What the program is for and how to start, for who has typed nothing but its name. */
export const shortUsage = `acp-plan-tui shows the plans of an ACP agent while they change.

  acp-plan-tui -- npx @agentclientprotocol/claude-agent-acp    watch an agent
  acp-plan-tui connect ws://localhost:3000/acp                 watch one that is already running
  acp-plan-tui demo                                            a demonstration, without an agent
  acp-plan-tui --help                                          all commands and options
`

/** The help of a command, or of the whole (null). At most 100 columns wide. */
export function helpText(command: CommandName | null): string {
  switch (command) {
    case 'demo':
      return demoHelp()
    case 'connect':
      return connectHelp()
    case 'attach':
      return attachHelp()
    case 'tap':
      return tapHelp(groups('tap'))
    case 'replay':
      return replayHelp()
    case 'render':
      return renderHelp()
    case 'lint':
      return lintHelp()
    case 'doctor':
      return doctorHelp()
    case 'config':
      return configHelp(groups('config'))
    case 'completion':
      return completionHelp(groups('completion'))
    case 'help':
      return manualHelp(groups('help'))
    case null:
      return wholeHelp()
  }
}

function wholeHelp(): string {
  return `acp-plan-tui starts an ACP agent, or connects to one, and shows its plans while they change.

Usage:
${usageLines()}

Examples:
  acp-plan-tui -- npx @agentclientprotocol/claude-agent-acp
  acp-plan-tui --prompt "Plan a release" --cwd ../site -- npx @agentclientprotocol/codex-acp
  acp-plan-tui --continue --mode plan -- npx @agentclientprotocol/claude-agent-acp
  acp-plan-tui --format text --prompt-file - --exit-on plans-done -- my-agent --acp < prompt.txt
  acp-plan-tui --format json --permissions deny --prompt "Review this" -- my-agent | jq .progress
  acp-plan-tui connect ws://localhost:3000/acp
  acp-plan-tui --record run.ndjson -- my-agent
  acp-plan-tui replay run.ndjson --speed 4
  acp-plan-tui render run.ndjson -o run.svg -o run.md
  acp-plan-tui demo

${groups(null)}

${planToolsHelp()}

${notifyHelp}

${settingsHelp}

Exit status:
${exitStatusTable()}
`
}

function usageLines(): string {
  return usageForms.map(({ form, does }) => `  ${form.padEnd(formColumns)}${does}`).join('\n')
}

const formColumns = 47

function exitStatusTable(): string {
  return exitStatuses.map(([status, meaning]) => `  ${status.padEnd(9)}${meaning}`).join('\n')
}

const settingColumns = 96

const notifyHelp = `Notifications (--notify), on a terminal only:
  title                       the window's title shows the plan's progress and what waits for you;
                              terminals that support it show a progress bar
  bell, osc9, osc777          the same, and the bell or a desktop notification when the plan is
                              done, something waits for you or the agent has stopped
  auto                        the same, with a notification if the terminal is known to show it,
                              else the bell
  off                         nothing`

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

function connectHelp(): string {
  return `acp-plan-tui connect connects to an agent that is already running, here or elsewhere.

Usage:
  acp-plan-tui connect [options] ADDRESS

Addresses:
${addressTable()}

Examples:
  acp-plan-tui connect ws://localhost:3000/acp
  acp-plan-tui connect https://agents.example/acp --token-file token.txt --cwd /srv/site
  acp-plan-tui connect --header "X-Team: docs" --continue wss://agents.example/acp
  acp-plan-tui connect --map-files /srv/site=. --prompt "Plan it" --format text tcp://build:7000
  acp-plan-tui connect unix:/run/agent.sock

A lost connection is retried after 1, 2, 4, 8, 16 and then every 30 seconds; without a screen five
times. The session is loaded again if the agent supports it. No prompt is ever sent twice.

${waitsHelp()}

${groups('connect')}

${notifyHelp}

Header values and tokens are never shown or written. ACP_PLAN_TUI_TOKEN_FILE may name the token file
too. For the other settings see \`acp-plan-tui --help\`.
`
}

function demoHelp(): string {
  return `acp-plan-tui demo plays an agent: a real ACP agent in a process of its own, which follows a script
or a recording.

Usage:
  acp-plan-tui demo [NAME] [options]             a built-in scenario
  acp-plan-tui demo FILE [options]               a script of yours, or the agent of a recording
  acp-plan-tui demo [NAME|FILE] --stdio          only the agent, for any other client
  acp-plan-tui demo --list

A script is YAML or JSON; \`acp-plan-tui help demo\` describes its format. A recording is any trace
that replay reads: the agent answers each request with what followed the same request in the
recording, at the recorded pace.

In a pipe, the permission requests of a built-in scenario are answered with “allow once”, unless
--permissions says otherwise.

Examples:
  acp-plan-tui demo
  acp-plan-tui demo markdown --theme light
  acp-plan-tui demo checklist --speed 4 --format text
  acp-plan-tui demo release.yaml
  acp-plan-tui demo run.ndjson --speed 2 --idle-limit 3
  acp-plan-tui demo run.ndjson --stdio --speed max

${groups('demo')}

${notifyHelp}
`
}

function attachHelp(): string {
  return `acp-plan-tui attach shows the plans of agents that other programs run, and sends nothing.

Usage:
  acp-plan-tui attach [options]                  the list of sessions; enter opens one
  acp-plan-tui attach WHAT [options]             one session: its name, id (or how that begins),
                                                 process, file or socket
  acp-plan-tui attach --all [options]            all of them together
  acp-plan-tui attach --list [--json]            the list as lines

It reads what other programs write: taps (acp-plan-tui tap), sessions of acpx, Claude Code and
Codex, recordings of --record while they are made, .jsons of the ACP conductor, and any log with a
message on each line. A word that several kinds have is preceded by the kind: acpx:ID.

Examples:
  acp-plan-tui attach
  acp-plan-tui attach parser
  acp-plan-tui attach ~/logs/acp.ndjson
  acp-plan-tui attach --all --since 2h
  acp-plan-tui attach --list --json | jq 'select(.doing == "waits")'

${groups('attach')}

Files are only read, and followed when they grow, are replaced or come back. ? lists the keys; esc
returns to the list.

Exit status: 0 success, 2 wrong usage, 4 there is no such session, or it cannot be observed; others
as for a run.
`
}

function replayHelp(): string {
  return `acp-plan-tui replay shows a recording on the real screen, at its own pace or step by step.

Usage:
  acp-plan-tui replay TRACE [options]            TRACE is a file, or - for standard input

It reads what --record writes, lines of {"t","dir","frame"}, JSON-RPC messages, one on each line (of
one direction or both, without times), and .jsons of the ACP conductor.

Examples:
  acp-plan-tui --record run.ndjson -- npx @agentclientprotocol/claude-agent-acp
  acp-plan-tui replay run.ndjson
  acp-plan-tui replay run.ndjson --speed 4 --idle-limit 2
  acp-plan-tui replay --follow run.ndjson
  acp-plan-tui replay - --paused < run.ndjson
  acp-plan-tui replay run.ndjson --format text

${groups('replay')}

Keys: space pauses, > and < go from change to change of a plan, . and , from message to message, )
and ( from marker to marker, t to a time, + and - change the speed, R repeats; ? lists them all.
Nothing is sent anywhere.

Exit status: 0 success, 2 wrong usage, 4 the recording cannot be read, or is not a recording; others
as for a run.
`
}

function renderHelp(): string {
  return `acp-plan-tui render makes pictures and texts of a recording, without a terminal.

Usage:
  acp-plan-tui render TRACE -o FILE [-o FILE…] [options]
  acp-plan-tui render TRACE --check FILE [--check FILE…] [options]

TRACE is what --record wrote; - is standard input. The ending of FILE selects the format:
${formatTable()}

Examples:
  acp-plan-tui render run.ndjson -o run.svg
  acp-plan-tui render run.ndjson -o run.cast -o run.md --history --idle-limit 2
  acp-plan-tui render run.ndjson -o demo.gif --size 80x24 --theme light --keys "2s:tab 4s:d"
  acp-plan-tui render run.ndjson -o done.png --still 1:05 --no-chrome
  acp-plan-tui render - -o plans.md < run.ndjson
  acp-plan-tui render run.ndjson --check docs/run.svg

${groups('render')}

A TIME is a time of the recording: seconds (75, 75s), minutes (1:15), end, or a marker by its number
(#2) or its caption. Keys are pressed at certain times: TIME:KEY, several separated by commas; keys
are named as on the screen (tab, shift-tab, enter, esc, up, pgdn, space, ctrl-d), text in quotes
("3s:/ 4s:'parser'").

Paths, names, hosts and keys are replaced before anything is drawn, and looked for again in what
was made: if one is left, nothing is written, and the status is 1. The same recording and options
give the same bytes everywhere: the environment and the configuration file are ignored.

Exit status:
  0  success                                     4    TRACE cannot be read or is not a recording,
  1  --check: FILE differs; or something              or a file cannot be written
     private is left                             130  interrupted
  2  wrong usage
`
}

function doctorHelp(): string {
  return `acp-plan-tui doctor looks at what this program needs and works with, and says what to do.

Usage:
  acp-plan-tui doctor [--json]

It checks the terminal and Node, and lists the known agents on PATH with their plan switches, the
sessions of the last day that attach can show, and the agents in the settings of Zed and JetBrains.
It only reads, and starts nothing.

Examples:
  acp-plan-tui doctor
  acp-plan-tui doctor --json
  acp-plan-tui doctor --help

${groups('doctor')}

Exit status: 0 unless something that is needed is missing (1).
`
}

function lintHelp(): string {
  return `acp-plan-tui lint checks how an agent sends its plans, against the protocol and against what clients
have trouble with.

Usage:
  acp-plan-tui lint TRACE [options]              TRACE is any recording that replay reads; - is
                                                 standard input
  acp-plan-tui lint [options] -- AGENT [ARGUMENT…]
                                                 run the agent without a screen, then check
  acp-plan-tui lint --rules

Examples:
  acp-plan-tui lint run.ndjson
  acp-plan-tui lint run.ndjson --fail-on warning --format github
  acp-plan-tui lint --prompt "Plan a release" -- my-agent --acp
  acp-plan-tui lint --rules --format json

${groups('lint')}

An error is something that the specification forbids (MUST). Each finding has its frame, the field,
what was seen, what the specification says, and how to mend it. In a run, questions of the agent are
answered with no, unless --permissions says otherwise.

Exit status: 0 nothing that fails, 1 findings, 2 wrong usage, 4 the recording cannot be read or is
not a recording, or the agent cannot be started, or fails before its turns end.
`
}

/** The options that are settings, in lines that fit. */
function settingFlags(): string {
  const flags = settingKeys.map((key) => `--${settingSpecs[key].flag}`)
  const words = flags.map((flag, at) =>
    at < flags.length - 2 ? `${flag},` : at < flags.length - 1 ? `${flag} and` : flag,
  )
  return wrapText(words.join(' '), settingColumns).join('\n')
}

/** The groups of options, in the order of the help. */
const groupTitles: Readonly<Record<OptionGroup, string>> = {
  demo: 'Demo',
  connect: 'Connection',
  attach: 'What is shown',
  tap: 'The tap',
  render: 'Result',
  lint: 'Findings',
  play: 'Playback',
  agent: 'Agent',
  session: 'Session',
  ending: 'End of the run',
  recording: 'The recording',
  screen: 'Display',
  other: 'Other',
}

function groups(command: CommandName | null): string {
  const listed = optionsOf(command)
  return Object.entries(groupTitles)
    .map(([group, title]) => ({ title, specs: listed.filter((spec) => spec.group === group) }))
    .filter(({ specs }) => specs.length > 0)
    .map(({ title, specs }) => `${title}:\n${specs.map((spec) => optionLine(spec, command)).join('\n')}`)
    .join('\n\n')
}

function optionLine(spec: OptionSpec, command: CommandName | null): string {
  const short = spec.short === undefined ? '' : `-${spec.short}, `
  const form = `${short}--${spec.name}${spec.value === null ? '' : ` ${spec.value}`}`
  const help = spec.helpFor[command ?? 'start'] ?? spec.help
  const [first = '', ...more] = wrapText(help, helpColumns - wordsColumn)
  const indent = ' '.repeat(wordsColumn)
  return [`  ${form}`.padEnd(wordsColumn - 2) + `  ${first}`, ...more.map((line) => `${indent}${line}`)].join(
    '\n',
  )
}
