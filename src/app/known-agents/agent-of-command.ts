import type { KnownAgent } from './known-agent.ts'
import { knownAgents } from './known-agents.ts'
import { startedProgram } from './started-program.ts'

/** An agent that was recognised by its command before it is started. */
export interface RecognisedCommand {
  readonly agent: KnownAgent
  /** Variables that the command sets itself (`env NAME=VALUE agent`): they win over the environment. */
  readonly variables: Readonly<Record<string, string>>
}

/**
 * The agent that a command starts; null where it is none that is known, or cannot be told. Packages and programs are compared
 * by their whole names, so that a folder or an argument that only holds such a name is nothing.
 */
export function agentOfCommand(words: readonly string[]): RecognisedCommand | null {
  const started = startedProgram(words)
  if (started === null) return null
  const { packageName, program, args, variables } = started
  const agent =
    (packageName === null ? undefined : knownAgents.find(({ packages }) => packages.includes(packageName))) ??
    // A program of a package that is known to be another one is not taken by its name.
    (program === null || packageName?.startsWith('@') === true
      ? undefined
      : knownAgents.find(({ programs }) =>
          programs.some(({ name, subcommand = [] }) => name === program && hasSubcommand(args, subcommand)),
        ))
  return agent === undefined ? null : { agent, variables }
}

/** The first words that are no options. */
function hasSubcommand(args: readonly string[], subcommand: readonly string[]): boolean {
  const words = args.filter((word) => !word.startsWith('-'))
  return subcommand.every((word, index) => words[index] === word)
}
