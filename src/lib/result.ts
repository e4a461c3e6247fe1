/** A value, or the problem why there is none. Expected failures are values; only bugs throw. */
export type Result<T, P> =
  { readonly ok: true; readonly value: T } | { readonly ok: false; readonly problem: P }

export function ok<T>(value: T): Result<T, never> {
  return { ok: true, value }
}

export function fail<P>(problem: P): Result<never, P> {
  return { ok: false, problem }
}
