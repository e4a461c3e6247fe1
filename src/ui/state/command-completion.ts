import { currentSession, type AppState } from '../../app/state/app-state.ts'
import { mentionBefore, mentionOf } from '../../app/words/prompt.ts'
import { memoLast } from '../../lib/memo.ts'
import { safeLine } from '../../lib/text/safe-text.ts'
import type { SlashCommand } from '../../protocol/session/session-settings.ts'
import { lineWith, rewritten, type PromptEdit } from './line-edit.ts'
import type { UiState } from './ui-state.ts'

/** What the prompt may become: the slash commands or files that match it, or earlier prompts. One of them is selected. */
export interface Completion {
  readonly of: 'commands' | 'files' | 'history'
  readonly items: readonly CompletionItem[]
  /** Index of the selected item; -1 without any. */
  readonly at: number
  /** The text is the complete name of the selected command or file. */
  readonly isWhole: boolean
}

export interface CompletionItem {
  /** Identifies it among the others. */
  readonly id: string
  /** As it is shown. Raw. */
  readonly name: string
  /** Raw. */
  readonly about: string
  readonly take: (prompt: PromptEdit) => PromptEdit
}

/** What completes the prompt; null: nothing. In the history it is there without any item too. Cached: a key and its frame need it often. */
export const completionOf = memoLast((ui: UiState, state: AppState): Completion | null => {
  if (ui.writing?.kind !== 'prompt') return null
  const { prompt } = ui
  if (prompt.find !== null) return found(prompt, prompt.find.text)
  // An entry of the history is left as it is.
  if (prompt.historyAt !== null && prompt.history[prompt.historyAt] === prompt.line.text) return null
  return commandCompletion(prompt, currentSession(state)?.commands ?? []) ?? fileCompletion(ui)
})

/** The earlier prompts with a text, the newest last, which is selected first. */
function found(prompt: PromptEdit, text: string): Completion {
  const wanted = text.toLowerCase()
  const items = prompt.history
    .filter((each) => each.toLowerCase().includes(wanted))
    .map((each) => ({
      id: each,
      name: each,
      about: '',
      take: (before: PromptEdit) => ({
        ...before,
        line: rewritten(before.line, each),
        find: null,
        historyAt: null,
      }),
    }))
  return picked('history', prompt, { items, first: items.length - 1, typed: null })
}

interface Found {
  readonly items: readonly CompletionItem[]
  readonly first: number
  readonly typed: string | null
}

function picked(of: Completion['of'], prompt: PromptEdit, { items, first, typed }: Found): Completion {
  const selected = items.findIndex(({ id }) => id === prompt.picked)
  const at = selected < 0 ? first : selected
  return { of, items, at, isWhole: typed !== null && items[at]?.id === typed }
}

/** https://agentclientprotocol.com/protocol/slash-commands */
function commandCompletion(prompt: PromptEdit, commands: readonly SlashCommand[]): Completion | null {
  const { text } = prompt.line
  if (!text.startsWith('/') || text.length > maxNameLength + 1) return null
  const typed = text.slice(1)
  const items = matching(commands, typed).map(({ name, description, hint }): CompletionItem => {
    const whole = `/${name}${hint === null ? '' : ' '}`
    return {
      id: name,
      name: `/${name}`,
      about: description,
      take: (before) => ({ ...before, line: lineWith(whole) }),
    }
  })
  return items.length === 0 ? null : picked('commands', prompt, { items, first: 0, typed })
}

const maxNameLength = 100

/**
 * The exact name first, then names that begin with the text, then those that contain it. Text with a space matches only names that
 * begin with it (names may contain spaces): otherwise the space begins the command's input.
 */
function matching(commands: readonly SlashCommand[], typed: string): readonly SlashCommand[] {
  const most = typed.includes(' ') ? 2 : 3
  return ranked(
    commands.filter(({ name }) => isTypeable(name)),
    ({ name }) => rankOf(name, typed.toLowerCase()),
    most,
  )
}

/** Those with a rank below `most`, the best first. */
function ranked<Item>(items: readonly Item[], rank: (item: Item) => number, most: number): readonly Item[] {
  const all = items.map((item) => ({ item, rank: rank(item) })).filter((each) => each.rank < most)
  return all.toSorted((one, other) => one.rank - other.rank).map(({ item }) => item)
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

/** Files that are offered; more would not be looked through. */
const mostFiles = 100

/** The files whose path or name begins with what is written behind an `@`, then those whose path contains it. */
function fileCompletion({ prompt, files }: UiState): Completion | null {
  const { text, cursor } = prompt.line
  const mention = files === null ? null : mentionBefore(text, cursor)
  if (mention === null) return null
  const { typed, at } = mention
  const wanted = typed.toLowerCase()
  const rank = (path: string): number =>
    Math.min(rankOf(path, wanted), rankOf(path.slice(path.lastIndexOf('/') + 1), wanted))
  const items = ranked(files ?? [], rank, 3)
    .slice(0, mostFiles)
    .map((path): CompletionItem => {
      const whole = `${text.slice(0, at)}${mentionOf(path)} `
      const rest = text.slice(cursor).replace(/^ /, '')
      const take = (before: PromptEdit): PromptEdit => ({
        ...before,
        line: rewritten(before.line, whole + rest, whole.length),
      })
      return { id: path, name: path, about: '', take }
    })
  return items.length === 0 ? null : picked('files', prompt, { items, first: 0, typed })
}

/** What stands behind the prompt, raw: the input of a command, or what an empty prompt can do. '' for nothing. */
export function inputHint(ui: UiState, state: AppState): string {
  const { line, find } = ui.prompt
  const { text, cursor } = line
  if (ui.writing?.kind !== 'prompt' || find !== null) return ''
  if (text === '') return ui.hasPromptHint ? promptHint : ''
  if (!text.startsWith('/') || cursor !== text.length) return ''
  const command = currentSession(state)?.commands.find(
    ({ name }) => text === `/${name}` || text === `/${name} `,
  )
  return command?.hint ?? ''
}

const promptHint = 'ctrl-r finds earlier prompts, @ files, ctrl-g opens your editor'
