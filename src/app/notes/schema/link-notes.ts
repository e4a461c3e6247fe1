import * as z from 'zod/mini'
import { described } from '../../../lib/described-schema.ts'
import { eventNote } from './session-notes.ts'

const authMethod = z.strictObject({
  id: z.string(),
  name: z.string(),
  description: z.nullable(z.string()),
  how: z.discriminatedUnion('type', [
    z.strictObject({ type: z.literal('agent') }),
    z.strictObject({
      type: z.literal('terminal'),
      args: z.array(z.string()),
      env: z.record(z.string(), z.string()),
    }),
    z.strictObject({
      type: z.literal('env_var'),
      names: z.array(z.string()),
      link: z.nullable(z.string()),
    }),
    z.strictObject({ type: z.literal('other'), name: z.string() }),
  ]),
})

const end = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('not-started'), command: z.string(), cause: z.string() }),
  z.strictObject({
    kind: z.literal('exited'),
    code: z.nullable(z.number()),
    signal: z.nullable(z.string()),
  }),
  z.strictObject({ kind: z.literal('unreachable'), address: z.string(), cause: z.string() }),
  z.strictObject({ kind: z.literal('disconnected'), address: z.string(), cause: z.string() }),
  z.strictObject({ kind: z.literal('closed-output') }),
  z.strictObject({
    kind: z.literal('silent'),
    forMs: z.number(),
    waitingFor: z.string(),
    sentOther: z.exactOptional(
      described(z.literal(true), 'It sent something meanwhile, but nothing of what it was waited for.'),
    ),
    address: z.exactOptional(described(z.string(), 'Of a remote agent.')),
  }),
  z.strictObject({
    kind: z.literal('wants-authentication'),
    methods: z.array(authMethod),
    message: z.exactOptional(z.string()),
  }),
  z.strictObject({
    kind: z.literal('refused'),
    method: z.string(),
    code: described(z.nullable(z.number()), 'null: it could not even be asked.'),
    message: z.string(),
  }),
  z.strictObject({ kind: z.literal('broke-protocol'), text: z.string() }),
  z.strictObject({ kind: z.literal('closed') }),
])

const sinceMs = z.number()

const link = z.discriminatedUnion('state', [
  z.strictObject({ state: z.literal('starting'), sinceMs }),
  z.strictObject({
    state: z.literal('shaking-hands'),
    sinceMs,
    greetedAtMs: z.exactOptional(described(z.number(), 'When `initialize` was answered.')),
  }),
  z.strictObject({
    state: z.literal('wants-login'),
    sinceMs,
    methods: z.array(authMethod),
    trying: described(z.nullable(z.string()), 'The method that is being tried, by its id.'),
    failure: described(z.nullable(z.string()), 'Why the last try failed.'),
  }),
  z.strictObject({ state: z.literal('open'), sinceMs }),
  z.strictObject({
    state: z.literal('reconnecting'),
    sinceMs,
    attempt: z.number(),
    nextAtMs: described(z.nullable(z.number()), 'null: it is being called.'),
    cause: z.string(),
  }),
  z.strictObject({ state: z.literal('ended'), sinceMs, end }),
])

const agent = z.strictObject({
  name: z.string(),
  title: z.nullable(z.string()),
  version: z.nullable(z.string()),
  protocolVersion: z.number(),
  knowsPlanCapability: z.boolean(),
  offers: z.strictObject({
    list: z.boolean(),
    load: z.boolean(),
    resume: z.boolean(),
    close: z.boolean(),
    delete: z.boolean(),
  }),
})

const switchState = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal(['unset', 'set', 'merged', 'own']) }),
  z.strictObject({ type: z.literal('kept-off'), where: z.literal(['environment', 'command']) }),
  z.strictObject({
    type: z.literal('unreadable'),
    fault: z.literal(['no-json', 'no-object', 'too-large', 'too-deep']),
  }),
])

const planTools = z.strictObject({
  mode: z.literal(['on', 'off', 'elsewhere']),
  startedAgent: z.nullable(z.string()),
  switches: z.array(z.strictObject({ agent: z.string(), state: switchState })),
})

/** Notes of the connection and the agent. */
export const linkNotes = [
  eventNote('link-changed', 'Where the connection to the agent stands.', { link }),
  eventNote('agent-described', 'What the agent said about itself.', { agent }),
  eventNote(
    'plan-tools-told',
    'What was done so that the agent’s plans show. No value of a variable is in it.',
    { planTools },
  ),
] as const
