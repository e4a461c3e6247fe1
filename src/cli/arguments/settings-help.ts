/** The help of `config`; `options` are its groups. */
export function configHelp(options: string): string {
  return `acp-plan-tui config lists all settings: the value that the next run has, and where it comes from.

Usage:
  acp-plan-tui config [--json]

A setting comes from its variable, else from the configuration file, else it has its default. The
file is $XDG_CONFIG_HOME/acp-plan-tui/config.json; without the variable, below ~/.config (on Windows
%APPDATA%). What is wrong in either is told with its place. Nothing is changed.

Examples:
  acp-plan-tui config
  acp-plan-tui config --json | jq .settings
  acp-plan-tui config --help

${options}

Exit status: 0 success, 2 wrong usage, or a setting is wrong.
`
}

/** The help of `completion`; `options` are its groups. */
export function completionHelp(options: string): string {
  return `acp-plan-tui completion writes a script for a shell, to complete commands, options and values.

Usage:
  acp-plan-tui completion bash|zsh|fish|powershell

Examples:
  acp-plan-tui completion bash > ~/.local/share/bash-completion/completions/acp-plan-tui
  acp-plan-tui completion zsh > ~/.zfunc/_acp-plan-tui
  acp-plan-tui completion fish > ~/.config/fish/completions/acp-plan-tui.fish
  acp-plan-tui completion powershell >> $PROFILE

For zsh, the folder has to be in fpath before compinit runs: fpath+=~/.zfunc

${options}

Exit status: 0 success, 2 wrong usage.
`
}

/** The help of `help`; `options` are its groups. */
export function manualHelp(options: string): string {
  return `acp-plan-tui help shows the manual: on a terminal rendered, else as markdown.

Usage:
  acp-plan-tui help                              the list of topics
  acp-plan-tui help TOPIC                        the page of a topic, a command or an option

Examples:
  acp-plan-tui help
  acp-plan-tui help render
  acp-plan-tui help --exit-on

A page that is taller than the terminal is shown in $PAGER, or in less; PAGER=cat shows it at once.

${options}

Exit status: 0 success, 2 there is no such topic.
`
}
