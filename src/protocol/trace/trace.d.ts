// What the package exports as `acp-plan-tui/trace`. This file is published as it is: semver covers what stands here, and nothing else.

/** A schema of zod, as far as it is promised. Throws, or tells, what is wrong with a value. */
export interface TraceSchema<Line> {
  parse(value: unknown): Line
  safeParse(value: unknown): { readonly success: true; readonly data: Line } | TraceSchemaFailure
}

export interface TraceSchemaFailure {
  readonly success: false
  readonly error: {
    readonly issues: readonly { readonly path: readonly PropertyKey[]; readonly message: string }[]
  }
}

/** The first line of a recording. */
export interface TraceHeaderLine {
  readonly trace: 'acp-plan-tui'
  readonly version: 1
  /** ISO 8601, UTC. */
  readonly startedAt: string
  readonly program: string
  readonly agent: string
  readonly columns: number | null
  readonly rows: number | null
  readonly title: string | null
}

/** Every other line: `t` in milliseconds since the start, and what was recorded. Readers pass over what they do not know. */
export interface TraceRecordLine {
  readonly t: number
  readonly [field: string]: unknown
}

export declare const traceHeader: TraceSchema<TraceHeaderLine>
export declare const traceRecord: TraceSchema<TraceRecordLine>
