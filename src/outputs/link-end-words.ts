import type { LinkEnd } from '../app/link.ts'
import { unreachable } from '../lib/unreachable.ts'

/** How the connection to the agent ended, and how to mend it; both one line. Raw: they quote the agent. */
export interface LinkEndWords {
  readonly what: string
  /** '' when there is nothing to mend. */
  readonly hint: string
}

export function linkEndWords(end: LinkEnd): LinkEndWords {
  switch (end.kind) {
    case 'not-started':
      return {
        what: `the agent “${end.command}” cannot be started: ${end.cause}`,
        hint: 'Check the command after --; try it in a shell.',
      }
    case 'exited':
      return exited(end.code, end.signal)
    case 'closed-output':
      return {
        what: 'the agent closed its stdout and still runs',
        hint: 'Nothing more can come from it: it has to keep stdout open for messages.',
      }
    case 'silent':
      return {
        what: `the agent has been silent for ${seconds(end.forMs)} while ${end.waitingFor} was awaited`,
        hint: 'Give it longer with --timeout SECONDS, or see what it waits for.',
      }
    case 'wants-authentication':
      return {
        what: 'the agent wants you to log in first',
        hint: authenticationHint(end.methods.map((method) => method.name || method.id)),
      }
    case 'refused':
      return {
        what: `the agent answered ${end.method} with error ${end.code}: ${end.message}`,
        hint: 'What it needs stands in its message; --protocol 1 helps agents that know no newer version.',
      }
    case 'broke-protocol':
      return {
        what: `the agent broke the protocol: ${end.text}`,
        hint: 'Check that the command starts an ACP agent (many need an option such as --acp).',
      }
    case 'closed':
      return { what: 'the agent was ended', hint: '' }
    default:
      return unreachable(end)
  }
}

function exited(code: number | null, signal: string | null): LinkEndWords {
  const hint = 'Run its command in a shell to see what it lacks.'
  if (signal !== null) return { what: `the agent was killed by ${signal}`, hint }
  if (code === 0) {
    return {
      what: 'the agent ended before it was done (status 0)',
      hint: 'Check that the command starts an ACP agent.',
    }
  }
  return { what: `the agent ended with status ${code ?? 'unknown'}`, hint }
}

function authenticationHint(names: readonly string[]): string {
  const ways = names.length === 0 ? '' : ` It offers: ${names.join(', ')}.`
  return `Log in with the agent's own program and start again.${ways}`
}

function seconds(ms: number): string {
  return `${Math.round(ms / 100) / 10}s`
}
