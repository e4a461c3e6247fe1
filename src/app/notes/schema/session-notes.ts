import * as z from 'zod/mini'
import { described } from '../../../lib/described-schema.ts'
import { eventNote } from './event-note.ts'

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
