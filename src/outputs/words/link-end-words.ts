import { authMethodName, describeAuthMethod, startCommand } from '../../app/wording/describe-login.ts'
import { endingSignal, exitWords } from '../../app/wording/exit-words.ts'
import type { AuthMethod, LinkEnd } from '../../app/state/link.ts'
import { unreachable } from '../../lib/unreachable.ts'

/** How the connection to the agent ended, and how to mend it. Raw: they quote the agent. */
export interface LinkEndWords {
  readonly what: string
  /** '' when there is nothing to mend. A line for each way. */
  readonly hint: string
}

/** `command`: the agent's, as it was started; empty for a remote agent. */
export function linkEndWords(end: LinkEnd, command: readonly string[] = []): LinkEndWords {
  switch (end.kind) {
    case 'not-started':
      return {
        what: `the agent “${end.command}” cannot be started: ${end.cause}`,
        hint: 'Check the command after --; try it in a shell.',
      }
    case 'unreachable':
      return {
        what: `the agent at ${end.address} cannot be reached: ${end.cause}`,
        hint: 'Check the address, and that the agent is up and takes connections there.',
      }
    case 'disconnected':
      return {
        what: `the connection to the agent at ${end.address} was lost: ${end.cause}`,
        hint: 'Connect again when it is back; --continue or --session ID goes on where it was.',
      }
    case 'exited':
      return exited(end)
    case 'closed-output':
      return {
        what: 'the agent closed its stdout and still runs',
        hint: 'Nothing more can come from it: it has to keep stdout open for messages.',
      }
    case 'silent':
      return {
        what: `the agent${end.address === undefined ? '' : ` at ${end.address}`} has been silent for ${seconds(end.forMs)} while ${end.waitingFor} was awaited`,
        hint: 'Give it longer with --timeout SECONDS, or see what it waits for.',
      }
    case 'wants-authentication':
      return {
        what: `the agent wants you to log in first${end.message === undefined ? '' : `: ${end.message}`}`,
        hint: authenticationHint(end.methods, command),
      }
    case 'refused':
      return {
        what:
          end.code === null
            ? end.message
            : `the agent answered ${end.method} with error ${end.code}: ${end.message}`,
        hint: refusalHint(end.method, command),
      }
    case 'broke-protocol':
      return {
        what: `the agent broke the protocol: ${end.text}`,
        hint:
          command.length === 0
            ? 'Check that an ACP agent listens at that address.'
            : 'Check that the command starts an ACP agent (many need an option such as --acp).',
      }
    case 'closed':
      return { what: 'the agent was ended', hint: '' }
    default:
      return unreachable(end)
  }
}

function exited(end: Extract<LinkEnd, { kind: 'exited' }>): LinkEndWords {
  const what = `the agent ${exitWords(end)}`
  const signal = endingSignal(end)
  if (signal !== null && fromOutside.has(signal))
    return { what, hint: 'Something else ended it: somebody, or the system when memory runs short.' }
  if (end.code === 0) {
    return {
      what: 'the agent ended before it was done (status 0)',
      hint: 'Check that the command starts an ACP agent.',
    }
  }
  return { what, hint: 'Run its command in a shell to see what it lacks.' }
}

const fromOutside = new Set(['SIGHUP', 'SIGINT', 'SIGQUIT', 'SIGKILL', 'SIGTERM'])

function refusalHint(method: string, command: readonly string[]): string {
  const how = command.length === 0 ? '.' : `: ${startCommand([], command).join(' ')}`
  switch (method) {
    case 'session/load':
    case 'session/resume':
      return `Check the id after --session. Without it, or without --continue, a new session is opened${how}`
    case 'session/list':
      return `Without --continue a new session is opened${how}`
    case 'session/set_mode':
    case 'session/set_config_option':
      return 'Check --mode and --config.'
    case 'authenticate':
    case 'auth/login':
      return "Check the method after --auth, or log in with the agent's own program."
    default:
      return 'What it needs stands in its message; --protocol 1 helps agents that know no newer version.'
  }
}

function authenticationHint(methods: readonly AuthMethod[], command: readonly string[]): string {
  if (methods.length === 0)
    return command.length === 0
      ? "Check --token-file and --header where it takes those, or log in with the agent's own program, and connect again."
      : "Log in with the agent's own program and start again."
  // A line for each: what an agent calls one begins no new one.
  const ways = methods.map((method) =>
    `“${authMethodName(method)}”: ${describeAuthMethod(method, command)}`.replaceAll(/[\r\n]+/g, ' '),
  )
  return ways.length === 1 ? `It offers ${ways.join('')}` : ['It offers:', ...ways].join('\n')
}

function seconds(ms: number): string {
  return `${Math.round(ms / 100) / 10}s`
}
