/** What can go wrong on the wire is a value: `ok` tells the two apart. */
export type Result<T, P> =
  { readonly ok: true; readonly value: T } | { readonly ok: false; readonly problem: P }

export function ok<T>(value: T): Result<T, never> {
  return { ok: true, value }
}

export function fail<P>(problem: P): Result<never, P> {
  return { ok: false, problem }
}
