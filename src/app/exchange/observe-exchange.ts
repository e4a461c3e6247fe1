import type { JsonObject } from '../../protocol/message.ts'
import type { TraceRecord, WireRecord } from '../../protocol/trace/trace-record.ts'
import { WireReader, type Incoming } from '../../protocol/wire-reader.ts'
import type { AppEvent } from '../app-event.ts'
import { ExchangeState } from './exchange-state.ts'
import { observeAnswer } from './observe-answer.ts'
import { observeClient } from './observe-client.ts'
import { observeNotification, observeRequest } from './observe-agent.ts'
import { readNote } from './read-note.ts'
import { strayResponse } from './exchange-problems.ts'

export interface ObserverOptions {
  /** What to call an agent that does not name itself. */
  readonly fallbackName: string
}

/**
 * What a client would have made of an exchange: the records of both directions in, the events of a run out, in the order
 * in which they were. Where a trace notes what the client did, that is what happens; without notes it is found out from
 * the frames. Never throws, whatever the trace holds.
 */
export class ExchangeObserver {
  #state = new ExchangeState()
  readonly #reader = new WireReader()
  readonly #options: ObserverOptions

  constructor(options: ObserverOptions = { fallbackName: 'agent' }) {
    this.#options = options
  }

  /** One that stands at the same place, and goes on for itself. */
  copy(): ExchangeObserver {
    const copy = new ExchangeObserver(this.#options)
    copy.#state = this.#state.copy()
    return copy
  }

  /** The events of one more record; those of its time come with it. */
  observe(record: TraceRecord): readonly AppEvent[] {
    const state = this.#state
    const atMs = record.t
    state.atMs = atMs
    switch (record.type) {
      case 'frame':
      case 'bytes':
      case 'overlong':
        this.#passed(record)
        break
      case 'event':
        this.#noted(record.event)
        break
      case 'stderr':
        state.tell({ type: 'stderr-written', atMs, line: record.line })
        break
      case 'end':
        if (!state.isNoted) state.turnTo({ state: 'ended', sinceMs: atMs, end: { kind: 'closed' } })
        break
      case 'mark':
      case 'size':
      case 'unknown':
    }
    return state.takeEvents()
  }

  #passed(record: WireRecord): void {
    const isFromAgent = record.dir === 'from-agent'
    for (const incoming of this.#read(record)) {
      if (incoming.type === 'message') {
        if (isFromAgent) this.#received(incoming.message)
        else observeClient(this.#state, incoming.message)
      } else if (isFromAgent) {
        const { atMs } = this.#state
        const { problem } = incoming
        this.#state.tell({ type: 'problem-found', atMs, sessionId: null, problem })
      }
    }
  }

  #read(record: WireRecord): readonly Incoming[] {
    const unit = record.isFramed === true ? 'frame' : 'line'
    switch (record.type) {
      case 'frame':
        return this.#reader.readText(record.line, unit)
      case 'bytes': {
        const { bytes, isBinary } = record
        if (unit === 'line') return this.#reader.read({ type: 'line', bytes })
        return this.#reader.read({ type: 'frame', kind: isBinary ? 'binary' : 'text', bytes })
      }
      case 'overlong': {
        const { start, sizeBytes } = record
        const framed = record.isFramed === true ? ({ isFramed: true } as const) : {}
        return this.#reader.read({ type: 'overlong', start, sizeBytes, ...framed })
      }
    }
  }

  #received(message: Extract<Incoming, { type: 'message' }>['message']): void {
    const state = this.#state
    switch (message.kind) {
      case 'notification':
        return observeNotification(state, message.method, message.params)
      case 'request':
        return observeRequest(state, message)
      case 'result':
      case 'error': {
        const isKnown = observeAnswer(state, message, this.#options.fallbackName)
        if (isKnown) return
        state.tell({
          type: 'problem-found',
          atMs: state.atMs,
          sessionId: null,
          problem: strayResponse(message),
        })
      }
    }
  }

  #noted(note: JsonObject): void {
    const state = this.#state
    const event = readNote(note, state.atMs)
    if (event === null) return
    state.isNoted = true
    state.note(event)
    switch (event.type) {
      case 'link-changed':
        state.link = event.link.state
        if (event.link.state !== 'open' && event.link.state !== 'wants-login') state.disconnect()
        break
      case 'permission-answered':
        state.settled('permission', event.key)
        break
      case 'elicitation-answered':
        state.settled('elicitation', event.key)
        break
      case 'session-selected':
        state.currentId = event.sessionId
        break
      case 'session-closed':
        state.close(event.sessionId)
        break
      case 'sessions-listed':
        state.isListing = event.listing.state === 'asking'
        break
      default:
    }
  }
}
