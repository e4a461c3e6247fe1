/** How a user logs in to an agent. */
import { shellWord } from '../../lib/text/shell-lines.ts'
import type { AuthMethod } from '../state/link.ts'

/** The name of an auth method. Raw. */
export function authMethodName({ id, name }: AuthMethod): string {
  return name.trim() === '' ? id : name
}

/**
 * How a user logs in with a method, with the exact command to run; follows its name. `command`: the agent's own, as
 * it was started; empty for a remote agent. Raw: it quotes the agent.
 */
export function describeAuthMethod(method: AuthMethod, command: readonly string[]): string {
  const { how, id } = method
  switch (how.type) {
    case 'agent':
      return `start with --auth ${shellWord(id)} to let the agent do it.`
    case 'terminal': {
      const words = loginCommand(how, command).join(' ')
      if (command.length === 0) {
        const added = words === '' ? '' : ` with ${words}`
        return `run the agent's own program${added} in a terminal on its machine, log in there, and connect again.`
      }
      return `run this in a terminal, log in there, and start the agent again: ${words}`
    }
    case 'env_var': {
      const place = how.link === null ? '' : ` (see ${how.link})`
      if (command.length === 0)
        return `set ${how.names.join(' and ')} in the agent's environment${place}, and start it again there.`
      const options = how.names.map((name) => `--env ${name}=…`).join(' ')
      return `set ${how.names.join(' and ')}${place} in your environment or with ${options}, and start the agent again.`
    }
    case 'other':
      return `its type “${how.name}” is unknown: log in with the agent's own program.`
  }
}

/** The words of the shell command that logs in with this method, quoted. */
export function loginCommand(
  how: Extract<AuthMethod['how'], { type: 'terminal' }>,
  command: readonly string[],
): readonly string[] {
  const variables = Object.entries(how.env)
  const isPlain = variables.every(([name]) => plainName.test(name))
  // A shell assigns plain names only; `env` any name.
  const assigned = isPlain
    ? variables.map(([name, value]) => `${name}=${shellWord(value)}`)
    : ['env', ...variables.map(([name, value]) => shellWord(`${name}=${value}`))]
  return [...assigned, ...command.map(shellWord), ...how.args.map(shellWord)]
}

/** The words that start this program and the agent with variables set; their values are left open. */
export function startCommand(names: readonly string[], command: readonly string[]): readonly string[] {
  const variables = names.filter((name) => plainName.test(name)).map((name) => `${name}=…`)
  return [...variables, 'acp-plan-tui', '--', ...command.map(shellWord)]
}

const plainName = /^[A-Za-z_]\w*$/
