import type { Result } from '../../lib/result.ts'
import type { UsageError } from '../../lib/text/usage-error.ts'
import { writeOutput } from '../../outputs/stream/output.ts'
import { agentWords } from '../../app/known-agents/known-agents.ts'
import { configPath, readConfig } from '../configuration/config-file.ts'
import type { Around } from '../arguments/command.ts'
import {
  agentTakers,
  completedCommands,
  namesOf,
  type Completed,
  type CompletedCommand,
  type CompletedOption,
  type Shell,
} from './completed-commands.ts'

export const scripts: Readonly<Record<Shell, (commands: readonly CompletedCommand[]) => string>> = {
  bash: bashCompletion,
  zsh: zshCompletion,
  fish: fishCompletion,
  powershell: powershellCompletion,
}

/** Writes the script for a shell, with the names of the agents that the configuration has now; returns the exit status. */
export async function runCompletion(
  shell: Shell,
  { host, commands }: Around,
): Promise<Result<number, UsageError>> {
  const config = await readConfig(configPath(host.process.env))
  // A name with other characters would have to be quoted in the script.
  const own = (config.ok ? (config.value.agents ?? []) : []).map(({ name }) => name)
  const agents = [...new Set([...own.filter((name) => /^[\w.@-]+$/.test(name)), ...agentWords])]
  return await writeOutput(scripts[shell](await completedCommands(commands, agents)), host.process.stdout)
}

/** The completion of bash 3.2 and later, the one of macOS: no associative arrays, and no bash-completion is needed. */
function bashCompletion(commands: readonly CompletedCommand[]): string {
  return `# Completion of acp-plan-tui for bash, written by \`acp-plan-tui completion bash\`.
_acp_plan_tui() {
  local current=\${COMP_WORDS[COMP_CWORD]} previous=\${COMP_WORDS[COMP_CWORD-1]} command='' word i
  # Bash splits --theme=dark into three words.
  if [[ $previous == = && COMP_CWORD -ge 2 ]]; then previous=\${COMP_WORDS[COMP_CWORD-2]}; fi
  if [[ $current == = ]]; then current=''; fi
  for ((i = 1; i < COMP_CWORD; i++)); do
    word=\${COMP_WORDS[i]}
    if [[ $word == -- ]]; then
      case "$command" in
        ${bashPattern(agentTakers(commands))})
          if ((i == COMP_CWORD - 1)); then COMPREPLY=($(compgen -c -- "$current")); else COMPREPLY=($(compgen -f -- "$current")); fi ;;
      esac
      return
    fi
    if [[ -z $command ]]; then
      case $word in
        ${bashPattern(namesOf(commands))}) command=$word ;;
      esac
    fi
  done
  case "$command $previous" in
${commands.flatMap(bashValues).join('\n')}
  esac
  if [[ $current == -* ]]; then
    case "$command" in
${commands.map(({ name, options }) => `      ${inPosix(name)}) COMPREPLY=($(compgen -W ${inPosix(options.map(({ spelling }) => spelling).join(' '))} -- "$current")) ;;`).join('\n')}
    esac
    return
  fi
  case "$command" in
${commands.map(({ name, takes }) => `    ${inPosix(name)}) ${bashReply(takes)} ;;`).join('\n')}
  esac
}
complete -o filenames -o bashdefault -F _acp_plan_tui acp-plan-tui
`
}

function bashValues({ name, options }: CompletedCommand): readonly string[] {
  return options.flatMap(({ spelling, value }) =>
    value === null ? [] : [`    ${inPosix(`${name} ${spelling}`)}) ${bashReply(value)}; return ;;`],
  )
}

/** What each shell does where no words are known. */
type OtherReplies = Readonly<Record<Exclude<Completed['type'], 'words'>, string>>

const bashReplies: OtherReplies = {
  files: 'COMPREPLY=($(compgen -f -- "$current"))',
  folders: 'COMPREPLY=($(compgen -d -- "$current"))',
  unknown: 'COMPREPLY=()',
}

function bashReply(completed: Completed): string {
  if (completed.type !== 'words') return bashReplies[completed.type]
  return `COMPREPLY=($(compgen -W ${inPosix(completed.words.join(' '))} -- "$current"))${goesOn(completed.words) ? '; compopt -o nospace 2>/dev/null' : ''}`
}

/** Whether something follows the words, with no blank between. */
function goesOn(words: readonly string[]): boolean {
  return words.some((word) => word.endsWith('='))
}

function bashPattern(words: readonly string[]): string {
  return words.map(inPosix).join(' | ')
}

function inPosix(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`
}

/** The completion of zsh: a function for \`fpath\`, which also works when it is sourced. */
function zshCompletion(commands: readonly CompletedCommand[]): string {
  return `#compdef acp-plan-tui
# Completion of acp-plan-tui for zsh, written by \`acp-plan-tui completion zsh\`.
_acp-plan-tui() {
  local command='' i
  for ((i = 2; i < CURRENT; i++)); do
    if [[ $words[i] == -- ]]; then
      case "$command" in
        (${agentTakers(commands).map(inPosix).join('|')})
          words=("\${(@)words[i+1,-1]}")
          ((CURRENT -= i))
          _normal ;;
      esac
      return
    fi
    if [[ -z $command ]]; then
      case $words[i] in
        (${namesOf(commands).join('|')}) command=$words[i] ;;
      esac
    fi
  done
  case "$command" in
${commands.map(zshCommand).join('\n')}
  esac
}
if [[ $zsh_eval_context[-1] == loadautofunc ]]; then _acp-plan-tui "$@"; else compdef _acp-plan-tui acp-plan-tui; fi
`
}

function zshCommand({ name, options, takes }: CompletedCommand): string {
  const specs = options.map(zshOption)
  const rest = inPosix(`*: :${zshAction(takes)}`)
  // The command itself is the first word that is no option.
  const own = name === '' ? [] : [inPosix(`1: :(${name})`)]
  return `    (${inPosix(name)})
      _arguments -s \\
${[...specs, ...own, rest].map((spec) => `        ${spec}`).join(' \\\n')} ;;`
}

function zshOption({ spelling, help, value }: CompletedOption): string {
  const told = help.replaceAll(/[[\]\\:]/g, String.raw`\$&`)
  if (value === null) return inPosix(`*${spelling}[${told}]`)
  const assigned = spelling.startsWith('--') ? '=' : '+'
  return inPosix(`*${spelling}${assigned}[${told}]: :${zshAction(value)}`)
}

const zshActions: OtherReplies = { files: '_files', folders: '_files -/', unknown: ' ' }

function zshAction(completed: Completed): string {
  if (completed.type !== 'words') return zshActions[completed.type]
  const words = completed.words.join(' ')
  return goesOn(completed.words) ? `{compadd -S "" -- ${words}}` : `(${words})`
}

/** The completion of fish 3 and later. */
function fishCompletion(commands: readonly CompletedCommand[]): string {
  const agents = agentTakers(commands).map((name) => (name === '' ? "''" : name))
  return `# Completion of acp-plan-tui for fish, written by \`acp-plan-tui completion fish\`.
function __acp_plan_tui_command
    set -l words (commandline -opc)
    for word in $words[2..-1]
        if contains -- $word ${namesOf(commands).join(' ')}
            echo $word
            return
        end
    end
    echo ''
end
function __acp_plan_tui_is
    not contains -- -- (commandline -opc); and test (__acp_plan_tui_command) = "$argv[1]"
end
function __acp_plan_tui_agent
    set -l words (commandline -opc)
    set -l at (contains -i -- -- $words); and contains -- (__acp_plan_tui_command) ${agents.join(' ')}
end
function __acp_plan_tui_agent_words
    set -l words (commandline -opc)
    set -l at (contains -i -- -- $words)
    complete -C (string join ' ' -- (string escape -- $words[(math $at + 1)..-1]) (commandline -ct))
end
complete -c acp-plan-tui -f
complete -c acp-plan-tui -n __acp_plan_tui_agent -a '(__acp_plan_tui_agent_words)'
${commands.flatMap(fishCommand).join('\n')}
`
}

function fishCommand({ name, options, takes }: CompletedCommand): readonly string[] {
  const when = `complete -c acp-plan-tui -n ${inFish(`__acp_plan_tui_is "${name}"`)}`
  return [...options.map((option) => `${when} ${fishOption(option)}`), `${when}${fishWords(takes)}`]
}

function fishOption({ spelling, help, value }: CompletedOption): string {
  const name = spelling.startsWith('--') ? `-l ${spelling.slice(2)}` : `-s ${spelling.slice(1)}`
  return `${name}${value === null ? '' : ` -r${fishWords(value)}`} -d ${inFish(help)}`
}

const fishReplies: OtherReplies = {
  files: ' -F',
  folders: ` -f -a '(__fish_complete_directories)'`,
  unknown: ' -f',
}

function fishWords(completed: Completed): string {
  if (completed.type !== 'words') return fishReplies[completed.type]
  return ` -f -a ${inFish(completed.words.join(' '))}`
}

function inFish(text: string): string {
  return `'${text.replaceAll(/['\\]/g, String.raw`\$&`)}'`
}

/** The completion of PowerShell 5.1 and later. Names of files are completed by PowerShell itself, where the block gives nothing. */
function powershellCompletion(commands: readonly CompletedCommand[]): string {
  return `# Completion of acp-plan-tui for PowerShell, written by \`acp-plan-tui completion powershell\`.
Register-ArgumentCompleter -Native -CommandName acp-plan-tui -ScriptBlock {
  param($wordToComplete, $commandAst, $cursorPosition)
  $commands = @(${powershellList(namesOf(commands))})
  $options = @{
${commands.map(({ name, options }) => `    ${inPowershell(name)} = @(${powershellList(options.map(({ spelling }) => spelling))})`).join('\n')}
  }
  $values = @{
${commands.flatMap(powershellValues).join('\n')}
  }
  $takes = @{
${commands.map(({ name, takes }) => `    ${inPowershell(name)} = @(${powershellList(powershellWords(takes))})`).join('\n')}
  }
  $before = @($commandAst.CommandElements | Select-Object -Skip 1 |
    Where-Object { $_.Extent.EndOffset -lt $cursorPosition } | ForEach-Object { $_.Extent.Text })
  if ($before -contains '--') { return }
  $command = @($before | Where-Object { $commands -contains $_ })[0]
  if ($null -eq $command) { $command = '' }
  $previous = if ($before.Count -gt 0) { $before[-1] } else { '' }
  $words = if ($values.ContainsKey("$command $previous")) { $values["$command $previous"] }
    elseif ($wordToComplete.StartsWith('-')) { $options[$command] }
    else { $takes[$command] }
  $words | Where-Object { $_ -like "$wordToComplete*" } |
    ForEach-Object { [System.Management.Automation.CompletionResult]::new($_) }
}
`
}

function powershellValues({ name, options }: CompletedCommand): readonly string[] {
  return options.flatMap(({ spelling, value }) =>
    value === null
      ? []
      : [`    ${inPowershell(`${name} ${spelling}`)} = @(${powershellList(powershellWords(value))})`],
  )
}

function powershellWords(completed: Completed): readonly string[] {
  return completed.type === 'words' ? completed.words : []
}

function powershellList(words: readonly string[]): string {
  return words.map(inPowershell).join(', ')
}

function inPowershell(text: string): string {
  return `'${text.replaceAll("'", "''")}'`
}
