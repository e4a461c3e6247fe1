import * as z from 'zod/mini'
import { jsonSchemaVersion, type JsonEvent } from './json-events.ts'

// The same as the types of json-events.ts, for who reads such lines and checks them; not part of the running program.

const atMs = z.number().check(z.nonnegative())
const count = z.number().check(z.nonnegative(), z.int())
const inSession = { atMs, session: z.string() }

const entryFields = { key: count, content: z.string(), status: z.string(), priority: z.string() }

const entry = z.strictObject({
  ...entryFields,
  activeMs: z.nullable(z.number().check(z.nonnegative())),
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
const offers = z.strictObject({
  list: z.boolean(),
  load: z.boolean(),
  resume: z.boolean(),
  close: z.boolean(),
  delete: z.boolean(),
})
const configOption = z.strictObject({
  id: z.string(),
  name: z.string(),
  category: z.nullable(z.string()),
  type: z.literal(['select', 'boolean', 'other']),
  value: z.unknown(),
  choices: z.exactOptional(z.array(z.strictObject({ value: z.string(), name: z.string() }))),
})
const command = z.strictObject({ name: z.string(), description: z.string(), hint: z.nullable(z.string()) })
const field = z.strictObject({
  name: z.string(),
  title: z.string(),
  type: z.string(),
  isRequired: z.boolean(),
})

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
    offers,
    planTools: z.nullable(
      z.strictObject({
        agent: z.string(),
        variable: z.string(),
        state: z.literal(['unset', 'set', 'merged', 'own', 'kept-off', 'unreadable']),
        message: z.string(),
      }),
    ),
  }),
  z.strictObject({
    type: z.literal('connection'),
    atMs,
    state: z.literal(['lost', 'back']),
    attempt: z.exactOptional(count),
    retryInMs: z.exactOptional(count),
    cause: z.exactOptional(z.string()),
  }),
  z.strictObject({
    type: z.literal('login'),
    atMs,
    state: z.literal(['wanted', 'trying', 'failed']),
    methods: z.array(z.strictObject({ id: z.string(), name: z.string(), type: z.string() })),
    method: z.exactOptional(z.string()),
    message: z.exactOptional(z.string()),
  }),
  z.strictObject({
    type: z.literal('session'),
    ...inSession,
    title: z.nullable(z.string()),
    state: z.exactOptional(z.literal(['opening', 'open', 'current', 'closed', 'deleted', 'reported'])),
    how: z.exactOptional(z.literal(['new', 'loaded', 'resumed'])),
    parent: z.exactOptional(z.string()),
    description: z.exactOptional(z.nullable(z.string())),
  }),
  z.strictObject({
    type: z.literal('session-not-opened'),
    atMs,
    session: z.nullable(z.string()),
    message: z.string(),
  }),
  z.strictObject({
    type: z.literal('settings'),
    ...inSession,
    mode: z.nullable(z.string()),
    modes: z.array(z.strictObject({ id: z.string(), name: z.string() })),
    options: z.array(configOption),
  }),
  z.strictObject({ type: z.literal('commands'), ...inSession, commands: z.array(command) }),
  z.strictObject({
    type: z.literal('usage'),
    ...inSession,
    used: z.number(),
    size: z.number(),
    cost: z.nullable(z.strictObject({ amount: z.number(), currency: z.string() })),
  }),
  z.strictObject({
    type: z.literal('plan'),
    ...inSession,
    plan: z.string(),
    id: z.nullable(z.string()),
    title: z.string(),
    change: z.literal(['new', 'changed', 'returned']),
    revision: count,
    progress: z.nullable(progress),
    inferred: z.exactOptional(z.literal(true)),
    proposed: z.exactOptional(z.literal(true)),
    content: planContent,
  }),
  z.strictObject({
    type: z.literal('plan-removed'),
    ...inSession,
    plan: z.string(),
    id: z.nullable(z.string()),
    into: z.exactOptional(z.string()),
    inferred: z.exactOptional(z.literal(true)),
    proposed: z.exactOptional(z.literal(true)),
    dropped: z.exactOptional(z.literal(true)),
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
    plan: z.exactOptional(z.string()),
    answer: z.exactOptional(z.nullable(z.string())),
  }),
  z.strictObject({
    type: z.literal('elicitation'),
    atMs,
    session: z.nullable(z.string()),
    key: count,
    state: z.literal(['asked', 'answered']),
    message: z.string(),
    fields: z.exactOptional(z.array(field)),
    url: z.exactOptional(z.string()),
    answer: z.exactOptional(z.literal(['accepted', 'declined', 'cancelled'])),
  }),
  z.strictObject({
    type: z.literal('proposal'),
    ...inSession,
    plan: z.string(),
    state: z.literal(['proposed', 'answered']),
    from: z.literal(['request', 'message', 'update']),
    outcome: z.exactOptional(z.literal(['approved', 'rejected', 'refined', 'kept', 'cancelled'])),
    words: z.exactOptional(z.string()),
    feedback: z.exactOptional(z.nullable(z.string())),
  }),
  z.strictObject({
    type: z.literal('turn'),
    ...inSession,
    state: z.literal(['began', 'cancelling', 'ended']),
    prompt: z.exactOptional(z.string()),
    stopReason: z.exactOptional(z.string()),
    tookMs: z.exactOptional(z.number()),
    waitedMs: z.exactOptional(z.number()),
    error: z.exactOptional(z.strictObject({ code: z.number(), message: z.string() })),
  }),
  z.strictObject({
    type: z.literal('file'),
    atMs,
    session: z.nullable(z.string()),
    access: z.literal(['read', 'write']),
    path: z.string(),
    error: z.nullable(z.string()),
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
    unknownPlans: z.exactOptional(z.array(z.string())),
  }),
])
