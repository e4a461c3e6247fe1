import { writeJson } from './json/write-json.ts'

/** A value, or the problem why there is none. Expected failures are values; only bugs throw. */
export type Result<T, P> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly problem: P }

export function ok<T>(value: T): Result<T, never> {
  return { ok: true, value }
}

export function fail<P>(problem: P): Result<never, P> {
  return { ok: false, problem }
}

/** The system's code of an error, such as ENOENT; null: it has none. */
export function errorCode(error: unknown): string | null {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : null
}

/** The default case of an exhaustive switch, which the types exclude. Throws, since reaching it is a bug. */
export function unreachable(value: never): never {
  throw new Error(`unreachable: ${writeJson(value)}`)
}
