import type { Message, MessageId } from '../../../protocol/wire/message.ts'
import type { AppState } from '../../state/app-state.ts'
import type { FramePlace, Severity } from '../finding.ts'
import type { LintRule } from '../lint-rule.ts'
import { shortened } from '../plan-change.ts'
import { pages } from '../spec-pages.ts'

interface OpenRequest {
  readonly method: string
  readonly place: FramePlace
}

const maxOpen = 10_000

/** Requests of either direction that have no answer at the end. */
export const requestUnanswered: LintRule = {
  id: 'request-unanswered',
  severity: 'warning',
  title: 'a request without an answer',
  says: 'Messages are JSON-RPC: each request gets a response, also one that is refused or cancelled.',
  page: pages.transports,
  mend: 'Answer each request, with an error if need be; a client answers open permission requests with cancelled when a turn is cancelled.',
  check: () => {
    const open = { 'from-agent': new OpenRequests(), 'to-agent': new OpenRequests() }
    return {
      message({ message, dir, place }) {
        open[dir].hasPassed = true
        switch (message.kind) {
          case 'request':
            open[dir].asked(message, place)
            break
          case 'result':
          case 'error':
            open[dir === 'from-agent' ? 'to-agent' : 'from-agent'].answered(message.id)
            break
          case 'notification':
        }
      },
      end(state, report) {
        // A trace of one direction has no answers.
        if (!open['from-agent'].hasPassed || !open['to-agent'].hasPassed) return
        for (const { method, place } of open['from-agent'].all())
          report({ path: 'id', seen: `the agent called ${shortened(method)}, and no answer came`, place })
        const { words, severity } = missingAnswer(state)
        for (const { method, place } of open['to-agent'].all())
          report({ path: 'id', seen: `${words} ${shortened(method)}`, severity, place })
      },
    }
  },
}

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

/** The requests of one direction that have no answer yet. */
class OpenRequests {
  /** A message has passed in this direction. */
  hasPassed = false
  readonly #open = new Map<MessageId, OpenRequest>()
  /** Open ones that are only counted, and the last of them. */
  #more = 0
  #last: OpenRequest | null = null

  asked({ id, method }: Extract<Message, { kind: 'request' }>, place: FramePlace): void {
    const request = { method, place }
    if (this.#open.size < maxOpen) this.#open.set(id, request)
    else {
      this.#more++
      this.#last = request
    }
  }

  answered(id: MessageId): void {
    if (!this.#open.delete(id) && this.#more > 0) this.#more--
  }

  *all(): Iterable<OpenRequest> {
    yield* this.#open.values()
    if (this.#last !== null) for (let count = 0; count < this.#more; count++) yield this.#last
  }
}
