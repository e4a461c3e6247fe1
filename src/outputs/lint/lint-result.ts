import type { Findings } from '../../app/lint/findings.ts'

/** What was checked, and what was found. */
export interface LintResult {
  /** The file, or the agent's command. Raw. */
  readonly name: string
  /** The file that was read; null: standard input, or an agent. Raw. */
  readonly file: string | null
  /** Frames of both directions. */
  readonly frames: number
  readonly findings: Findings
  /** How many problems a run counts. */
  readonly problems: number
}

export const lintFormats = ['text', 'json', 'github'] as const
export type LintFormat = (typeof lintFormats)[number]
