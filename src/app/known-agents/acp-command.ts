import { knownAgents } from './known-agents.ts'
import { startedProgram } from './started-program.ts'

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
      packages.includes(packageName ?? '') && programs.some(({ name }) => acpStart?.programs.includes(name))
    if (acpStart !== undefined && (isPackage || acpStart.programs.includes(program ?? '')))
      return args.includes(acpStart.command.split(' ').at(-1) ?? '') ? null : acpStart.command
    if (known?.subcommand !== undefined)
      return known.subcommand.every((word) => args.includes(word))
        ? null
        : [known.name, ...known.subcommand].join(' ')
  }
  return null
}
