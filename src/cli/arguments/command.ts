import type { Result } from '../../lib/result.ts'
import type { UsageError } from '../../lib/text/usage-error.ts'
import type { Settings } from '../configuration/settings.ts'
import type { Host } from '../host/host.ts'
import type { OptionSpec, ParsedOptions } from './option.ts'

/** The words and options of a command line, apart from the name of the command. */
export interface CommandLine {
  readonly positionals: readonly string[]
  /** The arguments after `--`; null: there is none. */
  readonly agent: readonly string[] | null
  readonly given: ParsedOptions
}

/** What surrounds a command that runs. */
export interface Around {
  readonly host: Host
  /** Those of the command line. */
  readonly settings: Settings
  /** The built demo agent. */
  readonly agentFile: URL
  /** Those with which the command line was read: all, or only those that bring an agent. */
  readonly commands: readonly Command[]
}

export const helpColumns = 100

export interface HelpParts {
  /** Its options, by group. */
  readonly options: string
  readonly planTools: string
  /** About `--notify`. */
  readonly notifications: string
  /** How long is waited for a remote agent. */
  readonly timeouts: string
}

/**
 * A command: an object in a file of `cli/commands`, and a line in `commands.ts`. Parser, help, completion and man page are made from
 * it. The objects are loaded together, so `run` imports late what is large.
 */
export interface Command<Request = unknown> {
  /** null: no command, an agent is started. */
  readonly name: string | null
  /** How it is typed, after the program's name. */
  readonly form: string
  /** A few words for the help. */
  readonly does: string
  /** In the order in which they are completed; the help has them by group. */
  readonly options: readonly OptionSpec[]
  /** What may follow besides options, for completion; absent: it cannot be guessed. */
  readonly takes?: 'files' | readonly string[] | (() => Promise<readonly string[]>)
  /** An agent's command may follow `--`. */
  readonly takesAgent?: true
  /** Why it has no use for the options of an agent, and what it is instead, for errors; absent: nothing special. */
  readonly hasNoAgent?: string
  /** At most `helpColumns` wide. Absent: it has the help of the whole program. */
  help?(parts: HelpParts): string
  /** What the words and options ask for. */
  read(line: CommandLine): Result<Request, UsageError>
  /** Returns the exit status. */
  run(request: Request, around: Around): Promise<Result<number, UsageError>>
}
