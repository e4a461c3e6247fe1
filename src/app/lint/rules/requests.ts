import type { Message, MessageId } from '../../../protocol/wire/message.ts'
import type { TraceDirection } from '../../../protocol/trace/trace-record.ts'
import type { FramePlace } from '../finding.ts'
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
    const open: Readonly<Record<TraceDirection, Map<MessageId, OpenRequest>>> = {
      'from-agent': new Map(),
      'to-agent': new Map(),
    }
    const hasPassed = { 'from-agent': false, 'to-agent': false }
    return {
      message({ message, dir, place }) {
        hasPassed[dir] = true
        track(open, message, { dir, place })
      },
      end(_state, report) {
        // A trace of one direction has no answers.
        if (!hasPassed['from-agent'] || !hasPassed['to-agent']) return
        for (const [dir, who] of [
          ['from-agent', 'the agent'],
          ['to-agent', 'the client'],
        ] as const)
          for (const { method, place } of open[dir].values())
            report({ path: 'id', seen: `${who} called ${shortened(method)}, and got no answer`, place })
      },
    }
  },
}

function track(
  open: Readonly<Record<TraceDirection, Map<MessageId, OpenRequest>>>,
  message: Message,
  { dir, place }: { readonly dir: TraceDirection; readonly place: FramePlace },
): void {
  switch (message.kind) {
    case 'request':
      if (open[dir].size < maxOpen) open[dir].set(message.id, { method: message.method, place })
      break
    case 'result':
    case 'error':
      open[dir === 'from-agent' ? 'to-agent' : 'from-agent'].delete(message.id)
      break
    case 'notification':
  }
}
