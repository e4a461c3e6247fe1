import type { JsonObject } from '../../protocol/wire/message.ts'

/** The number at a key; null when there is none. */
export function numberAt(object: JsonObject, key: string): number | null {
  const value = object[key]
  return typeof value === 'number' && Number.isFinite(value) ? value : null
}

/** The string or null at a key; undefined when it is neither. */
export function textOrNull(object: JsonObject, key: string): string | null | undefined {
  const value = object[key]
  return typeof value === 'string' || value === null ? value : undefined
}

/** The value if it is one of the words, else null. */
export function among<T extends string>(value: unknown, words: readonly T[]): T | null {
  return words.find((word) => word === value) ?? null
}
