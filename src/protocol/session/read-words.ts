import { isObject, stringAt, type JsonObject } from '../wire/message.ts'
import { reportFault, type Place } from './read-list.ts'
import { nameOf } from '../wire/wire-problem.ts'

/** Longer ids are no ids: they are kept whole or not at all, since they go back to the agent. */
const idLimit = 1000
/** Longer words are cut: they are there to be read. */
const wordsLimit = 4000

/** The string at a key, which names something; null when it is none or too long, and that is reported. */
export function stringNeeded(object: JsonObject, key: string, { path, faults }: Place): string | null {
  const value = object[key]
  if (typeof value === 'string' && value.length <= idLimit) return value
  const found = typeof value === 'string' ? `${value.length} characters long` : nameOf(value)
  const text = `${key} is ${found}, a string is expected`
  reportFault(faults, { path: `${path}.${key}`, text, weight: 'rejected', came: object })
  return null
}

export function objectNeeded(value: unknown, { path, faults }: Place): JsonObject | null {
  if (isObject(value)) return value
  const text = `an object is expected, and it is ${nameOf(value)}`
  reportFault(faults, { path, text, weight: 'rejected', came: value })
  return null
}

export function listNeeded(value: unknown, { path, faults }: Place): readonly unknown[] {
  if (Array.isArray(value)) return value
  const text = `a list is expected, and it is ${nameOf(value)}`
  reportFault(faults, { path, text, weight: 'rejected', came: value })
  return []
}

/** What people call it: its name, or its id when it has none. */
export function namedAt(object: JsonObject, id: string): string {
  const name = stringAt(object, 'name')
  return name === undefined || name.trim() === '' ? id : shortened(name)
}

export function describedAt(object: JsonObject): string | null {
  const description = stringAt(object, 'description')
  return description === undefined || description === '' ? null : shortened(description)
}

export function shortened(words: string): string {
  return words.length <= wordsLimit ? words : `${words.slice(0, wordsLimit)}…`
}
