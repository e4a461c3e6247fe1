import type {
  Attention,
  FoundSession,
  ObservedSink,
  ObservedSource,
} from '../../../app/ports/observed-source.ts'
import type { Clock } from '../../../lib/clock.ts'
import { FollowedLines } from '../followed-lines.ts'
import { LogLines } from '../log/log-lines.ts'
import { LogTimes } from '../log/log-reading.ts'
import { OrderedEvents } from '../log/ordered-events.ts'
import { RolloutReader } from './read-rollout.ts'

/** Follows a rollout of Codex that is not compressed. */
export function followRollout(
  found: FoundSession,
  sink: ObservedSink,
  clock: Clock,
  attention: Attention,
): ObservedSource {
  let reading = new RolloutReading(found, sink)
  return new FollowedLines(
    found.path,
    {
      lines: (lines) => reading.lines.push(lines),
      begunAnew() {
        reading = new RolloutReading(found, sink)
        sink.begunAnew()
      },
      status(status) {
        if (status.state === 'following') reading.pastRead()
        sink.status(status)
      },
    },
    clock,
    attention,
  )
}

/** One reading of a rollout, from its beginning on. */
export class RolloutReading {
  readonly lines: LogLines<RolloutReader>
  readonly #ordered: OrderedEvents
  #isPastRead = false

  constructor({ id, path }: FoundSession, sink: ObservedSink) {
    const times = new LogTimes()
    this.#ordered = new OrderedEvents(sink, times)
    const add = this.#ordered.add.bind(this.#ordered)
    this.lines = new LogLines(new RolloutReader({ sessionId: id, times }), path, { sink, add })
  }

  pastRead(): void {
    if (!this.#isPastRead) this.#ordered.pastRead()
    this.#isPastRead = true
  }
}
