import * as z from 'zod/mini'
import { type DeepReadonly, described, named } from '../../lib/described-schema.ts'
import { atMs, count, inSession } from './fields.ts'

const key = described(count, 'Joins the answer to its question.')

const answerer = z.nullable(z.literal(['user', 'policy', 'client']))

const permissionFields = {
  type: z.literal('permission'),
  ...inSession,
  key,
  title: z.string(),
  toolKind: z.nullable(z.string()),
  detail: z.string(),
  options: described(
    z.nullable(z.array(z.strictObject({ id: z.string(), name: z.string(), kind: z.string() }))),
    'null: they are not told, by a log that holds the question only.',
  ),
  plan: z.exactOptional(described(z.string(), 'The plan that it asks about, by its key.')),
  callEnd: z.exactOptional(
    described(z.literal(['completed', 'failed']), 'The call that it asks about has ended already.'),
  ),
}

const permission = named(
  'permission',
  z.discriminatedUnion('state', [
    z.strictObject({ ...permissionFields, state: z.literal('asked') }),
    z.strictObject({
      ...permissionFields,
      state: described(z.literal('updated'), 'More is known of the call that it asks about.'),
    }),
    z.strictObject({
      ...permissionFields,
      state: z.literal('answered'),
      answer: described(z.nullable(z.string()), 'The option’s id, null when it was cancelled.'),
      by: described(answerer, '`policy`: `--permissions`; `client`: another client; null: it was cancelled.'),
      unseen: z.exactOptional(
        described(
          z.literal(['plan', 'file', 'action', 'option', 'user']),
          '`--permissions allow` did not allow it: the text of the plan did not come, its file was not read, nothing at all of what is asked came, or no option allows only this once. `user`: too many questions in a row were answered by `--permissions`.',
        ),
      ),
    }),
  ]),
  'The agent asks for a permission.',
)

const field = z.strictObject({
  name: z.string(),
  title: z.string(),
  type: z.string(),
  isRequired: z.boolean(),
})

const elicitationFields = {
  type: z.literal('elicitation'),
  atMs,
  session: described(z.nullable(z.string()), 'null: it belongs to none.'),
  key,
  message: z.string(),
  fields: z.exactOptional(described(z.array(field), 'With a form: what is to be filled in.')),
  url: z.exactOptional(described(z.string(), 'The page.')),
}

const elicitation = named(
  'elicitation',
  z.discriminatedUnion('state', [
    z.strictObject({ ...elicitationFields, state: z.literal('asked') }),
    z.strictObject({
      ...elicitationFields,
      state: z.literal('answered'),
      answer: z.literal(['accepted', 'declined', 'cancelled']),
      by: described(answerer, 'Who declined it; null for other answers.'),
    }),
  ]),
  'A question with a form, or a page to open. What is answered in a form is not written.',
)

const proposalFields = {
  type: z.literal('proposal'),
  ...inSession,
  plan: described(z.string(), 'Its key.'),
  from: described(
    z.literal(['request', 'message', 'update']),
    '`update`: the next revision was being sent, and not asked about yet.',
  ),
}

const proposal = named(
  'proposal',
  z.discriminatedUnion('state', [
    z.strictObject({ ...proposalFields, state: z.literal('proposed') }),
    z.strictObject({
      ...proposalFields,
      state: z.literal('answered'),
      outcome: z.literal(['approved', 'rejected', 'refined', 'kept', 'cancelled']),
      by: described(
        z.nullable(z.literal(['user', 'policy', 'client', 'agent'])),
        '`agent`: it went on without an answer; null: nobody, or it is not known.',
      ),
      words: described(z.string(), 'The words of the choice.'),
      feedback: z.nullable(z.string()),
    }),
  ]),
  'The plan that an agent proposes is whole and waits, or was answered.',
)

const wentOn = named(
  'went-on',
  z.strictObject({
    type: z.literal('went-on'),
    ...inSession,
    plan: described(
      z.nullable(z.string()),
      'The plan that it approved itself, by its key; null: none was proposed.',
    ),
    from: described(
      z.nullable(z.string()),
      'The name of the planning mode that it left; null: it left none.',
    ),
    to: z.nullable(z.string()),
  }),
  'The agent goes on with its plan without having asked.',
)

export const questionLines = [permission, elicitation, proposal, wentOn] as const

export type JsonPermission = DeepReadonly<z.output<typeof permission>>
export type JsonElicitation = DeepReadonly<z.output<typeof elicitation>>
export type JsonProposal = DeepReadonly<z.output<typeof proposal>>
export type JsonWentOn = DeepReadonly<z.output<typeof wentOn>>
