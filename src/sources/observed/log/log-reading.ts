import type { AppEvent } from '../../../app/state/app-event.ts'
import type { SessionEvent } from '../../../protocol/session/session-event.ts'
import type { PermissionOption } from '../../../app/state/permission.ts'
import { isObject, stringAt, type JsonObject } from '../../../protocol/wire/message.ts'

/** What one line of a log came to. */
export interface ReadLine {
  readonly events: readonly AppEvent[]
  /** Why the line, which may matter, was not understood; null: it was, or it does not matter. */
  readonly fault: string | null
}

export const nothingIn: ReadLine = { events: [], fault: null }

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

/** The `timestamp` of a record, in milliseconds of the wall clock; null: none that can be read. */
export function wallTime({ timestamp }: JsonObject): number | null {
  if (typeof timestamp === 'number' && Number.isFinite(timestamp)) return timestamp
  if (typeof timestamp !== 'string' || timestamp.length > 40) return null
  const time = Date.parse(timestamp)
  return Number.isNaN(time) ? null : time
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
      const name = isObject(choice) ? (stringAt(choice, 'label') ?? '') : ''
      return name === '' ? [] : [{ id: name, name, kind: '' }]
    })
  const title = stringAt(question, 'question')
  return { title: title === undefined ? null : cutText(title, 1000), options }
}

function listIn(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : []
}

/** What an agent says of itself before a log tells more. */
export function describedAgent(name: string, title: string, version: string | null): AgentDescribed {
  return {
    name,
    title,
    version,
    protocolVersion: 0,
    knowsPlanCapability: false,
    offers: { list: false, load: false, resume: false, close: false, delete: false },
  }
}

type AgentDescribed = Extract<AppEvent, { type: 'agent-described' }>['agent']
