import type { Command } from '../arguments/command.ts'
import { helpAlone, otherSpelling, type OptionSpec } from '../arguments/option.ts'
import { choicesOf } from '../configuration/settings.ts'

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
  /** '': without a command, when an agent is started. */
  readonly name: string
  readonly options: readonly CompletedOption[]
  /** What may follow it, besides options. */
  readonly takes: Completed
  /** An agent's command may follow `--`. */
  readonly takesAgent: boolean
}

/** What a shell completes in a command line of this program. `commands`: all, first what starts an agent; `agents`: the names of `--agent`. */
export async function completedCommands(
  commands: readonly Command[],
  agents: readonly string[],
): Promise<readonly CompletedCommand[]> {
  const names = commands.flatMap(({ name }) => name ?? [])
  return await Promise.all(
    commands.map(async ({ name, options, takes, takesAgent }): Promise<CompletedCommand> => ({
      name: name ?? '',
      options: options.flatMap((spec) => completedOptions(spec, agents)),
      takes: name === null ? { type: 'words', words: names } : await completed(takes),
      takesAgent: takesAgent === true,
    })),
  )
}

async function completed(takes: Command['takes']): Promise<Completed> {
  if (takes === undefined) return { type: 'unknown' }
  if (takes === 'files') return { type: 'files' }
  return { type: 'words', words: typeof takes === 'function' ? await takes() : takes }
}

function completedOptions(spec: OptionSpec, agents: readonly string[]): readonly CompletedOption[] {
  const { name, short } = spec
  const help = helpAlone(spec)
  const value = spec.value === null ? null : valueOf(spec, spec.value, agents)
  const spellings = [`--${name}`, ...(short === undefined ? [] : [`-${short}`])]
  const other = otherSpelling(spec)
  return [
    ...spellings.map((spelling) => ({ spelling, help, value })),
    ...(other === null ? [] : [{ spelling: `--${other}`, help: `the opposite of --${name}`, value }]),
  ]
}

function valueOf({ setting, values }: OptionSpec, placeholder: string, agents: readonly string[]): Completed {
  const words = values ?? (setting === undefined ? [] : choicesOf(setting))
  if (words.length > 0) return { type: 'words', words }
  switch (placeholder) {
    case 'AGENT':
      return { type: 'words', words: agents }
    case 'FILE':
      return { type: 'files' }
    case 'DIR':
      return { type: 'folders' }
    default:
      return { type: 'unknown' }
  }
}

export function namesOf(commands: readonly CompletedCommand[]): readonly string[] {
  return commands.flatMap(({ name }) => (name === '' ? [] : [name]))
}

/** Those behind which an agent's command may follow `--`. */
export function agentTakers(commands: readonly CompletedCommand[]): readonly string[] {
  return commands.filter(({ takesAgent }) => takesAgent).map(({ name }) => name)
}

export const shells = ['bash', 'zsh', 'fish', 'powershell'] as const
export type Shell = (typeof shells)[number]
