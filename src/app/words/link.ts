/** The connection to the agent: what becomes of it, how it ended, and how to mend it. */
import { safe, type SafeText } from '../../lib/text/safe-text.ts'
import { rpcCodes } from '../../protocol/wire/message.ts'
import { acpCommand } from '../known-agents/agent-of-command.ts'
import { unreachable } from '../../lib/result.ts'
import { isBack, silentSince, type AuthMethod, type LinkEnd, type Link } from '../state/link.ts'
import { endingSignal, endingVerb, exitWords, type Exited } from './exit.ts'
import { authMethodName, describeAuthMethod, startCommand } from './agent.ts'

/** How the connection to the agent ended, and how to mend it. Raw: quotes the agent. */
export interface LinkEndWords {
  readonly what: string
  /** '' when there is nothing to mend. A line for each way. */
  readonly hint: string
}

/** Of a queue after the turn before it was lost with the agent. */
export const queueKept = safe`The queued prompts are kept, and wait for you: the turn before them was lost`

/** An error that the agent answered with; one without a code has the code 0 (`protocol/wire`). */
export function errorName(code: number): SafeText {
  return code === 0 ? safe`an error` : safe`error ${code}`
}

/** The end in a word or two, for a header. Raw. */
export function linkEndLabel(end: LinkEnd): string {
  return end.kind === 'exited' ? exitLabel(end) : labels[end.kind]
}

const labels: Readonly<Record<Exclude<LinkEnd['kind'], 'exited'>, string>> = {
  'not-started': 'could not start',
  unreachable: 'unreachable',
  disconnected: 'connection lost',
  'closed-output': 'closed its stdout',
  silent: 'silent',
  'wants-authentication': 'wants a login',
  refused: 'refused',
  'broke-protocol': 'broke the protocol',
  closed: 'closed',
}

function exitLabel(end: Exited): string {
  return end.signal === null ? `stopped, status ${end.code ?? 'unknown'}` : endingVerb(end.signal)
}

/** What else the sentence is to say. */
export interface LinkEndContext {
  /** The agent's command, as it was started; empty for a remote agent. It is for the hint. */
  readonly command?: readonly string[]
  /** How long the agent ran, as `3s`; absent: not said. */
  readonly ranFor?: string
}

/** The end in a sentence without its full stop, the same in all outputs, and a hint for a terminal without a screen. */
export function linkEndWords(end: LinkEnd, { command = [], ranFor }: LinkEndContext = {}): LinkEndWords {
  const ran = ranFor === undefined ? '' : ` after ${ranFor}`
  switch (end.kind) {
    case 'not-started':
      return {
        what: `the agent “${end.command}” cannot be started: ${end.cause}`,
        hint: /^\w+=/.test(end.command)
          ? `Set variables with --env ${end.command}, and give the command alone.`
          : 'Check its command; try it in a shell.',
      }
    case 'unreachable':
      return {
        what: `the agent at ${end.address} cannot be reached: ${end.cause}`,
        hint: 'Check the address, and that the agent is running and accepts connections there.',
      }
    case 'disconnected':
      return {
        what: `the connection to the agent at ${end.address} was lost${ran}: ${end.cause}`,
        hint: 'Connect again when it is back; --continue or --session ID continues the session.',
      }
    case 'exited':
      return exited(end, ran)
    case 'closed-output':
      return {
        what: `the agent closed its stdout${ran}, and can send nothing more`,
        hint: 'It has to keep stdout open for its messages.',
      }
    case 'silent':
      return {
        what: `the agent${end.address === undefined ? '' : ` at ${end.address}`} ${silenceWords(end)}, and ${end.waitingFor} did not come`,
        hint: silenceHint(end, command),
      }
    case 'wants-authentication':
      return {
        what: `the agent wants you to log in first${end.message === undefined ? '' : `: ${end.message}`}`,
        hint: authenticationHint(end.methods, command),
      }
    case 'refused':
      return refused(end, command)
    case 'broke-protocol':
      return { what: `the agent broke the protocol: ${end.text}`, hint: brokenHint(end.text, command) }
    case 'closed':
      return { what: 'the agent was ended', hint: '' }
    default:
      return unreachable(end)
  }
}

function silenceWords({ forMs, sentOther }: Extract<LinkEnd, { kind: 'silent' }>): string {
  return sentOther === true
    ? `sent only other data for ${seconds(forMs)}`
    : `was silent for ${seconds(forMs)}`
}

/** An agent that was ended for its silence, and then answered. */
export const answeredTooLate =
  'The agent answered once its stdin was closed: it has to read line by line, and to flush each message.'

function silenceHint(
  { waitingFor, sentOther }: Extract<LinkEnd, { kind: 'silent' }>,
  command: readonly string[],
): string {
  const known = waitingFor.endsWith(' to initialize') ? acpCommand(command) : null
  if (known !== null) return `Start it with its ACP switch: ${known}`
  return sentOther !== true &&
    command.some((word) => /(?:^|\/)python[\d.]*$|\.py$/.test(word)) &&
    !command.includes('-u')
    ? 'Python holds back what it prints to a pipe: flush each message, or start it with python -u.'
    : 'Use a longer --timeout, or check what it is waiting for.'
}

function exited(end: Exited, ran: string): LinkEndWords {
  const words = exitWords(end)
  const what = `the agent ${words}${ran}`
  const signal = endingSignal(end)
  if (signal !== null && mostlyFromOutside.has(signal))
    return {
      what,
      hint: `Somebody may have ended it, or the system when memory is low.${end.signal === null ? ' Otherwise run its command in a shell.' : ''}`,
    }
  const isAgent = 'Check that the command starts an ACP agent, which has to run until its stdin is closed.'
  const hint = end.code === 0 ? isAgent : runInShell
  return { what, hint }
}

/** How to find out why an agent ended. */
export const runInShell = 'Run its command in a shell to see why.'

const mostlyFromOutside = new Set(['SIGHUP', 'SIGINT', 'SIGQUIT', 'SIGKILL', 'SIGTERM'])

function refused(end: Extract<LinkEnd, { kind: 'refused' }>, command: readonly string[]): LinkEndWords {
  const { method, code, message } = end
  // Also what a program says that writes back what it reads: its own request reaches the client, which does not know it.
  if (method === 'initialize' && code === rpcCodes.methodNotFound)
    return { what: 'the agent does not know initialize, with which ACP begins', hint: checkAgent(command) }
  const what = code === null ? message : `the agent answered ${method} with ${errorName(code)}: ${message}`
  return { what, hint: refusalHint(method, command) }
}

/** An agent that has answered `initialize` rightly is one, and begins to be written. */
function brokenHint(text: string, command: readonly string[]): string {
  return text.includes(' initialize ') || command.length === 0
    ? checkAgent(command)
    : '`acp-plan-tui lint -- AGENT` says what the protocol expects.'
}

function checkAgent(command: readonly string[]): string {
  return command.length === 0
    ? 'Check that an ACP agent listens at that address.'
    : 'Check that the command starts an ACP agent (many need an option such as --acp).'
}

function refusalHint(method: string, command: readonly string[]): string {
  const how = command.length === 0 ? '.' : `: ${startCommand([], command).join(' ')}`
  switch (method) {
    case 'session/load':
    case 'session/resume':
      return `Check the id after --session. Without it, or without --continue, a new session is opened${how}`
    case 'session/list':
      return `--session ID opens a session by its id, where the agent can. Without --continue a new one is opened${how}`
    case 'session/set_mode':
    case 'session/set_config_option':
    case 'session/set_model':
      return 'Check --mode and --config.'
    case 'authenticate':
    case 'auth/login':
      return "Check the method after --auth, or log in with the agent's own program."
    default:
      return 'Its message may say what it needs; --protocol 1 helps with agents that support no newer version.'
  }
}

function authenticationHint(methods: readonly AuthMethod[], command: readonly string[]): string {
  if (methods.length === 0)
    return command.length === 0
      ? "Check --token-file and --header where it takes those, or log in with the agent's own program, and connect again."
      : "Log in with the agent's own program and start again."
  // A line for each: what an agent calls one begins no new one.
  const methodLines = methods.map((method) =>
    `“${authMethodName(method)}”: ${describeAuthMethod(method, command)}`.replaceAll(/[\r\n]+/g, ' '),
  )
  return methodLines.length === 1
    ? `It offers ${methodLines.join('')}`
    : ['It offers:', ...methodLines].join('\n')
}

function seconds(ms: number): string {
  return `${Math.round(ms / 100) / 10}s`
}

/** A line for a change of the connection at this time. Raw. */
export function linkWords(link: Link, before: Link, atMs: number): readonly string[] {
  switch (link.state) {
    case 'ended':
      return link.end.kind === 'closed' ? [] : [linkEndWords(link.end).what]
    case 'wants-login':
      return loginWords(link, before)
    case 'reconnecting':
      return link.nextAtMs === null ? [] : [lostWords(link, link.nextAtMs - atMs)]
    case 'open':
      if (silentSince(link) !== null)
        return ['nothing has come since then, and whether the agent still works is not known']
      return isBack(before) ? ['the agent is back'] : []
    case 'starting':
    case 'shaking-hands':
      return []
  }
}

function loginWords(link: Extract<Link, { state: 'wants-login' }>, before: Link): readonly string[] {
  const { failure, methods, trying } = link
  const nameOf = (id: string): string => {
    const method = methods.find((each) => each.id === id)
    return method === undefined ? id : authMethodName(method)
  }
  if (trying !== null) return [`logging in: ${nameOf(trying)}`]
  if (failure !== null) return [`the login failed: ${failure}`]
  if (before.state === 'wants-login') return []
  return [
    `the agent wants you to log in first: ${methods.map(authMethodName).join(' | ') || 'it offers no login method'}`,
  ]
}

function lostWords(link: Extract<Link, { state: 'reconnecting' }>, inMs: number): string {
  const inSeconds = Math.max(0, Math.round(inMs / 1000))
  return `the connection was lost (${link.cause}); next attempt (${link.attempt}) in ${inSeconds}s`
}
