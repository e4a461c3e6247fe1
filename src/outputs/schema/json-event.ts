// The schema of `--format json`, one object a line. The program imports only types from here, so that no run loads it; the
// package publishes it as JSON Schema (cli/published-schemas.ts), and tests check every line that they write against it.
import * as z from 'zod/mini'
import type { DeepReadonly } from '../../lib/described-schema.ts'
import { foundLines, sessionLines } from './session-lines.ts'
import { planLines } from './plan-lines.ts'
import { questionLines } from './question-lines.ts'
import { runLines, hookLines } from './run-lines.ts'

/** One line. No other fields are allowed. */
export const jsonEvent = z.discriminatedUnion('type', [
  ...runLines,
  ...sessionLines,
  ...planLines,
  ...questionLines,
  ...foundLines,
  ...hookLines,
])

export type JsonEvent = DeepReadonly<z.output<typeof jsonEvent>>
