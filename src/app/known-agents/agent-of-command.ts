import type { KnownAgent } from './known-agent.ts'
import { knownAgents } from './known-agents.ts'
import { startedProgram } from './started-program.ts'

/** An agent that was recognised by its command, before it is started. */
export interface RecognisedCommand {
  readonly agent: KnownAgent
  /** Variables that the command sets itself (`env NAME=VALUE agent`): they override the environment. */
  readonly variables: Readonly<Record<string, string>>
}

/**
 * The agent that a command starts; null if it is unknown. Packages and programs are compared by whole names, so a
 * folder or an argument that contains a name does not match.
 */
export function agentOfCommand(words: readonly string[]): RecognisedCommand | null {
  const started = startedProgram(words)
  if (started === null) return null
  const { packageName, program, args, variables } = started
  const agent =
    (packageName === null ? undefined : knownAgents.find(({ packages }) => packages.includes(packageName))) ??
    // A program of a scoped package is another one, even if its name is known.
    (program === null || packageName?.startsWith('@') === true
      ? undefined
      : knownAgents.find(({ programs }) =>
          programs.some(({ name, subcommand = [] }) => name === program && hasSubcommand(args, subcommand)),
        ))
  return agent === undefined ? null : { agent, variables }
}

/** Compares the first words that are not options. */
function hasSubcommand(args: readonly string[], subcommand: readonly string[]): boolean {
  const words = args.filter((word) => !word.startsWith('-'))
  return subcommand.every((word, index) => words[index] === word)
}
