/** The function with its last result cached: called again with the same arguments, it does not run. */
export function cachingLast<Args extends readonly unknown[], Result>(
  make: (...args: Args) => Result,
): (...args: Args) => Result {
  let last: { readonly args: Args; readonly result: Result } | null = null
  return (...args) => {
    if (last === null || !last.args.every((each, index) => each === args[index]))
      last = { args, result: make(...args) }
    return last.result
  }
}
