import { TraceInterpreter } from '../../../app/exchange/trace-interpreter.ts'
import { readToldLine, type ToldOfSession } from '../../../app/observed/told-lines.ts'
import type {
  FoundSession,
  ObservedSink,
  ObservedSource,
  ToObserve,
} from '../../../app/ports/observed-source.ts'
import type { AppEvent } from '../../../app/state/app-event.ts'
import { shownStartOf } from '../log/log-reading.ts'
import { Buffer } from 'node:buffer'

/** The first lines of a session, which open it, are never dropped: so many characters. */
const headSize = 1024 * 1024
/** What a line costs besides its characters, so that very many short ones are not kept for nothing. */
const lineCost = 32
/** How much is read in one turn of the event loop, in characters. */
const turnSize = 128 * 1024

/** The lines of a session of another machine, kept for those who open it later. */
export class KeptSession {
  readonly #head: string[] = []
  #headSize = 0
  #tail: string[] = []
  #dropped = 0
  #size = 0
  readonly #observers = new Set<SessionObserver>()
  /** Why nothing comes any more; null: it comes. */
  #awayWords: string | null = null

  /** What can be dropped: about its characters. */
  get size(): number {
    return this.#size
  }

  get isObserved(): boolean {
    return this.#observers.size > 0
  }

  add(line: string): void {
    if (this.#tail.length === 0 && this.#dropped === 0 && this.#headSize + line.length <= headSize) {
      this.#head.push(line)
      this.#headSize += lineCost + line.length
    } else {
      this.#tail.push(line)
      this.#size += lineCost + line.length
    }
    for (const observer of this.#observers) observer.readOn()
  }

  /** All before is void. */
  restart(): void {
    this.#head.length = this.#headSize = this.#size = this.#dropped = 0
    this.#tail = []
    for (const observer of this.#observers) observer.begunAnew()
  }

  /** Drops the older half of what is between the first lines and the last one. */
  dropOldest(): void {
    const dropped = this.#tail.splice(0, Math.ceil(this.#tail.length / 2))
    this.#dropped += dropped.length
    for (const line of dropped) this.#size -= lineCost + line.length
  }

  /** `why`: the machine is away; null: it is back. */
  away(why: string | null): void {
    if (this.#awayWords === why) return
    this.#awayWords = why
    for (const observer of this.#observers) observer.readOn()
  }

  get awayWords(): string | null {
    return this.#awayWords
  }

  /** The line of a number from 0; undefined: it is not kept; null: it has not come yet. */
  line(number: number): string | null | undefined {
    if (number < this.#head.length) return this.#head[number] ?? null
    const at = number - this.#head.length - this.#dropped
    return at < 0 ? undefined : (this.#tail[at] ?? null)
  }

  observe(session: Told): ObservedSource {
    const observer: SessionObserver = new SessionObserver(this, session, () =>
      this.#observers.delete(observer),
    )
    this.#observers.add(observer)
    return observer
  }
}

type Told = Pick<ToObserve, 'found' | 'sink'>

/** Reads the kept lines of a session from the first on, a slice in each turn, and then those that come. */
class SessionObserver implements ObservedSource {
  readonly #kept: KeptSession
  readonly #found: FoundSession
  readonly #sink: ObservedSink
  readonly #onClose: () => void
  #interpreter: TraceInterpreter
  #next = 0
  #lastMs = 0
  #isReading = false
  #isClosed = false
  #hasGap = false
  #saysAway = false
  #status: Extract<ToldOfSession, { type: 'status' }>['status'] = { state: 'reading-past' }

  constructor(kept: KeptSession, { found, sink }: Told, onClose: () => void) {
    this.#kept = kept
    this.#found = found
    this.#sink = sink
    this.#onClose = onClose
    this.#interpreter = new TraceInterpreter({ fallbackName: found.agent })
    this.readOn()
  }

  close(): void {
    this.#isClosed = true
    this.#onClose()
  }

  begunAnew(): void {
    this.#interpreter = new TraceInterpreter({ fallbackName: this.#found.agent })
    this.#next = this.#lastMs = 0
    this.#hasGap = false
    this.#sink.begunAnew()
  }

  readOn(): void {
    if (this.#isReading) return
    this.#isReading = true
    setImmediate(() => this.#read())
  }

  #read(): void {
    this.#isReading = false
    for (let size = 0; !this.#isClosed; this.#next++) {
      const line = this.#kept.line(this.#next)
      if (line === null) return this.#atEnd()
      if (size > turnSize) return this.readOn()
      if (line === undefined) {
        this.#tellGap()
        continue
      }
      size += lineCost + line.length
      this.#take(line)
    }
  }

  #atEnd(): void {
    const why = this.#kept.awayWords
    if (why !== null) this.#sink.status({ state: 'waiting', why })
    else if (this.#saysAway) this.#sink.status(this.#status)
    this.#saysAway = why !== null
  }

  #take(line: string): void {
    const told = readToldLine(line)
    switch (told?.type) {
      case 'began':
        return this.#sink.began(told.atMs)
      case 'record': {
        const record = { ...told.record, t: this.#time(told.record.t) }
        this.#sink.wire(record)
        return this.#tell(this.#interpreter.read(record))
      }
      case 'event':
        return this.#tell([{ ...told.event, atMs: this.#time(told.event.atMs) }])
      case 'status':
        this.#status = told.status
        return this.#sink.status(told.status)
      case 'fault':
        return this.#sink.notUnderstood(told)
      case 'session':
        return
      case undefined:
        return this.#sink.notUnderstood({
          path: this.#found.host ?? '',
          line: null,
          start: shownStartOf(Buffer.from(line.slice(0, 1000))),
          why: 'the line of the other machine is not known here',
        })
    }
  }

  #tell(events: readonly AppEvent[]): void {
    if (events.length > 0) this.#sink.events(events.map((event) => elsewhere(event, this.#found.host ?? '')))
  }

  #time(atMs: number): number {
    this.#lastMs = Math.max(this.#lastMs, atMs)
    return this.#lastMs
  }

  #tellGap(): void {
    if (this.#hasGap) return
    this.#hasGap = true
    const why = 'a part of its past is not kept: too much has come'
    this.#sink.notUnderstood({ path: this.#found.host ?? '', line: null, start: '', why })
  }
}

/** The event with files named as those of the other machine: none is opened here. */
function elsewhere(event: AppEvent, host: string): AppEvent {
  switch (event.type) {
    case 'session-updated': {
      const { update } = event
      if (update.type !== 'plan-replaced' || update.content.type !== 'file') return event
      return { ...event, update: { ...update, content: fileElsewhere(update.content, host) } }
    }
    case 'permission-asked':
    case 'permission-updated': {
      const { request } = event
      if (request.plan?.type !== 'file') return event
      return { ...event, request: { ...request, plan: fileElsewhere(request.plan, host) } }
    }
    default:
      return event
  }
}

function fileElsewhere<File extends { readonly uri: string }>(content: File, host: string): File {
  if (!/^\s*file:/i.test(content.uri)) return content
  const name = host.replace(/^.*@/, '').replace(/[^\w.-]/g, '') || 'other-machine'
  const path = content.uri.replace(/^\s*file:(?:[\\/]{2}(?=[\\/]))?[\\/]*/i, '')
  return { ...content, uri: `file://${name}/${path}` }
}
