import * as z from 'zod/mini'
import { type DeepReadonly, described, named } from '../../lib/described-schema.ts'
import { count, inSession, line, milliseconds, isoTime, firstLine } from './fields.ts'
import { fileAccess } from '../../app/notes/schema/session-notes.ts'
import { stderrLine } from '../../protocol/trace/record-schema.ts'
import { hookEvents } from '../../app/state/hook.ts'

/**
 * The version of the output of `--format json`: one object a line, each with `type` and `atMs` (milliseconds since the
 * start). It increases when a field is removed or changes its meaning; new fields and types do not change it, so readers
 * ignore what they do not know. Strings are unchanged, with every terminal control written as \uXXXX.
 */
export const jsonSchemaVersion = 1

const start = line('start', firstLine, {
  schema: z.literal(jsonSchemaVersion),
  program: z.literal('acp-plan-tui'),
  version: z.string(),
  startedAt: isoTime,
  command: described(z.array(z.string()), 'The agent’s command, or the address of a remote agent.'),
})

const turnFields = { type: z.literal('turn'), ...inSession }
const times = {
  tookMs: described(
    z.nullable(milliseconds),
    'Milliseconds that the agent worked in the turn; null: nobody tells, as in a log without times.',
  ),
  waitedMs: described(
    z.nullable(milliseconds),
    'Milliseconds in which a question waited for the user; null as above.',
  ),
}

const turn = named(
  'turn',
  z.discriminatedUnion('state', [
    z.strictObject({
      ...turnFields,
      state: z.literal('began'),
      prompt: z.exactOptional(described(z.string(), 'Where a prompt began it.')),
    }),
    z.strictObject({ ...turnFields, state: z.literal('cancelling') }),
    z.strictObject({
      ...turnFields,
      state: z.literal('ended'),
      stopReason: described(
        z.string(),
        'The agent’s stop reason, `error`, or `lost` when the agent is gone.',
      ),
      ...times,
      error: z.exactOptional(
        described(z.strictObject({ code: z.number(), message: z.string() }), 'With the stop reason `error`.'),
      ),
    }),
  ]),
  'The agent begins to work, or rests.',
)

const file = line(
  'file',
  'The agent had a file read or written by this client (`--allow-fs`), or was refused that.',
  {
    session: z.nullable(z.string()),
    ...fileAccess,
  },
)

const problem = line(
  'problem',
  'Something on the wire that breaks the protocol. The same one in a row is written once; `end` has the count of all.',
  {
    session: z.nullable(z.string()),
    code: z.string(),
    text: z.string(),
    path: z.nullable(z.string()),
    weight: described(
      z.literal(['rejected', 'noted']),
      '`rejected`: what the agent said is not in the plans. `noted`: it is, all the same.',
    ),
    excerpt: z.nullable(z.string()),
  },
)

const mark = line('mark', 'The user marked this moment.', {
  ...inSession,
  text: described(z.string(), 'What it is called; may be empty.'),
})

const stderr = line('stderr', stderrLine, {
  line: z.string(),
  skipped: described(count, 'Lines left out before this one, because the reader was slow.'),
})

const end = line('end', 'The last line.', {
  status: described(z.number(), 'The exit status.'),
  reason: described(z.string(), 'One word: `done`, `plans-unfinished`, `exited`, `silent`, `interrupted` …'),
  message: described(z.string(), 'Why; empty when all is well.'),
  hint: described(z.string(), 'How to mend it; empty when all is well.'),
  problems: described(
    count,
    'All problems, repeats too; all lines that are no JSON are one. The header of the screen, text and lint say the same number.',
  ),
  strayLines: z.exactOptional(described(count, 'Lines that are no JSON, if there were several.')),
  strayOutput: z.exactOptional(described(z.string(), 'A sentence on what they look like.')),
  unknownPlans: z.exactOptional(
    described(
      z.array(z.string()),
      'Sessions that went on from before, and of whose plans the agent has told nothing.',
    ),
  ),
  noPlan: z.exactOptional(
    described(
      z.array(
        z.strictObject({
          reason: described(
            z.string(),
            'One word: `no-session`, `no-turn`, `worked`, `advice`, `todo-tool`, `list-refused`, `rejected` …',
          ),
          message: z.string(),
        }),
      ),
      'Where no plan came: why, the likeliest reason first.',
    ),
  ),
  approved: z.exactOptional(
    described(
      z.array(
        z.strictObject({
          session: z.string(),
          plan: described(
            z.nullable(z.string()),
            'Its key; null: the agent went on without a plan to approve.',
          ),
          by: z.nullable(z.literal(['user', 'policy', 'client', 'agent'])),
        }),
      ),
      'The plans that were approved, and by whom.',
    ),
  ),
})

export const runLines = [start, turn, file, problem, mark, stderr, end] as const

export type JsonTurn = DeepReadonly<z.output<typeof turn>>
export type JsonEnd = DeepReadonly<z.output<typeof end>>

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
