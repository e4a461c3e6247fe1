import type { RedactRules } from './redact-rules.ts'

export const redactClasses = ['paths', 'names', 'keys', 'hosts'] as const
export type RedactClass = (typeof redactClasses)[number]

/** The names of this machine and its users, given by the caller. */
export interface Surroundings {
  readonly homes: readonly string[]
  readonly workingDirectories: readonly string[]
  /** Account names, and full names if known. */
  readonly users: readonly string[]
  /** With or without a domain. */
  readonly hosts: readonly string[]
}

export interface RedactConfig {
  readonly classes: ReadonlySet<RedactClass>
  readonly surroundings: Surroundings
  /** The user's own rules; null for none. */
  readonly rules: RedactRules | null
}
