// The lines of a trace, for other programs that write or check them: the package exports this as
// `acp-plan-tui/trace`, with the types of `trace.d.ts`. Not used by the running program. Readers must skip unknown records and fields.
import * as z from 'zod/mini'
import { recordsBesideEvents, size, t } from './record-schema.ts'

/** The first line. */
export const traceHeader = z.strictObject({
  trace: z.literal('acp-plan-tui'),
  version: z.literal(1),
  /** ISO 8601, UTC. */
  startedAt: z.iso.datetime(),
  program: z.string(),
  agent: z.string(),
  columns: z.nullable(size),
  rows: z.nullable(size),
  title: z.nullable(z.string()),
})

/** Every other line. */
export const traceRecord = z.union([
  ...recordsBesideEvents,
  /** What the client and its user did, which no frame shows. */
  z.strictObject({ t, event: z.looseObject({ type: z.string() }) }),
])

export type TraceHeaderLine = z.infer<typeof traceHeader>
export type TraceRecordLine = z.infer<typeof traceRecord>
