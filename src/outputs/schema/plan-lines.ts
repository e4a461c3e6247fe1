import { doubtNames } from '../../app/state/doubt-rules.ts'
import * as z from 'zod/mini'
import { type DeepReadonly, described, named } from '../../lib/described-schema.ts'
import { atMs, count, flag, inSession, line } from './fields.ts'
import { planContent } from './plan-content/plan-content.ts'

const key = described(z.string(), 'Names the plan in its session, and stays the same for its life.')
const id = described(z.nullable(z.string()), 'The agent’s id; null for the one plan that has none.')

const progress = z.nullable(z.strictObject({ done: count, total: count, isComplete: z.boolean() }))

const plan = line(
  'plan',
  'A plan as it stands now, whole. Written whenever it differs from what was written before.',
  {
    ...inSession,
    plan: key,
    id,
    title: z.string(),
    change: described(
      z.literal(['new', 'changed', 'returned']),
      'What this line tells: first seen, changed since the last line about it, or back after a removal.',
    ),
    revision: described(
      count,
      'Counts distinct contents; one that is skipped was replaced before the reader took it.',
    ),
    progress: described(
      progress,
      'null for plans without steps to count. Cancelled steps are not in `total`. The task boxes of a `file` plan are ' +
        'counted in its `document` lines. A step is not counted as done, and the plan is not complete, while something ' +
        'runs that was begun in it (`child` lines).',
    ),
    stillRuns: z.exactOptional(
      described(
        z.array(z.strictObject({ kind: z.literal(['sub-agent', 'task']), steps: z.array(z.number()) })),
        'What was begun in it and runs, with the keys of the steps in progress then; absent: nothing.',
      ),
    ),
    inferred: flag('It is read from the calls of a to-do tool; the agent has sent no plan of its own.'),
    proposed: flag('The agent asks about it, in a `permission` or in a message.'),
    madeUp: flag('A known agent sends these steps for every prompt: they say nothing of the work.'),
    content: planContent,
  },
)

const planRemoved = line('plan-removed', 'A plan is no longer there.', {
  ...inSession,
  plan: key,
  id,
  into: z.exactOptional(described(z.string(), 'It goes on as the plan of this key: nothing was taken away.')),
  inferred: flag(
    'It was inferred, and the agent has sent a plan of its own, or the call that gave it was not carried out.',
  ),
  proposed: flag('It stood in a message that turned out to have no plan in it.'),
  dropped: flag(
    'There are more plans than are kept: the agent has not removed it. When it sends it again, that is a new one.',
  ),
})

const documentFields = { type: z.literal('document'), ...inSession, plan: key, uri: z.string() }

const document = named(
  'document',
  z.discriminatedUnion('state', [
    z.strictObject({
      ...documentFields,
      state: z.literal('shown'),
      format: z.literal(['markdown', 'json', 'source', 'plain']),
      progress: described(progress, 'Of its task boxes; null for a document without them.'),
      text: z.string(),
      sizeBytes: count,
      isTruncated: z.boolean(),
    }),
    z.strictObject({
      ...documentFields,
      state: z.literal('unavailable'),
      reason: described(z.string(), 'One word for programs.'),
      message: described(z.string(), 'A sentence for people.'),
    }),
  ]),
  'The document that a `file` plan names was read, or cannot be.',
)

const approvedPlanChanged = line(
  'approved-plan-changed',
  'A plan says something else than what the user approved. Progress is no change. Written once; again only after it said ' +
    'in between what was approved, or was approved anew.',
  {
    ...inSession,
    plan: key,
    approvedAtMs: described(atMs, 'When it was approved, in milliseconds since the start.'),
    approvedRevision: described(count, 'Which of the contents of the plan was approved, from 1.'),
    revision: described(count, 'Which of them differs. A streamed text is one content for each pause.'),
    unit: described(z.literal(['line', 'step']), 'What is counted: the steps of a checklist, else lines.'),
    added: count,
    reworded: described(count, 'Also those that have moved too.'),
    gone: count,
    moved: count,
  },
)

const lines = z.nullable(count)

const work = line(
  'work',
  'What was done in a step, as the tool calls that began in it tell it: when the step ends, and at the end of the run, when late updates ' +
    'are in. A call that began in several steps is counted in each of them.',
  {
    ...inSession,
    plan: key,
    step: described(
      z.nullable(z.string()),
      'The text of the step; null: done while no step was in progress, with the doubts about the whole plan.',
    ),
    key: z.exactOptional(described(z.number(), 'The key of the step, as in `plan` lines.')),
    calls: count,
    failed: described(
      count,
      'Of them, those that failed, or whose command ended with another status than 0.',
    ),
    rejected: described(count, 'Of them, those that were not allowed; they are in none of the other counts.'),
    shared: described(count, 'Of them, those that other steps have, too.'),
    bySubAgents: described(count, 'Of them, those of sub-agents.'),
    kinds: described(z.record(z.string(), count), 'The calls by the kind that the agent tells.'),
    files: z.array(
      z.strictObject({
        path: z.string(),
        read: described(count, 'How often it was read.'),
        changed: described(count, 'How often it was changed.'),
        added: described(lines, 'Lines; null: not told, for some of its changes at least.'),
        removed: lines,
      }),
    ),
    moreFiles: described(count, 'Files that are not in `files`.'),
    commands: described(
      z.array(
        z.strictObject({
          text: described(
            z.string(),
            'The command line; the title of the call where the agent does not tell it.',
          ),
          exit: described(z.nullable(z.number()), 'null: not told.'),
          failed: z.boolean(),
        }),
      ),
      'The last ones, in the order in which they began.',
    ),
    moreCommands: described(count, 'Earlier ones that are not in `commands`.'),
    questions: described(
      z.array(z.strictObject({ asked: z.string(), answer: z.string() })),
      'What the agent asked other than about plans, and the chosen option or how it ended without one; the last 20.',
    ),
    message: described(
      z.nullable(z.string()),
      'The beginning of what the agent had said last when the step was over.',
    ),
    doubts: z.array(z.literal([...doubtNames])),
    unnamedFiles: z.exactOptional(
      described(
        z.array(z.string()),
        'Of an approved plan, with `step` null: files changed since then that neither it nor any step names, at most 500.',
      ),
    ),
  },
)

export const planLines = [plan, planRemoved, document, approvedPlanChanged, work] as const

export type JsonWork = DeepReadonly<z.output<typeof work>>

export type JsonPlan = DeepReadonly<z.output<typeof plan>>
export type JsonPlanRemoved = DeepReadonly<z.output<typeof planRemoved>>
export type JsonDocument = DeepReadonly<z.output<typeof document>>
