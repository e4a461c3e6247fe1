import { currentSession, type AppState } from '../../app/state/app-state.ts'
import { memoLast } from '../../lib/memo.ts'
import { safeLine } from '../../lib/text/safe-text.ts'
import type { SlashCommand } from '../../protocol/session/session-settings.ts'
import type { PromptEdit, UiState } from './ui-state.ts'

/** The slash commands that match the prompt; one of them is selected. */
export interface Completion {
  readonly commands: readonly SlashCommand[]
  /** Index of the selected command. */
  readonly at: number
  /** The prompt is the complete name of the selected command. */
  readonly isWhole: boolean
}

/**
 * The completion of the prompt; null while no command is being written. Cached: a key and its frame need it several times.
 * https://agentclientprotocol.com/protocol/slash-commands
 */
export const completionOf = memoLast((ui: UiState, state: AppState): Completion | null => {
  const typed = commandPrefix(ui)
  const commands = typed === null ? [] : matching(currentSession(state)?.commands ?? [], typed)
  if (typed === null || commands.length === 0) return null
  const selected = commands.findIndex(({ name }) => name === ui.prompt.command)
  const at = Math.max(0, selected)
  return { commands, at, isWhole: commands[at]?.name === typed }
})

/** The beginning of a command's name, without its slash; null for other text, and for an entry of the history. */
function commandPrefix({ writing, prompt }: UiState): string | null {
  const { text } = prompt.line
  if (writing?.kind !== 'prompt' || !text.startsWith('/') || text.length > maxNameLength + 1) return null
  return isFromHistory(prompt) ? null : text.slice(1)
}

function isFromHistory({ historyAt, history, line }: PromptEdit): boolean {
  return historyAt !== null && history[historyAt] === line.text
}

const maxNameLength = 100

/**
 * The exact name first, then names that begin with the text, then those that contain it. Text with a space matches only names that
 * begin with it (names may contain spaces): otherwise the space begins the command's input.
 */
function matching(commands: readonly SlashCommand[], typed: string): readonly SlashCommand[] {
  const wanted = typed.toLowerCase()
  const ranked = commands
    .map((command) => ({ command, rank: rankOf(command.name, wanted) }))
    .filter(({ command, rank }) => rank < (wanted.includes(' ') ? 2 : 3) && isTypeable(command.name))
  return ranked.toSorted((one, other) => one.rank - other.rank).map(({ command }) => command)
}

function rankOf(name: string, wanted: string): number {
  const lower = name.toLowerCase()
  if (lower === wanted) return 0
  if (lower.startsWith(wanted)) return 1
  return lower.includes(wanted) ? 2 : 3
}

/** A name that can be typed into the prompt. */
function isTypeable(name: string): boolean {
  return name.length <= maxNameLength && /^\S+(?: \S+)*$/.test(name) && safeLine(name) === name
}

/** The input hint of the command in the prompt, while it has no input yet; '' for none. Raw. */
export function inputHint(ui: UiState, state: AppState): string {
  const { text, cursor } = ui.prompt.line
  if (ui.writing?.kind !== 'prompt' || !text.startsWith('/') || cursor !== text.length) return ''
  const command = currentSession(state)?.commands.find(
    ({ name }) => text === `/${name}` || text === `/${name} `,
  )
  return command?.hint ?? ''
}

/** The prompt with a command's name completed. */
export function completed(prompt: PromptEdit, { name, hint }: SlashCommand): PromptEdit {
  const text = `/${name}${hint === null ? '' : ' '}`
  return { ...prompt, line: { text, cursor: text.length } }
}
