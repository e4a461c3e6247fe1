import { stringAt, type JsonObject } from '../wire/message.ts'
import type { SessionEvent } from './session-event.ts'
import { excerptOf, nameOf, type WireProblem } from '../wire/wire-problem.ts'

/** What was read of one update. */
export interface ReadEvents {
  readonly events: readonly SessionEvent[]
  readonly problems: readonly WireProblem[]
}

export function only(event: SessionEvent): ReadEvents {
  return { events: [event], problems: [] }
}

/** Nothing of the update can be shown, since the field at `key` is not what it must be. */
export function rejectedFor(update: JsonObject, key: string, expected: string): ReadEvents {
  const kind = stringAt(update, 'sessionUpdate') ?? 'an update'
  const text = `${kind}: ${key} is ${nameOf(update[key])}, ${expected} is expected`
  const path = `update.${key}`
  const excerpt = excerptOf(update)
  return { events: [], problems: [{ code: 'bad-update', text, path, weight: 'rejected', excerpt }] }
}

/** The field as an optional one of an event; nothing where it is absent. */
export function given<K extends string, V>(key: K, value: V | undefined): Partial<Record<K, V>> {
  return value === undefined ? {} : ({ [key]: value } as Partial<Record<K, V>>)
}
