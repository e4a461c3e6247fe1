import type { LinkEnd } from '../app/state/link.ts'
import type { Unseen } from '../app/state/permission.ts'
import { unseenWords } from '../app/words/question.ts'
import { strayOutputRemedy, strayWords } from '../app/words/problem.ts'
import { errorName, linkEndWords } from '../app/words/link.ts'
import type { FoundProblem } from '../app/state/app-state.ts'
import { signalStatus } from '../system/end-signals.ts'
import type { OutsideEnd } from '../system/end-watch.ts'
import type { EndWords } from './stream/output.ts'
import { outputFailed } from '../lib/text/usage-error.ts'
import { safe, safeLine, type SafeText } from '../lib/text/safe-text.ts'
import { stderrLine } from '../app/words/text.ts'
import { counted } from '../lib/text/wording.ts'

/** The end of a run. Strings are raw. */
export type RunEnd =
  /** `cutsTurn`: the agent still worked when its plans were done. */
  | { readonly kind: 'done'; readonly cutsTurn?: true }
  | { readonly kind: 'quit' }
  | {
      readonly kind: 'plans-unfinished'
      readonly done: number
      readonly total: number
      readonly plan: string
    }
  | { readonly kind: 'plans-doubtful'; readonly doubts: readonly string[] }
  /** `isGone`: there was one, which the agent has removed or cleared. */
  | { readonly kind: 'no-plan'; readonly isGone: boolean }
  /** `unseen`: what kept the policy from allowing it; null: nobody could be asked. */
  | { readonly kind: 'permission-denied'; readonly title: string; readonly unseen: Unseen | null }
  | { readonly kind: 'question-declined'; readonly question: string }
  /** The connection to a remote agent was lost during a turn, or is being retried. */
  | { readonly kind: 'agent-lost'; readonly cause: string }
  | { readonly kind: 'turn-failed'; readonly code: number; readonly message: string }
  | {
      readonly kind: 'agent-ended'
      readonly end: LinkEnd
      readonly stderr: readonly string[]
      /** What it wrote in place of messages; absent: it spoke ACP. */
      readonly stray?: FoundProblem
      /** Why nothing else that it wrote was read; absent: it wrote nothing. */
      readonly unread?: string
    }
  | OutsideEnd

/** ACP's error code for a call that needs a login first. */
const authenticationRequired = -32000

/** `command`: the agent's, as it was started; empty for a remote agent. */
export function runEndWords(end: RunEnd, command: readonly string[] = []): EndWords {
  const words = (status: number, message: string, hint: string): EndWords => ({
    status,
    reason: end.kind,
    message,
    hint,
  })
  switch (end.kind) {
    case 'done':
      return end.cutsTurn === true
        ? words(0, 'the turn was cancelled, because all plans are done', cutHint)
        : words(0, '', '')
    case 'quit':
    case 'reader-gone':
      return words(0, '', '')
    case 'plans-unfinished': {
      const left = end.total - end.done
      if (end.total === 0)
        return words(1, `all steps of “${end.plan}” were cancelled or skipped`, anotherPrompt)
      // Of a list that may have other steps.
      if (left === 0)
        return words(
          1,
          `“${end.plan}” may have more steps than were understood`,
          'See its problems, or use --exit-on idle.',
        )
      const message = `${left} of ${counted(end.total, 'step')} of “${end.plan}” ${left === 1 ? 'is' : 'are'} unfinished`
      return words(1, message, anotherPrompt)
    }
    case 'plans-doubtful': {
      const [first = ''] = end.doubts
      const message = `the plans are done, with ${counted(end.doubts.length, 'doubt')}: ${first}`
      return words(
        1,
        message,
        'Leave out --strict, or a kind of doubt with --doubts no-NAME; --format text lists them all.',
      )
    }
    case 'no-plan':
      return words(
        1,
        end.isGone
          ? 'no plan is left whose steps can be counted: the agent has removed or cleared what it sent'
          : 'the agent has sent no plan whose steps can be counted',
        'Use --exit-on idle for agents without plans.',
      )
    case 'permission-denied':
      if (end.unseen !== null)
        return words(
          5,
          `permission was denied, because ${unseenWords[end.unseen]}: ${end.title}`,
          end.unseen === 'user'
            ? 'Run it on a terminal, where you are asked then.'
            : 'Run it on a terminal to decide, or use --permissions deny to accept denials.',
        )
      return words(
        5,
        `permission was denied, because there was nobody to ask: ${end.title}`,
        'Use --permissions allow, or --permissions deny to accept denials.',
      )
    case 'question-declined':
      return words(
        5,
        `the agent had a question, but there was nobody to ask: ${end.question}`,
        'Run it on a terminal to answer, or use --permissions deny to take a denial as fine.',
      )
    case 'agent-lost':
      return words(
        7,
        `the agent was lost while it worked${end.cause === '' ? '' : `: ${end.cause}`}`,
        'The result of its work is unknown; --continue or --session ID continues the session.',
      )
    case 'turn-failed':
      return end.code === authenticationRequired
        ? words(
            6,
            `the agent wants you to log in first: ${end.message}`,
            "Log in with --auth METHOD, or with the agent's own program.",
          )
        : words(
            7,
            `the agent answered the prompt with ${errorName(end.code)}: ${end.message}`,
            'Its message may say what it needs.',
          )
    case 'agent-ended': {
      const { what, hint } = linkEndWords(end.end, { command })
      const { kind } = end.end
      return { status: linkEndStatus[kind], reason: kind, message: what, hint: hintAtEnd(end, hint, command) }
    }
    case 'interrupted':
      return words(signalStatus(end.signal), `interrupted (${end.signal})`, '')
    case 'output-failed':
      return { status: 4, reason: end.kind, ...outputFailed(end.cause) }
  }
}

const anotherPrompt = 'Add another --prompt, or use --exit-on idle.'
const cutHint = 'Use --exit-on idle to let the agent end its turn.'

/** The mend for an agent that has ended: what it wrote may say more than how it ended (`hint`). */
function hintAtEnd(
  { end: { kind }, stray, unread }: Extract<RunEnd, { kind: 'agent-ended' }>,
  hint: string,
  command: readonly string[],
): string {
  if (stray !== undefined) {
    const isOfEnd = kind === 'exited' && saysLittle(stray)
    return `It wrote ${strayWords(stray)}.\n${isOfEnd ? hint : strayOutputRemedy(stray, { agent: null }, command)}`
  }
  if (unread === undefined) return hint
  return kind === 'silent' || hint === '' ? unread : `${unread}\n${hint}`
}

/** How the agent ended says more than what it wrote. */
function saysLittle({ stray }: FoundProblem): boolean {
  return stray === 'text' || stray === 'log'
}

const linkEndStatus: Readonly<Record<LinkEnd['kind'], number>> = {
  'not-started': 4,
  unreachable: 4,
  refused: 4,
  exited: 7,
  disconnected: 7,
  'closed-output': 7,
  'broke-protocol': 7,
  silent: 3,
  'wants-authentication': 6,
  closed: 0,
}

interface EndMessageParts {
  /** The agent's, as it was started; empty for a remote agent. */
  readonly command: readonly string[]
  readonly showsStderr: boolean
}

/** Lines for stderr with the reason of a failure and hints; empty on success. */
export function endMessage(end: RunEnd, { command, showsStderr }: EndMessageParts): readonly SafeText[] {
  const { message, hint } = runEndWords(end, command)
  if (message === '') return []
  const stderr = end.kind === 'agent-ended' && showsStderr ? end.stderr : []
  return [
    safe`acp-plan-tui: ${safeLine(message.slice(0, longest))}`,
    ...stderr.map((line) => stderrLine(line, longest)),
    ...(hint === '' ? [] : hint.split('\n')).map((line) => safe`  ${safeLine(line.slice(0, longest))}`),
  ]
}

const longest = 2000
