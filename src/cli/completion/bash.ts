import { agentTakers, namesOf, type Completed, type CompletedCommand } from './completed-commands.ts'

/** The completion of bash 3.2 and later, the one of macOS: no associative arrays, and no bash-completion is needed. */
export function bashCompletion(commands: readonly CompletedCommand[]): string {
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
        ${pattern(agentTakers(commands))})
          if ((i == COMP_CWORD - 1)); then COMPREPLY=($(compgen -c -- "$current")); else COMPREPLY=($(compgen -f -- "$current")); fi ;;
      esac
      return
    fi
    if [[ -z $command ]]; then
      case $word in
        ${pattern(namesOf(commands))}) command=$word ;;
      esac
    fi
  done
  case "$command $previous" in
${commands.flatMap(valueCases).join('\n')}
  esac
  if [[ $current == -* ]]; then
    case "$command" in
${commands.map(({ name, options }) => `      ${quoted(name)}) COMPREPLY=($(compgen -W ${quoted(options.map(({ spelling }) => spelling).join(' '))} -- "$current")) ;;`).join('\n')}
    esac
    return
  fi
  case "$command" in
${commands.map(({ name, takes }) => `    ${quoted(name)}) ${replyOf(takes)} ;;`).join('\n')}
  esac
}
complete -o filenames -o bashdefault -F _acp_plan_tui acp-plan-tui
`
}

function valueCases({ name, options }: CompletedCommand): readonly string[] {
  return options.flatMap(({ spelling, value }) =>
    value === null ? [] : [`    ${quoted(`${name} ${spelling}`)}) ${replyOf(value)}; return ;;`],
  )
}

function replyOf(completed: Completed): string {
  switch (completed.type) {
    case 'words':
      return `COMPREPLY=($(compgen -W ${quoted(completed.words.join(' '))} -- "$current"))`
    case 'files':
      return 'COMPREPLY=($(compgen -f -- "$current"))'
    case 'folders':
      return 'COMPREPLY=($(compgen -d -- "$current"))'
    case 'unknown':
      return 'COMPREPLY=()'
  }
}

function pattern(words: readonly string[]): string {
  return words.map(quoted).join(' | ')
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`
}
