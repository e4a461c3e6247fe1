import { fail, type Result } from './result.ts'

/** An error of the user: a message in one line, and a hint how to correct it. Both are raw: they may quote what was typed. */
export interface UsageError {
  readonly message: string
  readonly hint: string
  /** The exit status; default 2. 4: a named file cannot be read. */
  readonly status?: 2 | 4
}

/** A failure with a usage error. */
export function usage(message: string, hint: string): Result<never, UsageError> {
  return fail({ message, hint })
}
