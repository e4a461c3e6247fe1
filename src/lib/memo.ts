/** Caches the result of a pure function of an object, for as long as the object lives. */
export function memoWeak<Key extends object, Result extends object | string | boolean | number | null>(
  make: (key: Key) => Result,
): (key: Key) => Result {
  const results = new WeakMap<Key, Result>()
  return (key) => {
    const known = results.get(key)
    if (known !== undefined) return known
    const made = make(key)
    results.set(key, made)
    return made
  }
}

/** Keeps the last result for each object; it is made again only for other inputs than the last ones (`===`). */
export function memoBeside<Result>(): (
  key: object,
  inputs: readonly unknown[],
  make: () => Result,
) => Result {
  const results = new WeakMap<object, { readonly inputs: readonly unknown[]; readonly result: Result }>()
  return (key, inputs, make) => {
    const known = results.get(key)
    if (known?.inputs.every((each, at) => each === inputs[at]) === true) return known.result
    const result = make()
    results.set(key, { inputs, result })
    return result
  }
}

/** Caches the last result of a pure function: it is made again only for arguments that differ from the last ones (`===`). */
export function memoLast<Arguments extends readonly unknown[], Result>(
  make: (...given: Arguments) => Result,
): (...given: Arguments) => Result {
  let last: { readonly given: Arguments; readonly result: Result } | null = null
  return (...given) => {
    if (last === null || last.given.some((each, index) => each !== given[index]))
      last = { given, result: make(...given) }
    return last.result
  }
}

/**
 * A regular expression that is made when it is needed first. For one with sets of Unicode's characters (`\p{L}`): Node takes 0.3 ms for
 * each literal at every start, already when it parses the file, and most texts are plain.
 */
export function lateRegExp(source: string, flags: string): () => RegExp {
  let made: RegExp | null = null
  return () => (made ??= new RegExp(source, flags))
}

interface Asked<T> {
  readonly load: () => Promise<T>
  /** Called once it is there. */
  readonly loaded: () => void
  readonly fail: (cause: unknown) => void
}

/** What is loaded when somebody asks for it first, and again after that has failed; null: it is not there yet. */
export function whenAsked<T>({ load, loaded, fail }: Asked<T>): () => T | null {
  let value: T | null = null
  let isAsked = false
  return () => {
    if (!isAsked)
      load().then(
        (found) => {
          value = found
          loaded()
        },
        (cause: unknown) => {
          isAsked = false
          fail(cause)
        },
      )
    isAsked = true
    return value
  }
}
