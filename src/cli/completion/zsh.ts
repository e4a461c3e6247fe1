import {
  agentTakers,
  namesOf,
  type Completed,
  type CompletedCommand,
  type CompletedOption,
} from './completed-commands.ts'

/** The completion of zsh: a function for \`fpath\`, which also works when it is sourced. */
export function zshCompletion(commands: readonly CompletedCommand[]): string {
  return `#compdef acp-plan-tui
# Completion of acp-plan-tui for zsh, written by \`acp-plan-tui completion zsh\`.
_acp-plan-tui() {
  local command='' i
  for ((i = 2; i < CURRENT; i++)); do
    if [[ $words[i] == -- ]]; then
      case "$command" in
        (${agentTakers(commands).map(quoted).join('|')})
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
${commands.map(commandCase).join('\n')}
  esac
}
if [[ $zsh_eval_context[-1] == loadautofunc ]]; then _acp-plan-tui "$@"; else compdef _acp-plan-tui acp-plan-tui; fi
`
}

function commandCase({ name, options, takes }: CompletedCommand): string {
  const specs = options.map(optionSpec)
  const rest = quoted(`*: :${actionOf(takes)}`)
  // The command itself is the first word that is no option.
  const own = name === '' ? [] : [quoted(`1: :(${name})`)]
  return `    (${quoted(name)})
      _arguments -s \\
${[...specs, ...own, rest].map((spec) => `        ${spec}`).join(' \\\n')} ;;`
}

function optionSpec({ spelling, help, value }: CompletedOption): string {
  const told = help.replaceAll(/[[\]\\:]/g, String.raw`\$&`)
  if (value === null) return quoted(`*${spelling}[${told}]`)
  const assigned = spelling.startsWith('--') ? '=' : '+'
  return quoted(`*${spelling}${assigned}[${told}]: :${actionOf(value)}`)
}

function actionOf(completed: Completed): string {
  switch (completed.type) {
    case 'words':
      return `(${completed.words.join(' ')})`
    case 'files':
      return '_files'
    case 'folders':
      return '_files -/'
    case 'unknown':
      return ' '
  }
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`
}
