import { dirname } from 'node:path'
import type {
  FoundSession,
  ObservedKind,
  ObservedSink,
  ObservedSource,
} from '../../../app/ports/observed-source.ts'
import { TraceInterpreter } from '../../../app/exchange/trace-interpreter.ts'
import type { Clock } from '../../../lib/clock.ts'
import { TapConnection } from './tap-connection.ts'
import { findTaps, tapAt } from './tap-files.ts'
import type { TapLine } from './tap-records.ts'

/** Agents behind `acp-plan-tui tap`. */
export const taps: ObservedKind = {
  name: 'tap',
  label: 'tap',
  named: 'the socket of a tap',
  isInferred: false,
  find: async (places) => await findTaps(places),
  recognise: async (path) => await tapAt(path),
  observe: (found, sink, clock) => new ObservedTap(found, sink, clock),
}

/** How often to look for a tap that has ended. */
const againAfterMs = 500

/** Follows a tap, and the next one of the same label, or agent and folder, when it has ended. */
class ObservedTap implements ObservedSource {
  readonly #first: FoundSession
  readonly #sink: ObservedSink
  readonly #clock: Clock
  #found: FoundSession
  #connection: TapConnection | null = null
  #interpreter: TraceInterpreter
  #cancelTimer: () => void = () => undefined
  #isClosed = false
  #hasBegun = false
  #isFollowing = false

  constructor(found: FoundSession, sink: ObservedSink, clock: Clock) {
    this.#first = found
    this.#found = found
    this.#sink = sink
    this.#clock = clock
    this.#interpreter = new TraceInterpreter({ fallbackName: found.agent })
    this.#connect()
  }

  close(): void {
    this.#isClosed = true
    this.#cancelTimer()
    this.#connection?.close()
  }

  #connect(): void {
    this.#isFollowing = false
    this.#sink.status({ state: 'reading-past' })
    this.#connection = new TapConnection(this.#found.path, {
      lines: (lines, line, start) => {
        for (const each of lines) this.#take(each, line, start)
      },
      closed: (why, isTap) => this.#lost(why, isTap),
    })
  }

  #take(line: TapLine, number: number, start: string): void {
    switch (line.type) {
      case 'greeting': {
        const { startedAt, agent } = line.greeting
        if (this.#hasBegun) this.#sink.begunAnew()
        this.#hasBegun = true
        this.#interpreter = new TraceInterpreter({ fallbackName: agent })
        const beganAtMs = Date.parse(startedAt)
        this.#sink.began(Number.isNaN(beganAtMs) ? this.#clock.wallMs() : beganAtMs)
        this.#follow()
        break
      }
      case 'record': {
        this.#sink.wire(line.record)
        const events = this.#interpreter.read(line.record)
        if (events.length > 0) this.#sink.events(events)
        break
      }
      case 'refused':
      case 'not-understood':
        this.#sink.notUnderstood({ path: this.#found.path, line: number, start, why: line.why })
    }
  }

  /** The past comes in one piece with what is new; there is no mark between them, and none is needed. */
  #follow(): void {
    if (this.#isFollowing) return
    this.#isFollowing = true
    this.#sink.status({ state: 'following' })
  }

  #lost(why: string, isTap: boolean): void {
    if (this.#isClosed) return
    // What was never a tap will not become one.
    if (!isTap && !this.#hasBegun && this.#first.pid === null)
      return this.#sink.status({ state: 'ended', why })
    const { label } = this.#first
    const next = label === null ? 'when it starts again' : `when a tap labelled ${label} starts`
    const ended = isTap ? { hasEnded: true as const } : {}
    this.#sink.status({ state: 'waiting', why: `${why}; it is taken up again ${next}`, ...ended })
    this.#lookLater()
  }

  #lookLater(): void {
    this.#cancelTimer = this.#clock.after(againAfterMs, () => void this.#look(), 'alive')
  }

  async #look(): Promise<void> {
    const found = await findTaps({ env: process.env, runtimeFolder: dirname(this.#first.path) })
    if (this.#isClosed) return
    const next = found.find((each) => this.#isSame(each))
    if (next === undefined) return this.#lookLater()
    this.#found = next
    this.#connect()
  }

  #isSame({ path, label, agent, folder }: FoundSession): boolean {
    if (path === this.#found.path) return true
    const first = this.#first
    return first.label === null
      ? agent === first.agent && folder === first.folder && label === null
      : label === first.label
  }
}
