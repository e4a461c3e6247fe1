import { currentSession, type AppState } from '../../app/state/app-state.ts'
import { safeLine } from '../../lib/text/safe-text.ts'
import type { SlashCommand } from '../../protocol/session/session-settings.ts'
import type { PromptEdit, UiState } from './ui-state.ts'

/** The slash commands that fit what is being written; one of them is selected. */
export interface Completion {
  readonly commands: readonly SlashCommand[]
  readonly at: number
  /** What is written is the selected one's name already. */
  readonly isWhole: boolean
}

/** null where no command is being written. https://agentclientprotocol.com/protocol/slash-commands */
export function completionOf(ui: UiState, state: AppState): Completion | null {
  const typed = commandBegun(ui)
  const commands = typed === null ? [] : fitting(currentSession(state)?.commands ?? [], typed)
  if (typed === null || commands.length === 0) return null
  const selected = commands.findIndex(({ name }) => name === ui.command)
  const at = Math.max(0, selected)
  return { commands, at, isWhole: commands[at]?.name === typed }
}

/** The name being written, without its slash; null where it is none, or comes from the history. */
function commandBegun({ focus, prompt }: UiState): string | null {
  const { text } = prompt.line
  if (focus !== 'prompt' || !text.startsWith('/') || text.length > longestName + 1) return null
  return isFromHistory(prompt) ? null : text.slice(1)
}

function isFromHistory({ historyAt, history, line }: PromptEdit): boolean {
  return historyAt !== null && history[historyAt] === line.text
}

const longestName = 100

/**
 * The same name first, then those that begin like it, then those that hold it. After a blank only a name that goes on like
 * that is meant (some have one inside): else what is written is what follows a name.
 */
function fitting(commands: readonly SlashCommand[], typed: string): readonly SlashCommand[] {
  const wanted = typed.toLowerCase()
  const ranked = commands
    .map((command) => ({ command, rank: rankOf(command.name, wanted) }))
    .filter(({ command, rank }) => rank < (wanted.includes(' ') ? 2 : 3) && isName(command.name))
  return ranked.toSorted((one, other) => one.rank - other.rank).map(({ command }) => command)
}

function rankOf(name: string, wanted: string): number {
  const lower = name.toLowerCase()
  if (lower === wanted) return 0
  if (lower.startsWith(wanted)) return 1
  return lower.includes(wanted) ? 2 : 3
}

/** A name that can be written in a line. */
function isName(name: string): boolean {
  return name.length <= longestName && /^\S+(?: \S+)*$/.test(name) && safeLine(name) === name
}

/** What may follow the command that is written, while nothing follows it; '' for nothing. Raw. */
export function inputHint(ui: UiState, state: AppState): string {
  const { text, cursor } = ui.prompt.line
  if (ui.focus !== 'prompt' || !text.startsWith('/') || cursor !== text.length) return ''
  const command = currentSession(state)?.commands.find(
    ({ name }) => text === `/${name}` || text === `/${name} `,
  )
  return command?.hint ?? ''
}

/** The prompt with a command's name written out. */
export function completed(prompt: PromptEdit, { name, hint }: SlashCommand): PromptEdit {
  const text = `/${name}${hint === null ? '' : ' '}`
  return { ...prompt, line: { text, cursor: text.length } }
}
