import { namesOf, type Completed, type CompletedCommand } from './completed-commands.ts'

/** The completion of PowerShell 5.1 and later. Names of files are completed by PowerShell itself, where the block gives nothing. */
export function powershellCompletion(commands: readonly CompletedCommand[]): string {
  return `# Completion of acp-plan-tui for PowerShell, written by \`acp-plan-tui completion powershell\`.
Register-ArgumentCompleter -Native -CommandName acp-plan-tui -ScriptBlock {
  param($wordToComplete, $commandAst, $cursorPosition)
  $commands = @(${list(namesOf(commands))})
  $options = @{
${commands.map(({ name, options }) => `    ${quoted(name)} = @(${list(options.map(({ spelling }) => spelling))})`).join('\n')}
  }
  $values = @{
${commands.flatMap(valueLines).join('\n')}
  }
  $takes = @{
${commands.map(({ name, takes }) => `    ${quoted(name)} = @(${list(wordsOf(takes))})`).join('\n')}
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

function valueLines({ name, options }: CompletedCommand): readonly string[] {
  return options.flatMap(({ spelling, value }) =>
    value === null ? [] : [`    ${quoted(`${name} ${spelling}`)} = @(${list(wordsOf(value))})`],
  )
}

function wordsOf(completed: Completed): readonly string[] {
  return completed.type === 'words' ? completed.words : []
}

function list(words: readonly string[]): string {
  return words.map(quoted).join(', ')
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", "''")}'`
}
