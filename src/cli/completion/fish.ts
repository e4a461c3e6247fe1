import {
  agentTakers,
  namesOf,
  type Completed,
  type CompletedCommand,
  type CompletedOption,
} from './completed-commands.ts'

/** The completion of fish 3 and later. */
export function fishCompletion(commands: readonly CompletedCommand[]): string {
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
${commands.flatMap(commandLines).join('\n')}
`
}

function commandLines({ name, options, takes }: CompletedCommand): readonly string[] {
  const when = `complete -c acp-plan-tui -n ${quoted(`__acp_plan_tui_is "${name}"`)}`
  return [...options.map((option) => `${when} ${optionLine(option)}`), `${when}${wordsOf(takes)}`]
}

function optionLine({ spelling, help, value }: CompletedOption): string {
  const name = spelling.startsWith('--') ? `-l ${spelling.slice(2)}` : `-s ${spelling.slice(1)}`
  return `${name}${value === null ? '' : ` -r${wordsOf(value)}`} -d ${quoted(help)}`
}

function wordsOf(completed: Completed): string {
  switch (completed.type) {
    case 'words':
      return ` -f -a ${quoted(completed.words.join(' '))}`
    case 'files':
      return ' -F'
    case 'folders':
      return ` -f -a ${quoted('(__fish_complete_directories)')}`
    case 'unknown':
      return ' -f'
  }
}

function quoted(text: string): string {
  return `'${text.replaceAll(/['\\]/g, String.raw`\$&`)}'`
}
