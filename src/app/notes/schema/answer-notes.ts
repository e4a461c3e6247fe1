import * as z from 'zod/mini'
import { described } from '../../../lib/described-schema.ts'
import { eventNote } from './event-note.ts'

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

/** Notes of answers. */
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
