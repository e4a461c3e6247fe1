import * as z from 'zod/mini'
import { described } from '../../../lib/described-schema.ts'
import { eventNote } from './session-notes.ts'

const text = z.string()
const number = z.number()
const textOrNull = z.nullable(text)
const numberOrNull = z.nullable(number)

const authMethod = z.strictObject({
  id: text,
  name: text,
  description: textOrNull,
  how: z.discriminatedUnion('type', [
    z.strictObject({ type: z.literal('agent') }),
    z.strictObject({ type: z.literal('terminal'), args: z.array(text), env: z.record(text, text) }),
    z.strictObject({ type: z.literal('env_var'), names: z.array(text), link: textOrNull }),
    z.strictObject({ type: z.literal('other'), name: text }),
  ]),
})

const end = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('not-started'), command: text, cause: text }),
  z.strictObject({ kind: z.literal('exited'), code: numberOrNull, signal: textOrNull }),
  z.strictObject({ kind: z.literal('unreachable'), address: text, cause: text }),
  z.strictObject({ kind: z.literal('disconnected'), address: text, cause: text }),
  z.strictObject({ kind: z.literal('closed-output') }),
  z.strictObject({
    kind: z.literal('silent'),
    forMs: number,
    waitingFor: text,
    sentOther: z.exactOptional(
      described(z.literal(true), 'It sent something meanwhile, but nothing of what it was waited for.'),
    ),
    address: z.exactOptional(described(text, 'Of a remote agent.')),
  }),
  z.strictObject({
    kind: z.literal('wants-authentication'),
    methods: z.array(authMethod),
    message: z.exactOptional(text),
  }),
  z.strictObject({
    kind: z.literal('refused'),
    method: text,
    code: described(numberOrNull, 'null: it could not even be asked.'),
    message: text,
  }),
  z.strictObject({ kind: z.literal('broke-protocol'), text }),
  z.strictObject({ kind: z.literal('closed') }),
])

const sinceMs = number

const link = z.discriminatedUnion('state', [
  z.strictObject({ state: z.literal('starting'), sinceMs }),
  z.strictObject({
    state: z.literal('shaking-hands'),
    sinceMs,
    greetedAtMs: z.exactOptional(described(number, 'When `initialize` was answered.')),
  }),
  z.strictObject({
    state: z.literal('wants-login'),
    sinceMs,
    methods: z.array(authMethod),
    trying: described(textOrNull, 'The method that is being tried, by its id.'),
    failure: described(textOrNull, 'Why the last try failed.'),
  }),
  z.strictObject({ state: z.literal('open'), sinceMs }),
  z.strictObject({
    state: z.literal('reconnecting'),
    sinceMs,
    attempt: number,
    nextAtMs: described(numberOrNull, 'null: it is being called.'),
    cause: text,
  }),
  z.strictObject({ state: z.literal('ended'), sinceMs, end }),
])

const agent = z.strictObject({
  name: text,
  title: textOrNull,
  version: textOrNull,
  protocolVersion: number,
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
  startedAgent: textOrNull,
  switches: z.array(z.strictObject({ agent: text, state: switchState })),
})

export const linkNotes = [
  eventNote('link-changed', 'Where the connection to the agent stands.', { link }),
  eventNote('agent-described', 'What the agent said about itself.', { agent }),
  eventNote(
    'plan-tools-told',
    'What was done so that the agent’s plans show. No value of a variable is in it.',
    { planTools },
  ),
] as const
