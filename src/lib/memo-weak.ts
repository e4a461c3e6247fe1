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
