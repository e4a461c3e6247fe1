import * as z from 'zod/mini'
import { jsonSchemaVersion, type JsonEvent } from './json-events.ts'

// The same as the types of json-events.ts, for who reads such lines and checks them; not part of the running program.

const atMs = z.number().check(z.nonnegative())
const count = z.number().check(z.nonnegative(), z.int())
const inSession = { atMs, session: z.string() }

const entryFields = { key: count, content: z.string(), status: z.string(), priority: z.string() }

const entry = z.strictObject({
  ...entryFields,
  activeMs: z.number().check(z.nonnegative()),
  change: z.nullable(z.literal(['new', 'changed'])),
  was: z.exactOptional(
    z.strictObject({
      content: z.exactOptional(z.string()),
      status: z.exactOptional(z.string()),
      priority: z.exactOptional(z.string()),
    }),
  ),
})

const planContent = z.discriminatedUnion('type', [
  z.strictObject({
    type: z.literal('items'),
    entries: z.array(entry),
    dropped: z.array(z.strictObject(entryFields)),
    isReordered: z.boolean(),
    isCleared: z.boolean(),
  }),
  z.strictObject({ type: z.literal('markdown'), text: z.string(), linesAdded: count, linesRemoved: count }),
  z.strictObject({ type: z.literal('file'), uri: z.string() }),
  z.strictObject({
    type: z.literal('other'),
    planType: z.string(),
    payload: z.record(z.string(), z.unknown()),
  }),
])

const progress = z.strictObject({ done: count, total: count, isComplete: z.boolean() })
const option = z.strictObject({ id: z.string(), name: z.string(), kind: z.string() })

/** One line of `--format json`. What it reads is a JsonEvent: where the two part, this does not compile. */
export const jsonEventSchema: z.ZodMiniType<JsonEvent> = z.discriminatedUnion('type', [
  z.strictObject({
    type: z.literal('start'),
    atMs,
    schema: z.literal(jsonSchemaVersion),
    program: z.literal('acp-plan-tui'),
    version: z.string(),
    startedAt: z.iso.datetime(),
    command: z.array(z.string()),
  }),
  z.strictObject({
    type: z.literal('agent'),
    atMs,
    name: z.string(),
    title: z.nullable(z.string()),
    version: z.nullable(z.string()),
    protocolVersion: z.number(),
    knowsPlanCapability: z.boolean(),
  }),
  z.strictObject({ type: z.literal('session'), ...inSession, title: z.nullable(z.string()) }),
  z.strictObject({
    type: z.literal('plan'),
    ...inSession,
    plan: z.string(),
    id: z.nullable(z.string()),
    title: z.string(),
    change: z.literal(['new', 'changed', 'returned']),
    revision: count,
    progress: z.nullable(progress),
    content: planContent,
  }),
  z.strictObject({
    type: z.literal('plan-removed'),
    ...inSession,
    plan: z.string(),
    id: z.nullable(z.string()),
  }),
  z.strictObject({
    type: z.literal('document'),
    ...inSession,
    plan: z.string(),
    uri: z.string(),
    state: z.literal(['shown', 'unavailable']),
    format: z.exactOptional(z.literal(['markdown', 'json', 'source', 'plain'])),
    text: z.exactOptional(z.string()),
    sizeBytes: z.exactOptional(count),
    isTruncated: z.exactOptional(z.boolean()),
    reason: z.exactOptional(z.string()),
    message: z.exactOptional(z.string()),
  }),
  z.strictObject({
    type: z.literal('permission'),
    ...inSession,
    key: count,
    state: z.literal(['asked', 'answered']),
    title: z.string(),
    toolKind: z.nullable(z.string()),
    detail: z.string(),
    options: z.array(option),
    answer: z.exactOptional(z.nullable(z.string())),
  }),
  z.strictObject({
    type: z.literal('turn'),
    ...inSession,
    state: z.literal(['began', 'cancelling', 'ended']),
    prompt: z.exactOptional(z.string()),
    stopReason: z.exactOptional(z.string()),
    tookMs: z.exactOptional(z.number()),
    error: z.exactOptional(z.strictObject({ code: z.number(), message: z.string() })),
  }),
  z.strictObject({
    type: z.literal('problem'),
    atMs,
    session: z.nullable(z.string()),
    code: z.string(),
    text: z.string(),
    path: z.nullable(z.string()),
    weight: z.literal(['rejected', 'noted']),
    excerpt: z.nullable(z.string()),
  }),
  z.strictObject({ type: z.literal('stderr'), atMs, line: z.string(), skipped: count }),
  z.strictObject({
    type: z.literal('end'),
    atMs,
    status: z.number(),
    reason: z.string(),
    message: z.string(),
    hint: z.string(),
    problems: count,
  }),
])
