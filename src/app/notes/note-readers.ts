import { isObject, objectIn } from '../../protocol/wire/message.ts'

/** Reads a value in a note; undefined: it is malformed. Never throws: recordings are untrusted. */
export type Reader<T> = (value: unknown) => T | undefined

/** The reader of a field that an object may lack. */
interface OptionalReader<T> {
  readonly ifPresent: Reader<T>
}

type FieldReaders<T> = {
  readonly [K in keyof T]-?: object extends Pick<T, K>
    ? OptionalReader<Exclude<T[K], undefined>>
    : Reader<T[K]>
}

/** The member of a union whose field `K` may be `W`. */
type Variant<T, K extends keyof T, W> = T extends Record<K, infer V> ? (W extends V ? T : never) : never

export function text(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined
}

export function number(value: unknown): number | undefined {
  return typeof value === 'number' && Number.isFinite(value) ? value : undefined
}

/** Anything but `true` is false. */
export function flag(value: unknown): boolean {
  return value === true
}

export function textOrNull(value: unknown): string | null | undefined {
  return value === null ? null : text(value)
}

/** Reads one of these words; undefined for any other value. */
export function among<T extends string>(...words: readonly T[]): Reader<T> {
  return (value) => words.find((word) => word === value)
}

/** Reads anything that is missing or malformed as `instead`. */
export function or<T, D>(read: Reader<T>, instead: D): (value: unknown) => T | D {
  return (value) => read(value) ?? instead
}

export function optional<T>(ifPresent: Reader<T>): OptionalReader<T> {
  return { ifPresent }
}

/** Leaves out malformed items, and those beyond `most`. Anything but a list is an empty one. */
export function listOf<T>(read: Reader<T>, most = Infinity): (value: unknown) => readonly T[] {
  return (value) =>
    Array.isArray(value) ? value.slice(0, most).flatMap((item: unknown) => read(item) ?? []) : []
}

/** Leaves out malformed values. Made from entries, so that a key may be `__proto__`. */
export function recordOf<T>(read: Reader<T>): (value: unknown) => Readonly<Record<string, T>> {
  return (value) => {
    return Object.fromEntries(
      Object.entries(objectIn(value)).flatMap(([key, one]) => {
        const known = read(one)
        return known === undefined ? [] : [[key, known] as const]
      }),
    )
  }
}

/** Reads an object without its unknown fields; one malformed field makes it malformed. */
export function object<T extends object>(fields: FieldReaders<T>): Reader<T> {
  const readers = Object.entries<Reader<unknown> | OptionalReader<unknown>>(fields)
  return (value) => {
    if (!isObject(value)) return undefined
    const entries: [string, unknown][] = []
    for (const [key, reader] of readers) {
      const isRequired = typeof reader === 'function'
      if (!isRequired && value[key] === undefined) continue
      const read = isRequired ? reader(value[key]) : reader.ifPresent(value[key])
      if (read === undefined) return undefined
      entries.push([key, read])
    }
    return Object.fromEntries(entries) as T
  }
}

/** Reads an object of a union: the word in its field `key` decides which other fields it has. */
export function variants<T extends object, K extends keyof T & string>(
  key: K,
  fields: { readonly [W in T[K] & string]: FieldReaders<Omit<Variant<T, K, W>, K>> },
): Reader<T> {
  const readers = new Map<unknown, Reader<object>>(
    Object.entries<object>(fields).map(([word, others]) => [word, object({ [key]: among(word), ...others })]),
  )
  return (value) => (isObject(value) ? (readers.get(value[key])?.(value) as T | undefined) : undefined)
}
