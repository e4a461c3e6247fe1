import * as z from 'zod/mini'
import { type DeepReadonly, described } from '../../../lib/described-schema.ts'
import { count, flag, milliseconds } from '../fields.ts'

const entryFields = {
  key: described(count, 'Names the entry in its plan: the same step keeps it, whatever is said about it.'),
  content: z.string(),
  status: z.string(),
  priority: z.string(),
}

const places = described(
  z.array(count),
  'The entries that must be completed before it, by their numbers in this list, from 1. Absent: none. Only in what is read from an ' +
    'agent’s log or database.',
)

const entry = z.strictObject({
  ...entryFields,
  waitsFor: z.exactOptional(places),
  group: z.exactOptional(
    described(z.string(), 'The part of the plan that it belongs to, where the agent’s to-do tool has parts.'),
  ),
  reason: z.exactOptional(
    described(z.string(), 'Why it has its status, such as what blocks it, where the agent tells it.'),
  ),
  fromCall: z.exactOptional(
    described(
      z.strictObject({ sentStatus: z.nullable(z.string()) }),
      'Its status is from the call of the agent’s to-do tool. `sentStatus` is the one in the plan’s update, which says less; null: the ' +
        'update leaves the entry out.',
    ),
  ),
  activeMs: described(
    z.nullable(milliseconds),
    'Milliseconds that the agent worked while it was in progress, until now: not those between turns, nor those in which a ' +
      'question waited for the user. null where nobody saw it in progress.',
  ),
  change: z.nullable(z.literal(['new', 'changed'])),
  was: z.exactOptional(
    described(
      z.strictObject({
        content: z.exactOptional(z.string()),
        status: z.exactOptional(z.string()),
        priority: z.exactOptional(z.string()),
        waitsFor: z.exactOptional(z.array(count)),
      }),
      'With `changed`: the fields that differ, as they were.',
    ),
  ),
})

export const itemsContent = z.strictObject({
  type: z.literal('items'),
  entries: z.array(entry),
  dropped: described(z.array(z.strictObject(entryFields)), 'Entries that are no longer there.'),
  isReordered: z.boolean(),
  isCleared: described(z.boolean(), 'The agent sent an empty list after one with entries.'),
  isUncertain: flag('The agent’s list may differ: a change of it was not understood.'),
})

export type JsonEntry = DeepReadonly<z.output<typeof entry>>
