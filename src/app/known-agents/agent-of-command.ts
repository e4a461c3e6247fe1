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
    (packageName === null
      ? undefined
      : knownAgents.find(({ packages }) => packages?.includes(packageName))) ??
    // A program of a scoped package is another one, even if its name is known.
    (program === null || packageName?.startsWith('@') === true
      ? undefined
      : knownAgents.find(({ programs }) =>
          programs.some(({ name, subcommand = [] }) => name === program && hasSubcommand(args, subcommand)),
        ))
  return agent === undefined ? null : { agent, variables }
}

/** What an agent is called by its command, behind `env`, package runners and interpreters; null: that is unknown. */
export function nameOfCommand(words: readonly string[]): string | null {
  const started = startedProgram(words)
  return agentOfCommand(words)?.agent.name ?? started?.packageName ?? started?.program ?? null
}

/** Compares the first words that are not options. */
function hasSubcommand(args: readonly string[], subcommand: readonly string[]): boolean {
  const words = args.filter((word) => !word.startsWith('-'))
  return subcommand.every((word, index) => words[index] === word)
}

/**
 * How the agent behind a program is started that speaks ACP only with a switch, or by another program; null: it is not known, or the
 * command has that switch.
 */
export function acpCommand(words: readonly string[]): string | null {
  const started = startedProgram(words)
  if (started === null) return null
  const { program, packageName, args } = started
  for (const { programs, packages, acpStart } of knownAgents) {
    const known = programs.find(({ name }) => name === program)
    // Of a package that is the agent itself nothing else is to be started.
    const isPackage =
      packages?.includes(packageName ?? '') && programs.some(({ name }) => acpStart?.programs.includes(name))
    if (acpStart !== undefined && (isPackage || acpStart.programs.includes(program ?? '')))
      return args.includes(acpStart.command.split(' ').at(-1) ?? '') ? null : acpStart.command
    if (known?.subcommand !== undefined)
      return known.subcommand.every((word) => args.includes(word))
        ? null
        : [known.name, ...known.subcommand].join(' ')
  }
  return null
}
