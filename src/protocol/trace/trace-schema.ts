// The lines of a trace, for who writes or checks them with other programs: the package exports this as
// `acp-plan-tui/trace`. It is no part of the running program. Readers must pass over records and fields that they do not know.
import * as z from 'zod/mini'

const t = z.number().check(z.nonnegative())
const size = z.number().check(z.int(), z.positive())
const base64 = z.string().check(z.regex(/^[A-Za-z0-9+/]*={0,2}$/))
const line = z.union([z.string(), z.record(z.string(), z.unknown())])
const framed = z.exactOptional(z.literal(true))

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

/** Every other line. `t`: milliseconds since the start, never less than in the line before. */
export const traceRecord = z.union([
  /**
   * From the agent, to the agent: a line as it was, without its line feed, or a frame of a transport that has such. What is a
   * message and nothing else may stand there as the object that it is.
   */
  z.strictObject({ t, in: line, framed }),
  z.strictObject({ t, out: line, framed }),
  /** The same where it is no UTF-8, or where the frame is a binary one. */
  z.strictObject({ t, in64: base64, framed, binary: z.exactOptional(z.literal(true)) }),
  z.strictObject({ t, out64: base64, framed, binary: z.exactOptional(z.literal(true)) }),
  /** The beginning of what was too long to be read: `of` bytes. */
  z.strictObject({ t, in64: base64, of: size, framed }),
  z.strictObject({ t, out64: base64, of: size, framed }),
  /** A line of the agent's stderr. */
  z.strictObject({ t, err: z.string() }),
  /** What the client and its user did, which no frame tells. */
  z.strictObject({ t, event: z.looseObject({ type: z.string() }) }),
  /** A place that the user marked. */
  z.strictObject({ t, mark: z.string() }),
  /** The terminal's columns and rows from here on. */
  z.strictObject({ t, size: z.tuple([size, size]) }),
  /** How the program ended. */
  z.strictObject({
    t,
    end: z.strictObject({ status: z.number().check(z.int()), reason: z.string() }),
  }),
])

export type TraceHeaderLine = z.infer<typeof traceHeader>
export type TraceRecordLine = z.infer<typeof traceRecord>
