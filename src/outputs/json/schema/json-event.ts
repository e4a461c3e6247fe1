// What `--format json` writes, one object a line: its only source. The program takes the types from here, and nothing else,
// so that no run loads it; the package publishes it as JSON Schema (outputs/published-schemas.ts), and tests hold every line
// that they write against it.
import * as z from 'zod/mini'
import type { DeepReadonly } from '../../../lib/deep-readonly.ts'
import { planLines } from './plan-lines.ts'
import { questionLines } from './question-lines.ts'
import { runLines } from './run-lines.ts'
import { sessionLines } from './session-lines.ts'

/** One line. Nothing that is not said here may stand in it. */
export const jsonEvent = z.discriminatedUnion('type', [
  ...runLines,
  ...sessionLines,
  ...planLines,
  ...questionLines,
])

export type JsonEvent = DeepReadonly<z.output<typeof jsonEvent>>
