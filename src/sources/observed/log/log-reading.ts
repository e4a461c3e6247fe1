// What the readers of vendors' logs share: lines, times, and the events that they come to.
import type { Buffer } from 'node:buffer'
import { noSetup, type AppEvent, type TurnOutcome } from '../../../app/state/app-event.ts'
import type { PermissionAnswer, PermissionOption, PermissionRequest } from '../../../app/state/permission.ts'
import { jsonIn } from '../../../lib/json/read-json.ts'
import { inferredPlan, type PlanEntry } from '../../../protocol/plans/plan-content.ts'
import type { SessionEvent } from '../../../protocol/session/session-event.ts'
import { isObject, stringAt, type JsonObject, listIn } from '../../../protocol/wire/message.ts'
import type { ObservedSink, ObservedSource, ToObserve } from '../../../app/ports/observed-source.ts'
import type { SizedLine } from '../../trace-file/trace-lines.ts'
import { followLines, type FollowedLinesEvents } from '../followed-lines.ts'

/** What one line of a log came to. */
export interface ReadLine {
  readonly events: readonly AppEvent[]
  /** Why the line, which may matter, was not understood; null: it was, or it does not matter. */
  readonly fault: string | null
}

export const nothingIn: ReadLine = { events: [], fault: null }

/** The record of a line; null: the line is blank; a text: what is wrong with it. */
export function recordOf(line: Buffer): JsonObject | string | null {
  const value = jsonIn(line.toString('utf8'))
  if (isObject(value)) return value
  if (line.toString('latin1', 0, 200).trim() === '') return null
  return value === undefined ? 'it is not JSON' : 'it is not a JSON object'
}

/** The times of a log: its first one is the moment 0 of all that is read from it. Shared by the files of one session. */
export class LogTimes {
  beganAtMs: number | null = null
  #lastMs = 0

  /** The moment of a wall clock time; null: the line has none, and came when the one before came. */
  at(wallMs: number | null): number {
    if (wallMs === null) return this.#lastMs
    this.beganAtMs ??= wallMs
    this.#lastMs = Math.max(0, wallMs - this.beganAtMs)
    return this.#lastMs
  }
}

/** The year 2096: later times are mistakes, and may be none that a date can have. */
const latestMs = 4e12

/** The `timestamp` of a record, in milliseconds of the wall clock; null: none that can be read. */
export function wallTime({ timestamp }: JsonObject): number | null {
  const isText = typeof timestamp === 'string' && timestamp.length <= 40
  const time = isText ? Date.parse(timestamp) : timestamp
  return typeof time === 'number' && time >= 0 && time <= latestMs ? time : null
}

/** Collects the events of one line at one moment. */
export class EventsAt {
  readonly events: AppEvent[] = []
  readonly atMs: number
  readonly sessionId: string

  constructor(atMs: number, sessionId: string) {
    this.atMs = atMs
    this.sessionId = sessionId
  }

  add(event: AppEvent): void {
    this.events.push(event)
  }

  update(update: SessionEvent): void {
    this.events.push({ type: 'session-updated', atMs: this.atMs, sessionId: this.sessionId, update })
  }

  /** The log of an agent begins, which tells no more of itself than this. */
  begun(agent: { readonly name: string; readonly title: string; readonly version: string | null }): void {
    const { atMs, sessionId } = this
    const offers = { list: false, load: false, resume: false, close: false, delete: false }
    this.add({ type: 'link-changed', atMs, link: { state: 'open', sinceMs: atMs } })
    this.add({
      type: 'agent-described',
      atMs,
      agent: { ...agent, protocolVersion: 0, knowsPlanCapability: false, offers },
    })
    this.add({ type: 'session-opened', atMs, sessionId, how: 'new', setup: noSetup })
  }

  /** A whole message; `messageId`: its own, since without one it would be taken for another version of the one before. */
  said(text: string, messageId: string, who: 'agent' | 'thought' = 'agent'): void {
    this.update({ type: 'said', who, text, messageId, isWhole: true })
  }

  titled(title: string): void {
    this.update({ type: 'session-titled', title: cutText(title, 500) })
  }

  compacted(compactionId = `compaction-${this.atMs}`): void {
    this.update({ type: 'compaction', compactionId, status: 'completed' })
  }

  prompted(text: string): void {
    this.add({ type: 'prompt-sent', atMs: this.atMs, sessionId: this.sessionId, text, wasQueued: false })
  }

  turnEnded(outcome: TurnOutcome): void {
    this.add({ type: 'turn-ended', atMs: this.atMs, sessionId: this.sessionId, outcome })
  }

  /** The whole checklist of the session, as it is now. */
  checklist(entries: readonly PlanEntry[]): void {
    this.update({ type: 'plan-replaced', plan: inferredPlan, content: { type: 'items', entries } })
  }

  /** `type`: whether more is known now of a question that was asked before. */
  asked(
    request: Omit<PermissionRequest, 'sessionId' | 'detail' | 'askedAtMs'>,
    type: 'permission-asked' | 'permission-updated' = 'permission-asked',
  ): void {
    const { atMs, sessionId } = this
    this.add({ type, atMs, request: { ...request, sessionId, detail: [], askedAtMs: atMs } })
  }

  answered(key: number, answer: PermissionAnswer): void {
    this.add({ type: 'permission-answered', atMs: this.atMs, key, answer })
  }
}

/** Characters of a message that are shown; more are cut. */
const maxSaid = 20_000

export function cutText(text: string, length = maxSaid): string {
  return text.length > length ? text.slice(0, length) : text
}

/** What the input of a call asks its user, with the answers that it offers: those of its first question. */
export function askedIn(input: JsonObject): {
  readonly title: string | null
  readonly options: readonly PermissionOption[]
} {
  const [first] = listIn(input['questions'])
  const question = isObject(first) ? first : input
  const options = listIn(question['options'])
    .slice(0, 20)
    .flatMap((choice) => {
      const name = stringAt(choice, 'label') ?? ''
      return name === '' ? [] : [{ id: name, name, kind: '' }]
    })
  const title = stringAt(question, 'question')
  return { title: title === undefined ? null : cutText(title, 1000), options }
}

export interface LogReader {
  read(line: Buffer): ReadLine
}

/** Characters of a line that was not understood. */
const shownStart = 200

/** The beginning of a line that was not understood, as it is shown. */
export function shownStartOf(line: Buffer): string {
  return line.toString('utf8', 0, shownStart * 4).slice(0, shownStart)
}

/** Reads the lines of one log, and reports those that were not understood. */
export class LogLines<R extends LogReader> {
  readonly reader: R
  readonly #path: string
  readonly #sink: ObservedSink
  readonly #add: (events: readonly AppEvent[]) => void
  #line = 0

  constructor(
    reader: R,
    path: string,
    to: { readonly sink: ObservedSink; readonly add: (events: readonly AppEvent[]) => void },
  ) {
    this.reader = reader
    this.#path = path
    this.#sink = to.sink
    this.#add = to.add
  }

  push(lines: readonly SizedLine[]): void {
    for (const { bytes, sizeBytes } of lines) {
      this.#line++
      const { events, fault } =
        sizeBytes > bytes.length ? { events: [], fault: 'it is too long' } : this.reader.read(bytes)
      const start = fault === null ? '' : shownStartOf(bytes)
      if (fault !== null) this.#sink.notUnderstood({ path: this.#path, line: this.#line, start, why: fault })
      if (events.length > 0) this.#add(events)
    }
  }
}

/** Events are handed on in groups of this size. */
const group = 500

/**
 * Hands events of several files of one session on in the order of their times: those of the past together, once all files were read to
 * their ends, and later ones as they come.
 */
export class OrderedEvents {
  readonly #sink: ObservedSink
  readonly #times: LogTimes
  #past: AppEvent[] | null = []
  #lastMs = 0
  #hasBegun = false

  constructor(sink: ObservedSink, times: LogTimes) {
    this.#sink = sink
    this.#times = times
  }

  add(events: readonly AppEvent[]): void {
    if (this.#past === null) this.#handOn(events)
    else for (const event of events) this.#past.push(event)
  }

  /** All files were read to their ends. */
  pastRead(): void {
    const past = this.#past ?? []
    this.#past = null
    const sorted = past.toSorted((one, other) => one.atMs - other.atMs)
    for (let from = 0; from < sorted.length; from += group) this.#handOn(sorted.slice(from, from + group))
  }

  #handOn(events: readonly AppEvent[]): void {
    if (events.length === 0) return
    if (!this.#hasBegun) this.#sink.began(this.#times.beganAtMs ?? 0)
    this.#hasBegun = true
    this.#sink.events(events.map((event) => this.#inOrder(event)))
  }

  #inOrder(event: AppEvent): AppEvent {
    this.#lastMs = Math.max(this.#lastMs, event.atMs)
    return event.atMs === this.#lastMs ? event : { ...event, atMs: this.#lastMs }
  }
}

/** Reads the lines of a log that stands in one file, and what follows from its end. */
export interface WholeLogReader extends LogReader {
  /** The log was read to its end for the first time, or is followed again. */
  pastRead?(): Promise<readonly AppEvent[]>
}

/** One reading of a log, from its beginning on. */
export class LogReading<R extends WholeLogReader> {
  readonly lines: LogLines<R>
  readonly times = new LogTimes()
  readonly #ordered: OrderedEvents

  constructor({ found, sink }: Pick<ToObserve, 'found' | 'sink'>, makeReader: (times: LogTimes) => R) {
    this.#ordered = new OrderedEvents(sink, this.times)
    this.lines = new LogLines(makeReader(this.times), found.path, { sink, add: (events) => this.add(events) })
  }

  /** Hands on what does not stand in the log. */
  add(events: readonly AppEvent[]): void {
    this.#ordered.add(events)
  }

  /** The same, as the reader makes it. */
  tell(make: (reader: R) => readonly AppEvent[]): void {
    this.add(make(this.lines.reader))
  }

  async pastRead(): Promise<void> {
    this.add((await this.lines.reader.pastRead?.()) ?? [])
    this.#ordered.pastRead()
  }
}

export type FollowedLog<R extends WholeLogReader> = ObservedSource & Pick<LogReading<R>, 'tell'>

/** Follows a log of a vendor that stands in one file, until `close`. A replaced file is another reading. */
export function followLog<R extends WholeLogReader>(
  log: ToObserve,
  makeReader: (times: LogTimes) => R,
  from: Pick<FollowedLinesEvents, 'lives'> = {},
): FollowedLog<R> {
  const { found, sink } = log
  let reading = new LogReading(log, makeReader)
  const lines = followLines(
    found.path,
    {
      ...from,
      lines: (lines) => reading.lines.push(lines),
      begunAnew() {
        reading = new LogReading(log, makeReader)
        sink.begunAnew()
      },
      status(status) {
        if (status.state !== 'following') return sink.status(status)
        const followed = reading
        void followed.pastRead().then(() => {
          if (followed === reading) sink.status(status)
        })
      },
    },
    log,
  )
  return { close: () => lines.close(), tell: (make) => reading.tell(make) }
}
