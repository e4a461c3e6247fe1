import type { RedactRules } from './redact-rules.ts'

/** Kinds of things that are found by rules of ours. */
export const redactClasses = ['paths', 'names', 'keys', 'hosts'] as const
export type RedactClass = (typeof redactClasses)[number]

/** What this machine is called, and who uses it: cli knows. */
export interface Surroundings {
  readonly homes: readonly string[]
  readonly workingDirectories: readonly string[]
  /** Account names, and full names where these are known. */
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
