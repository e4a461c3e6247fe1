import { TraceInterpreter } from '../../../app/exchange/trace-interpreter.ts'
import { readToldLine, type ToldOfSession } from '../../../app/observed/told-lines.ts'
import type { ObservedSource, ToObserve } from '../../../app/ports/observed-source.ts'
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
  /** What can be dropped: about its characters. */
  size = 0
  readonly #observers = new Set<SessionObserver>()
  /** Why nothing comes any more; null: it comes. */
  awayWords: string | null = null

  get isObserved(): boolean {
    return this.#observers.size > 0
  }

  add(line: string): void {
    if (this.#tail.length === 0 && this.#dropped === 0 && this.#headSize + line.length <= headSize) {
      this.#head.push(line)
      this.#headSize += lineCost + line.length
    } else {
      this.#tail.push(line)
      this.size += lineCost + line.length
    }
    for (const observer of this.#observers) observer.readOn()
  }

  /** All before is void. */
  restart(): void {
    this.#head.length = this.#headSize = this.size = this.#dropped = 0
    this.#tail = []
    for (const observer of this.#observers) observer.begunAnew()
  }

  /** Drops the older half of what is between the first lines and the last one. */
  dropOldest(): void {
    const dropped = this.#tail.splice(0, Math.ceil(this.#tail.length / 2))
    this.#dropped += dropped.length
    for (const line of dropped) this.size -= lineCost + line.length
  }

  /** `why`: the machine is away; null: it is back. */
  away(why: string | null): void {
    if (this.awayWords === why) return
    this.awayWords = why
    for (const observer of this.#observers) observer.readOn()
  }

  /** The line of a number from 0; undefined: it is not kept; null: it has not come yet. */
  line(number: number): string | null | undefined {
    if (number < this.#head.length) return this.#head[number] ?? null
    const at = number - this.#head.length - this.#dropped
    return at < 0 ? undefined : (this.#tail[at] ?? null)
  }

  observe(session: Told): ObservedSource {
    const observer: SessionObserver = observeKept(this, session, () => this.#observers.delete(observer))
    this.#observers.add(observer)
    return observer
  }
}

type Told = Pick<ToObserve, 'found' | 'sink'>

interface SessionObserver extends ObservedSource {
  begunAnew(): void
  readOn(): void
}

/** Reads the kept lines of a session from the first on, a slice in each turn, and then those that come. */
function observeKept(kept: KeptSession, { found, sink }: Told, onClose: () => void): SessionObserver {
  let next = 0
  let lastMs = 0
  let isReading = false
  let isClosed = false
  let hasGap = false
  let saysAway = false
  let status: Extract<ToldOfSession, { type: 'status' }>['status'] = { state: 'reading-past' }
  let interpreter = new TraceInterpreter({ fallbackName: found.agent })
  readOn()

  function close(): void {
    isClosed = true
    onClose()
  }

  function begunAnew(): void {
    interpreter = new TraceInterpreter({ fallbackName: found.agent })
    next = lastMs = 0
    hasGap = false
    sink.begunAnew()
  }

  function readOn(): void {
    if (isReading) return
    isReading = true
    setImmediate(() => read())
  }

  function read(): void {
    isReading = false
    for (let size = 0; ; next++) {
      if (isClosed) return
      const line = kept.line(next)
      if (line === null) return atEnd()
      if (size > turnSize) return readOn()
      if (line === undefined) {
        tellGap()
        continue
      }
      size += lineCost + line.length
      take(line)
    }
  }

  function atEnd(): void {
    const why = kept.awayWords
    if (why !== null) sink.status({ state: 'waiting', why })
    else if (saysAway) sink.status(status)
    saysAway = why !== null
  }

  function take(line: string): void {
    const told = readToldLine(line)
    switch (told?.type) {
      case 'began':
        return sink.began(told.atMs)
      case 'record': {
        const record = { ...told.record, t: time(told.record.t) }
        sink.wire(record)
        return tell(interpreter.read(record))
      }
      case 'event':
        return tell([{ ...told.event, atMs: time(told.event.atMs) }])
      case 'status':
        status = told.status
        return sink.status(told.status)
      case 'fault':
        return sink.notUnderstood(told)
      case 'session':
        return
      case undefined:
        return sink.notUnderstood({
          path: found.host ?? '',
          line: null,
          start: shownStartOf(Buffer.from(line.slice(0, 1000))),
          why: 'the line of the other machine is not known here',
        })
    }
  }

  function tell(events: readonly AppEvent[]): void {
    if (events.length > 0) sink.events(events.map((event) => elsewhere(event, found.host ?? '')))
  }

  function time(atMs: number): number {
    lastMs = Math.max(lastMs, atMs)
    return lastMs
  }

  function tellGap(): void {
    if (hasGap) return
    hasGap = true
    const why = 'a part of its past is not kept: too much has come'
    sink.notUnderstood({ path: found.host ?? '', line: null, start: '', why })
  }

  return { close, begunAnew, readOn }
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
