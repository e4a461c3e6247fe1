import type { FoundSession } from '../app/ports/observed-source.ts'
import type { Clock } from '../lib/clock.ts'
import { safeLine } from '../lib/text/safe-text.ts'
import { createLineSink, type Output } from '../outputs/stream/output.ts'
import { runEndWords, type RunEnd } from '../outputs/run-end-words.ts'
import { openLinesOutput, type LinesOptions } from '../replay/replay-lines.ts'
import { makePlanDocuments } from '../sources/plan-file/plan-documents.ts'
import type { EndWatch } from '../system/end-watch.ts'
import type { SystemHost } from '../system/host.ts'
import { kindOf, type ObservedKinds } from './find-sessions.ts'
import { Observation } from './observation.ts'

export interface AttachLinesParts {
  readonly host: SystemHost
  readonly kinds: ObservedKinds
  readonly found: FoundSession
  readonly options: LinesOptions
  /** This program's, for JSON. */
  readonly version: string
  readonly ends: EndWatch
}

/** After a signal, a reader that has stopped reading is not waited for any longer. */
const patienceMs = 2000

const begunAnew = 'it begins anew: what follows takes the place of everything before'

/** Writes an observed session as text, JSON or sentences, from its past on, until it has ended. What becomes of its source goes to stderr. */
export async function attachLines(parts: AttachLinesParts): Promise<RunEnd> {
  const { host, kinds, found, options, version, ends } = parts
  const time = new ObservedTime(host.clock)
  const sink = createLineSink(host.process.stdout)
  const documents = makePlanDocuments({ clock: time, files: { type: 'here' }, conceal: (text) => text })
  const open = (): Output =>
    openLinesOutput(options, { sink, clock: time, documents, version, agent: found.agent })
  let output: Output | null = null
  let hasEnded: () => void = () => undefined
  const ended = new Promise<'ended'>((resolve) => (hasEnded = () => resolve('ended')))
  const observation: Observation = new Observation({
    kind: kindOf(kinds, found.kind),
    found,
    clock: host.clock,
    start: options,
    times: 'own',
    onEvent: (event, after, before) => {
      time.set(event.atMs)
      // Not before the first event: then it is known when the session began.
      output ??= open()
      output.onEvent(event, after, before)
    },
    onChange: changed,
    onBegunAnew: () => host.writeNow(2, `acp-plan-tui: ${begunAnew}\n`),
  })

  function changed(): void {
    const { status, beganAtMs } = observation
    if (status.state === 'following') time.live(beganAtMs)
    if ('why' in status) host.writeNow(2, `acp-plan-tui: ${status.state}: ${safeLine(status.why)}\n`)
    if (status.state === 'ended') hasEnded()
  }

  const outside = await Promise.race([ended, ends.ended])
  observation.close()
  const end: RunEnd = outside === 'ended' ? { kind: 'done' } : outside
  output ??= open()
  const written = output.end({ atMs: time.nowMs(), ...runEndWords(end) }, observation.state())
  const givenUp = new Promise<void>((resolve) => void host.clock.after(patienceMs, resolve, 'alive'))
  await Promise.race([written, end.kind === 'done' ? ends.ended : givenUp])
  documents.close()
  return end
}

/** The time of an observed session: that of its last event, and once it is followed the present time, since it began. */
class ObservedTime implements Clock {
  readonly #clock: Clock
  #lastMs = 0
  #liveSinceMs: number | null = null

  constructor(clock: Clock) {
    this.#clock = clock
  }

  set(atMs: number): void {
    this.#lastMs = Math.max(this.#lastMs, atMs)
  }

  live(beganAtMs: number | null): void {
    this.#liveSinceMs = beganAtMs
  }

  nowMs(): number {
    const sinceMs = this.#liveSinceMs
    return sinceMs === null ? this.#lastMs : Math.max(this.#lastMs, this.#clock.wallMs() - sinceMs)
  }

  wallMs(): number {
    return this.#clock.wallMs()
  }

  after(delayMs: number, run: () => void, keeps?: 'alive'): () => void {
    return this.#clock.after(delayMs, run, keeps)
  }
}
