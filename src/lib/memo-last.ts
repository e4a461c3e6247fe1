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
