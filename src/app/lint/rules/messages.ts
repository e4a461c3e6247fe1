import type { MessageId } from '../../../protocol/wire/message.ts'
import type { AppState } from '../../state/app-state.ts'
import type { Severity } from '../finding.ts'
import { quoted, cited, type LintRule, pages } from '../lint-rule.ts'

/** Requests, responses and errors of either side. */
export const messageRules: readonly LintRule[] = [
  /** Requests of either direction that have no answer at the end. */
  {
    id: 'request-unanswered',
    severity: 'warning',
    title: 'a request without an answer',
    says: 'Messages are JSON-RPC: each request gets a response, also one that is refused or cancelled.',
    page: pages.transports,
    mend: 'Answer each request, with an error if need be; a client answers open permission requests with cancelled when a turn is cancelled.',
    effect: 'The side that asked keeps waiting.',
    end(state, report, { asked }) {
      for (const { method, place } of asked.unanswered('from-agent'))
        report({ path: 'id', seen: `the agent called ${cited(method)}, and no answer came`, place })
      const { words, severity } = missingAnswer(state)
      for (const { method, place } of asked.unanswered('to-agent'))
        report({ path: 'id', seen: `${words} ${cited(method)}`, severity, place })
    },
  },
  /** A response without a request that waits for it. */
  {
    id: 'stray-response',
    severity: 'error',
    title: 'a response that nobody asked for',
    says: 'Messages are JSON-RPC 2.0: each request gets one response, which MUST have its id; notifications get none.',
    page: pages.jsonrpc,
    mend: 'Answer each request once, with its id as it came, and no notification.',
    effect: 'Nothing: it is left out.',
    check: () => {
      const answered = { 'from-agent': new Set<MessageId>(), 'to-agent': new Set<MessageId>() }
      const asked = { 'from-agent': 0, 'to-agent': 0 }
      return {
        message({ message, dir, answers, facts }, report) {
          if (message.kind === 'notification') return
          if (message.kind === 'request') {
            asked[dir]++
            answered[dir].delete(message.id)
            return
          }
          const asker = dir === 'from-agent' ? 'to-agent' : 'from-agent'
          if (answers !== null) {
            if (answered[asker].size < maxIds) answered[asker].add(message.id)
            return
          }
          // What was asked before the trace began is not known, nor what is beyond those that are remembered.
          if (facts.client === null || asked[asker] === 0 || asked[asker] > maxIds) return
          const { id } = message
          const isProblem = dir === 'from-agent'
          if (id === null && message.kind === 'error')
            report({
              path: 'id',
              seen: 'an error about a message that could not be read',
              severity: 'note',
              isProblem,
            })
          else report({ path: 'id', seen: strayWords(id, answered[asker].has(id)), isProblem })
        },
      }
    },
  },
  /** Errors are shown to users. */
  {
    id: 'error-message',
    severity: 'note',
    title: 'an error without one sentence for people',
    says: 'The message of an error is a short sentence; what belongs to it is in data.',
    page: pages.errors,
    mend: 'Write one line that says what failed, and put the details into data.',
    message({ message }, report) {
      if (message.kind !== 'error' || message.error.message === 'no message') return
      const { message: words } = message.error
      if (words.trim() === '') report({ path: 'error.message', seen: 'it is empty' })
      else if (/[\r\n]/.test(words.trim()))
        report({ path: 'error.message', seen: `it has several lines: ${quoted(words)}` })
    },
  },
]

/** What became of the agent's answers: without an agent none will come any more. */
export function missingAnswer({ link }: AppState): { readonly words: string; readonly severity: Severity } {
  if (link.state !== 'ended') return { words: 'no answer of the agent came to', severity: 'warning' }
  switch (link.end.kind) {
    case 'exited':
    case 'closed-output':
    case 'disconnected':
    case 'unreachable':
      return { words: 'the agent ended before it answered', severity: 'error' }
    case 'silent':
      return { words: 'the agent was silent, and never answered', severity: 'error' }
    case 'closed':
    case 'not-started':
    case 'wants-authentication':
    case 'refused':
    case 'broke-protocol':
      return { words: 'the client ended the connection before the agent answered', severity: 'warning' }
  }
}

const maxIds = 10_000

function strayWords(id: MessageId, isAnswered: boolean): string {
  const named = typeof id === 'string' ? quoted(id) : String(id)
  return isAnswered ? `the request ${named} was answered before` : `no request has the id ${named}`
}
