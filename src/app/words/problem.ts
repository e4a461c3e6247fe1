/** Lines of the agent that are no messages, and how to mend it. */
import type { StrayOutput, WireProblem } from '../../protocol/wire/wire-problem.ts'
import { acpCommand } from '../known-agents/agent-of-command.ts'
import type { AppState, FoundProblem } from '../state/app-state.ts'
import { runInShell } from './link.ts'

/**
 * The agent's lines that are no messages, if there is more to say than of one line among messages: several, or no message at all. null:
 * there is not.
 */
export function strayOutput({ problems, agent }: Pick<AppState, 'problems' | 'agent'>): FoundProblem | null {
  const found = problems.items.find(({ stray }) => stray !== undefined)
  return found === undefined || (found.times < 2 && agent !== null) ? null : found
}

/** The same where no message has come, so that the lines say why. */
export function strayOfNoAgent(state: Pick<AppState, 'problems' | 'agent'>): FoundProblem | null {
  return state.agent === null ? strayOutput(state) : null
}

/**
 * Why an agent is not understood, a sentence, where no message has come: what it wrote, if `strayOfNoAgent` has nothing to say of it, or
 * that it is on stderr. null: it wrote nothing. Raw.
 */
export function unreadOutput(state: Pick<AppState, 'problems' | 'agent' | 'stderr'>): string | null {
  const { problems, agent, stderr } = state
  if (agent !== null || strayOfNoAgent(state) !== null) return null
  const found = problems.items.find(({ problem }) => problem.weight === 'rejected')
  if (found !== undefined) return `What it wrote was not read: ${found.problem.text}.`
  const isOnStderr = stderr.items.some(({ text }) => /^\s*\{\s*"(?:jsonrpc|id|result|method)"/.test(text))
  return isOnStderr ? 'It writes its messages to stderr: they belong on stdout.' : null
}

const kinds: Readonly<Record<StrayOutput, string>> = {
  'terminal-program': 'a program for terminals',
  'http-answer': 'an HTTP answer',
  'web-page': 'a web page',
  'framed-messages': 'messages with headers, as language servers write them',
  'split-messages': 'messages over several lines',
  'help-text': 'a help text',
  'stack-trace': 'the trace of a crash',
  server: 'a server that waits for connections',
  log: 'a log',
  yaml: 'YAML',
  text: 'plain text',
}

/** Whose fault a problem is: what another program has written beside its messages may be of a version that is not known here. */
export function problemCause({ code }: Pick<WireProblem, 'code'>): string {
  return code === 'not-understood' ? 'what is observed' : 'the agent'
}

/** What a problem is: its text, or that of many lines that are no JSON. Raw. */
export function problemText(found: Pick<FoundProblem, 'problem' | 'stray' | 'times'>): string {
  return found.stray === undefined || found.times < 2 ? found.problem.text : strayWords(found)
}

/** How many lines are no JSON, and what they look like. */
export function strayWords({ stray = 'text', times }: Pick<FoundProblem, 'stray' | 'times'>): string {
  const lines = times === 1 ? 'a line that is no JSON' : `${times} lines that are no JSON`
  return `${lines}: it looks like ${kinds[stray]}`
}

/**
 * How to mend it, a sentence. `agent`: null, as long as no message has come; `command`: the agent's, as it was started; empty for a
 * remote agent, or if it is not known.
 */
export function strayOutputRemedy(
  { stray = 'text' }: FoundProblem,
  { agent }: Pick<AppState, 'agent'>,
  command: readonly string[] = [],
): string {
  if (stray === 'split-messages')
    return 'ACP has one message a line: write it as JSON (JSON.stringify, json.dumps) without line breaks.'
  if (agent !== null) return 'What is no message belongs on stderr.'
  switch (stray) {
    case 'http-answer':
    case 'web-page':
      return 'Check the address, and what answers there in place of the agent.'
    case 'stack-trace':
      return runInShell
    case 'framed-messages':
      return 'ACP has one message a line, without headers: check that the command starts an ACP agent.'
    case 'server':
      return 'Connect to it with acp-plan-tui connect ADDRESS, or start it with its switch for stdio.'
    case 'log':
      return 'Its log belongs on stderr; check that the command starts an ACP agent.'
    case 'terminal-program':
    case 'help-text':
    case 'yaml':
    case 'text': {
      const known = acpCommand(command)
      return `Start it with its ACP switch${known === null ? ', such as --acp or acp.' : `: ${known}`}`
    }
  }
}

/** Older output is unrelated to the end. */
export const finalStderrMs = 10_000

/** What the agent, and not an earlier start of it, wrote on stderr just before the link reached its current state: its end. */
export interface FinalStderr {
  /** The oldest first, without blank lines. Raw. */
  readonly lines: readonly string[]
  /** The time from the last line to the end. */
  readonly beforeMs: number
  /** Number of older lines. */
  readonly older: number
}

/** The lines without stack frames: those follow the message that explains them. */
export function withoutStack(lines: readonly string[]): readonly string[] {
  const messages = lines.filter((line) => !/^\s+at |^Node\.js v/.test(line))
  return messages.length === 0 ? lines : messages
}

/** What an agent wrote to stderr shortly before it ended (`finalStderrMs`), since it was started last. Raw. */
export function finalStderr({ link, agentSinceMs, stderr }: AppState): FinalStderr {
  const written = stderr.items.filter(({ text, atMs }) => text.trim() !== '' && atMs >= (agentSinceMs ?? 0))
  const endMs = link.sinceMs
  const last = written.filter(({ atMs }) => endMs - atMs <= finalStderrMs)
  const beforeMs = Math.max(0, endMs - (last.at(-1)?.atMs ?? endMs))
  const older = written.length - last.length + stderr.dropped
  return { lines: last.map(({ text }) => text), beforeMs, older }
}
