import * as z from 'zod/mini'
import { described, named } from '../../../lib/described-schema.ts'

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

/** Notes of sessions, their queues and turns. */
export const sessionNotes = [
  named(
    'sessions-listed',
    z.strictObject({ type: z.literal('sessions-listed'), listing }),
    'The agent’s sessions are asked for, or do not come.',
  ),
  named(
    'session-opening',
    z.strictObject({
      type: z.literal('session-opening'),
      sessionId,
      how: z.literal(['loaded', 'resumed']),
    }),
    'A session of the agent’s past is asked for.',
  ),
  named(
    'session-not-opened',
    z.strictObject({
      type: z.literal('session-not-opened'),
      sessionId: described(z.nullable(z.string()), 'null: a new one.'),
      message: z.string(),
    }),
    'A session could not be opened.',
  ),
  named(
    'session-selected',
    z.strictObject({ type: z.literal('session-selected'), sessionId }),
    'One of the open sessions becomes the current one.',
  ),
  named(
    'session-closed',
    z.strictObject({ type: z.literal('session-closed'), sessionId, wasDeleted: z.boolean() }),
    'A session was closed, or deleted.',
  ),
  named(
    'session-held',
    z.strictObject({ type: z.literal('session-held'), sessionId, message: z.string() }),
    'What a session was to begin with could not be set: prompts that wait do not go by themselves.',
  ),
  named(
    'session-released',
    z.strictObject({ type: z.literal('session-released'), sessionId }),
    'The user has chosen what it is set to: what waits goes on.',
  ),
  named(
    'prompt-queued',
    z.strictObject({
      type: z.literal('prompt-queued'),
      sessionId: described(z.nullable(z.string()), 'null: there is no session yet.'),
      text: z.string(),
      place: described(z.number(), 'How many of the session’s queue go before it.'),
    }),
    'A prompt waits.',
  ),
  named(
    'queue-moved',
    z.strictObject({
      type: z.literal('queue-moved'),
      from: described(z.nullable(z.string()), 'null: what waited for the first session.'),
      to: z.string(),
    }),
    'What waited for one session waits for another now.',
  ),
  named(
    'prompts-withdrawn',
    z.strictObject({
      type: z.literal('prompts-withdrawn'),
      sessionId: described(z.nullable(z.string()), 'null: there is no session yet.'),
      count: z.number(),
    }),
    'The user has taken back the first prompts of a session’s queue: they never go out.',
  ),
  named(
    'prompt-sent',
    z.strictObject({
      type: z.literal('prompt-sent'),
      sessionId,
      text: z.string(),
      wasQueued: z.boolean(),
    }),
    'A prompt went to the agent: a turn begins.',
  ),
  named(
    'turn-cancelled',
    z.strictObject({ type: z.literal('turn-cancelled'), sessionId }),
    'The user has cancelled a turn.',
  ),
  named(
    'turn-ended',
    z.strictObject({ type: z.literal('turn-ended'), sessionId, outcome: turnOutcome }),
    'A turn is over.',
  ),
  named(
    'file-accessed',
    z.strictObject({
      type: z.literal('file-accessed'),
      sessionId: z.nullable(z.string()),
      access: z.literal(['read', 'write']),
      path: z.string(),
      error: described(z.nullable(z.string()), 'Why it was not done; null: it was.'),
    }),
    'The agent had a file read or written by this client, or was refused that.',
  ),
  named(
    'remarked',
    z.strictObject({ type: z.literal('remarked'), text: z.string() }),
    'This program said something to its user.',
  ),
] as const
