import * as z from 'zod/mini'
import type { DeepReadonly } from '../../../../lib/deep-readonly.ts'
import { described } from '../../../../lib/described-schema.ts'
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

/** A checklist. */
export const itemsContent = z.strictObject({
  type: z.literal('items'),
  entries: z.array(entry),
  dropped: described(z.array(z.strictObject(entryFields)), 'Entries that are no longer there.'),
  isReordered: z.boolean(),
  isCleared: described(z.boolean(), 'The agent sent an empty list after one with entries.'),
  isUncertain: flag('The agent’s list may differ: a change of it was not understood.'),
})

export type JsonEntry = DeepReadonly<z.output<typeof entry>>
