import * as z from 'zod/mini'
import { type DeepReadonly, described } from '../../lib/described-schema.ts'
import { hookEvents } from '../../app/state/hook.ts'
import { count, line } from './fields.ts'

const hook = line(
  'hook',
  'Something happened that a hook was asked for; on the stdin of its program, and nowhere else.',
  {
    event: described(z.literal([...hookEvents]), 'What happened.'),
    session: described(z.nullable(z.string()), 'The id of the session; null: it is about none.'),
    plan: described(
      z.nullable(z.string()),
      'The key of the plan, as in `plan` lines; null: it is about none.',
    ),
    title: described(z.nullable(z.string()), 'What the plan is called.'),
    progress: described(
      z.nullable(z.strictObject({ done: count, total: count })),
      'Of the plan; null: it has no steps to count.',
    ),
    step: described(z.nullable(z.string()), 'The text of the step.'),
    agent: described(z.nullable(z.string()), 'What the agent calls itself; null: not known yet.'),
    folder: described(z.nullable(z.string()), 'The folder that the agent works in; null: unknown.'),
    message: described(z.string(), 'All of it in a sentence for people.'),
    skipped: described(
      count,
      'How many like it came before, and were left out because the program was slow.',
    ),
  },
)

export const hookLines = [hook] as const

export type JsonHook = DeepReadonly<z.output<typeof hook>>
