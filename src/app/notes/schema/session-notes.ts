import * as z from 'zod/mini'
import { described, named } from '../../../lib/described-schema.ts'

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

const sessionId = z.string()

const noSessions = described(z.array(z.never()).check(z.maxLength(0)), 'What is in a list, the frames tell.')

const listing = z.discriminatedUnion('state', [
  z.strictObject({ state: z.literal(['asking', 'listed']), sessions: noSessions }),
  z.strictObject({ state: z.literal('failed'), sessions: noSessions, message: z.string() }),
])

const turnOutcome = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('stopped'), stopReason: z.string() }),
  z.strictObject({ kind: z.literal('failed'), code: z.number(), message: z.string() }),
  z.strictObject({ kind: z.literal('lost') }),
])

/** Fields about a file that the agent had read or written. */
export const fileAccess = {
  access: z.literal(['read', 'write']),
  path: z.string(),
  error: described(z.nullable(z.string()), 'Why it was not done; null: it was.'),
}

export const notOpened = 'A session could not be opened.'

/** Notes of sessions, their queues and turns. */
export const sessionNotes = [
  eventNote('sessions-listed', 'The agent’s sessions are asked for, or do not come.', { listing }),
  eventNote('session-opening', 'A session of the agent’s past is asked for.', {
    sessionId,
    how: z.literal(['loaded', 'resumed']),
  }),
  eventNote('session-not-opened', notOpened, {
    sessionId: described(z.nullable(z.string()), 'null: a new one.'),
    message: z.string(),
  }),
  eventNote('session-selected', 'One of the open sessions becomes the current one.', { sessionId }),
  eventNote('session-closed', 'A session was closed, or deleted.', { sessionId, wasDeleted: z.boolean() }),
  eventNote('session-held', 'Prompts that wait do not go by themselves.', {
    sessionId,
    message: described(z.nullable(z.string()), 'What could not be set; null: the turn before them was lost.'),
  }),
  eventNote('session-released', 'The user has chosen what it is set to: what waits goes on.', { sessionId }),
  eventNote('prompt-queued', 'A prompt waits.', {
    sessionId: described(z.nullable(z.string()), 'null: there is no session yet.'),
    text: z.string(),
    place: described(z.number(), 'How many of the session’s queue go before it.'),
  }),
  eventNote('queue-moved', 'What waited for one session waits for another now.', {
    from: described(z.nullable(z.string()), 'null: what waited for the first session.'),
    to: z.string(),
  }),
  eventNote(
    'prompts-withdrawn',
    'The user has taken back the first prompts of a session’s queue: they never go out.',
    { sessionId: described(z.nullable(z.string()), 'null: there is no session yet.'), count: z.number() },
  ),
  eventNote('prompt-sent', 'A prompt went to the agent: a turn begins.', {
    sessionId,
    text: z.string(),
    wasQueued: z.boolean(),
  }),
  eventNote('turn-cancelled', 'The user has cancelled a turn.', { sessionId }),
  eventNote('turn-ended', 'A turn is over.', { sessionId, outcome: turnOutcome }),
  eventNote('file-accessed', 'The agent had a file read or written by this client, or was refused that.', {
    sessionId: z.nullable(z.string()),
    ...fileAccess,
  }),
  eventNote('remarked', 'This program said something to its user.', { text: z.string() }),
] as const

/** The schema of the notes of one type, with its other fields. It is published under the type. */
function eventNote<T extends string, F extends Readonly<Record<string, z.ZodMiniType>>>(
  type: T,
  description: string,
  fields: F,
): z.ZodMiniObject<{ type: z.ZodMiniLiteral<T> } & F, z.core.$strict> {
  return named(type, z.strictObject({ type: z.literal(type), ...fields }), description)
}

const key = described(z.number(), 'Which question: they are counted from 0.')
const by = described(
  z.literal(['user', 'policy', 'client']),
  '`policy`: nobody was asked; `client`: answered in another client.',
)

const unseen = z.exactOptional(
  described(
    z.literal(['plan', 'file', 'action', 'option', 'user']),
    'Why the policy did not allow it: the text of the plan, the file that holds it, or anything at all of what was asked, was not shown; no option allows only this once; too many questions in a row were answered without the user.',
  ),
)

const permissionAnswer = z.discriminatedUnion('type', [
  z.strictObject({
    type: z.literal('selected'),
    optionId: z.string(),
    by,
    feedback: z.exactOptional(described(z.string(), 'Words that were said with it.')),
    unseen,
  }),
  z.strictObject({ type: z.literal('cancelled'), unseen }),
])

const fieldValue = z.union([z.string(), z.number(), z.boolean(), z.array(z.string())])

const elicitationAnswer = z.discriminatedUnion('type', [
  z.strictObject({
    type: z.literal('accepted'),
    content: described(z.record(z.string(), fieldValue), 'What was filled in, by field.'),
  }),
  z.strictObject({
    type: z.literal('declined'),
    by,
    unseen: z.exactOptional(
      described(z.literal('user'), 'Too many questions in a row were answered without the user.'),
    ),
  }),
  z.strictObject({ type: z.literal('cancelled') }),
])

const proposalOutcome = z.strictObject({
  kind: described(
    z.literal(['approved', 'rejected', 'refined', 'kept', 'cancelled']),
    '`kept`: it was saved and nothing else; `cancelled`: it ended with its turn.',
  ),
  by: z.exactOptional(described(z.literal(['user', 'policy', 'client', 'agent']), 'Who decided.')),
  words: described(z.string(), 'The words of the option that was chosen.'),
  atMs: z.number(),
  feedback: z.nullable(z.string()),
})

export const answerNotes = [
  eventNote(
    'permission-answered',
    'A permission was given or refused, or the question ended without an answer.',
    { key, answer: permissionAnswer },
  ),
  eventNote('elicitation-answered', 'A form was sent or refused, or the question ended without an answer.', {
    key,
    answer: elicitationAnswer,
  }),
  eventNote(
    'proposal-answered',
    'The user has decided about a session’s proposed plan, or it was answered with its request.',
    { sessionId: z.string(), outcome: proposalOutcome },
  ),
] as const
