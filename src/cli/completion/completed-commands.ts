import { commandNames, type CommandName, type OptionSpec } from '../arguments/option-spec.ts'
import { optionsOf, otherSpelling } from '../arguments/options.ts'
import { choicesOf } from '../configuration/settings.ts'
import { scenarios } from '../../demo/scenarios.ts'
import { topicWords } from '../manual/topics.ts'
import { shells } from './shells.ts'

/** What can be typed next: one of these words, the name of a file or folder, or something that cannot be guessed. */
export type Completed =
  | { readonly type: 'words'; readonly words: readonly string[] }
  | { readonly type: 'files' | 'folders' | 'unknown' }

export interface CompletedOption {
  /** With its dashes: `--theme`, `-o`. */
  readonly spelling: string
  readonly help: string
  /** null: it has no value. */
  readonly value: Completed | null
}

export interface CompletedCommand {
  /** null: without a command, when an agent is started. */
  readonly name: CommandName | null
  readonly options: readonly CompletedOption[]
  /** What may follow it, besides options. */
  readonly takes: Completed
}

/** What a shell completes in a command line of this program, from the tables that the parser and the help are made from. */
export function completedCommands(): readonly CompletedCommand[] {
  return [null, ...commandNames].map((name) => ({
    name,
    options: optionsOf(name).flatMap((spec) => completedOptions(spec, name)),
    takes: takenBy(name),
  }))
}

function completedOptions(spec: OptionSpec, command: CommandName | null): readonly CompletedOption[] {
  const help = spec.helpFor[command ?? 'start'] ?? spec.help
  const value = spec.value === null ? null : valueOf(spec, spec.value)
  const spellings = [`--${spec.name}`, ...(spec.short === undefined ? [] : [`-${spec.short}`])]
  const other = otherSpelling(spec)
  return [
    ...spellings.map((spelling) => ({ spelling, help, value })),
    ...(other === null ? [] : [{ spelling: `--${other}`, help: `the opposite of --${spec.name}`, value }]),
  ]
}

function valueOf({ setting, values }: OptionSpec, placeholder: string): Completed {
  const words = values ?? (setting === undefined ? [] : choicesOf(setting))
  if (words.length > 0) return { type: 'words', words }
  switch (placeholder) {
    case 'FILE':
      return { type: 'files' }
    case 'DIR':
      return { type: 'folders' }
    default:
      return { type: 'unknown' }
  }
}

function takenBy(command: CommandName | null): Completed {
  switch (command) {
    case null:
      return { type: 'words', words: commandNames }
    case 'demo':
      return { type: 'words', words: scenarios.map(({ name }) => name) }
    case 'completion':
      return { type: 'words', words: shells }
    case 'help':
      return { type: 'words', words: topicWords }
    case 'attach':
    case 'replay':
    case 'render':
    case 'lint':
      return { type: 'files' }
    case 'connect':
    case 'tap':
    case 'doctor':
    case 'config':
      return { type: 'unknown' }
  }
}

/** Whether an agent's command may follow `--`. */
export function takesAgent(command: CommandName | null): boolean {
  return command === null || command === 'tap' || command === 'lint'
}
