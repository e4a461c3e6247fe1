import { lastAtMost } from '../../lib/sequences.ts'
import { askedId, type MessageId } from '../../protocol/wire/message.ts'
import { readLogged, type WireFacts } from './read-logged.ts'
import type { LoggedMessage } from './wire-block.ts'
import type { WireLog } from './wire-log.ts'

/** Different facts that are told apart; beyond them sessions and plans are not. */
const maxFacts = 5_000
/** Requests that can wait for their answers. */
const maxWaiting = 10_000
/** Messages read between two looks at the clock. */
const readAtOnce = 16
/** The front of the columns is given back when so many messages of it are dropped. */
const droppedAtOnce = 4_096

/** A row: a message, or a run of pieces of a text. Numbers of messages. */
export interface WireRow {
  readonly first: number
  readonly last: number
  readonly facts: WireFacts
}

/**
 * What the messages of a log are, in rows, and which response answers which request. It is made message by message, when it is needed:
 * nothing of it is on the way of a message to the screen.
 */
export class WireIndex {
  readonly #log: WireLog
  #generation: number
  /** The number of the message that the columns begin with. */
  #base: number
  /** For each message the index of its facts. */
  #shapes: number[] = []
  /** The first message of each row, in order. */
  #rows: number[] = []
  /** How many rows were dropped from the front of `#rows`. */
  #rowsDropped = 0
  #facts: WireFacts[] = []
  #factsByKey = new Map<string, number>()
  /** From requests to their responses, and back. */
  #partners = new Map<number, number>()
  /** The requests without a response, by direction and id. */
  #waiting = new Map<string, number>()

  constructor(log: WireLog) {
    this.#log = log
    this.#generation = log.generation
    this.#base = log.first
  }

  /** The number of the next message to be read. */
  get end(): number {
    return this.#base + this.#shapes.length
  }

  /** Counts rows from the first one ever; the rows from `firstRow` up to, without, `endRow` are known. */
  get firstRow(): number {
    return this.#rowsDropped
  }

  get endRow(): number {
    return this.#rowsDropped + this.#rows.length
  }

  /** Reads messages until all are read (true), or the time is over (false). `isOver` is asked now and then. */
  readOn(isOver: () => boolean): boolean {
    const log = this.#log
    if (this.#generation !== log.generation) this.#beginAnew()
    this.#drop(log.first)
    let number = this.end
    for (let count = 1; number < log.end; number++, count++) {
      if (count % readAtOnce === 0 && isOver()) return false
      this.#read(number)
    }
    return true
  }

  row(row: number): WireRow | null {
    const at = row - this.#rowsDropped
    const began = this.#rows[at]
    if (began === undefined) return null
    // Of a long run the beginning may be dropped.
    const first = Math.max(began, this.#log.first)
    const facts = this.factsOf(first)
    return facts === null ? null : { first, last: (this.#rows[at + 1] ?? this.end) - 1, facts }
  }

  /** The row of a message; the nearest one for a message that is not known. */
  rowOf(number: number): number {
    const rows = this.#rows
    return this.#rowsDropped + lastAtMost(number, rows.length, (index) => rows[index] ?? 0)
  }

  /** null: the message is not known. */
  factsOf(number: number): WireFacts | null {
    return this.#facts[this.#shapes[number - this.#base] ?? -1] ?? null
  }

  /** The index of a message's facts, which messages with the same facts share; -1: it is not known. */
  shapeOf(number: number): number {
    return this.#shapes[number - this.#base] ?? -1
  }

  /** The response to a request, or the request of a response; null: there is none, or it is not known. */
  partnerOf(number: number): number | null {
    return this.#partners.get(number) ?? null
  }

  /** The requests that wait for their response, the oldest first. */
  waiting(): readonly number[] {
    return [...this.#waiting.values()]
  }

  #read(number: number): void {
    const message = this.#log.at(number)
    if (message === null) return
    const { facts, id } = readLogged(message)
    let known = facts
    if (facts.kind === 'request') {
      // With a new connection the requests of the one before are not answered any more.
      if (facts.method === 'initialize' && message.sort === 'to-agent') this.#waiting.clear()
      if (id !== undefined && this.#waiting.size < maxWaiting)
        this.#waiting.set(waitingKey(message.sort, id), number)
    } else if (id !== undefined && (facts.kind === 'response' || facts.kind === 'error')) {
      const request = this.#answer(message.sort, id, number)
      if (request !== null)
        known = { ...facts, method: request.method, session: facts.session ?? request.session }
    }
    const shape = this.#shapeOf(known)
    const before = this.#shapes.at(-1)
    if (known.kind !== 'chunks' || shape !== before) this.#rows.push(number)
    this.#shapes.push(shape)
  }

  /** Pairs a response with its request, whose facts are returned; null: there is none. */
  #answer(sort: LoggedMessage['sort'], id: MessageId, number: number): WireFacts | null {
    const keyOf = (each: MessageId): string =>
      waitingKey(sort === 'to-agent' ? 'from-agent' : 'to-agent', each)
    const asked = keyOf(askedId(id, { has: (each) => this.#waiting.has(keyOf(each)) }))
    const request = this.#waiting.get(asked)
    if (request === undefined) return null
    this.#waiting.delete(asked)
    this.#partners.set(request, number)
    this.#partners.set(number, request)
    return this.factsOf(request)
  }

  #shapeOf(facts: WireFacts): number {
    const { kind, sort, method, update, session, plan } = facts
    const key = [kind, sort, method, update, session, plan].join('\u0000')
    const known = this.#factsByKey.get(key)
    if (known !== undefined) return known
    if (this.#facts.length >= maxFacts && (method ?? update ?? session ?? plan) !== null)
      return this.#shapeOf({ kind, sort, method: null, update: null, session: null, plan: null })
    this.#facts.push(facts)
    this.#factsByKey.set(key, this.#facts.length - 1)
    return this.#facts.length - 1
  }

  #drop(first: number): void {
    const count = Math.min(first - this.#base, this.#shapes.length)
    if (first >= this.end && this.#shapes.length > 0) return this.#beginAnew()
    if (this.#shapes.length === 0) this.#base = Math.max(this.#base, first)
    if (count < droppedAtOnce) return
    this.#shapes = this.#shapes.slice(count)
    this.#base += count
    const after = this.#rows.findIndex((row) => row > first)
    // The last row that begins before goes on after it, if it is a run.
    const dropped = Math.max(0, (after < 0 ? this.#rows.length : after) - 1)
    this.#rows = this.#rows.slice(dropped)
    this.#rowsDropped += dropped
    for (const number of this.#partners.keys()) if (number < first) this.#partners.delete(number)
    for (const [key, number] of this.#waiting) if (number < first) this.#waiting.delete(key)
  }

  #beginAnew(): void {
    this.#generation = this.#log.generation
    this.#base = this.#log.first
    this.#shapes = []
    this.#rowsDropped += this.#rows.length
    this.#rows = []
    this.#facts = []
    this.#factsByKey = new Map()
    this.#partners = new Map()
    this.#waiting = new Map()
  }
}

function waitingKey(sort: LoggedMessage['sort'], id: MessageId): string {
  return `${sort} ${typeof id} ${String(id)}`
}
