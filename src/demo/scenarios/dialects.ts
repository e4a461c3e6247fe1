import { checklist, type KeyedEntry } from '../checklist.ts'
import { endsItsTurn, type DemoScenario, type DemoStep } from '../scenario.ts'
import { markdown, say, wait } from '../steps.ts'

const anonymous = checklist({ dialect: 'a' }, threeSteps('Dialect a: plan, without an id'))

/** Every way in which agents put plans on the wire, well-formed and otherwise, in one session. */
export const dialectsScenario: DemoScenario = {
  name: 'dialects',
  title: 'every dialect of plans in one session, odd ones and broken ones included',
  seconds: 18,
  prompt: 'Show me every dialect',
  end: endsItsTurn,
  steps: () => [
    { type: 'title', title: 'Every dialect' },
    ...wellFormed(),
    ...widerWords(),
    ...extraFields(),
    ...emptied(),
    ...broken(),
    say('That was all of them. What broke the rules is in the list of problems.'),
  ],
}

function threeSteps(first: string): readonly KeyedEntry[] {
  return [
    { key: 'first', content: first, status: 'completed', priority: 'high' },
    { key: 'second', content: 'The second step', status: 'in_progress' },
    { key: 'third', content: 'The third step', priority: 'low' },
  ]
}

function wellFormed(): readonly DemoStep[] {
  return [
    anonymous.step,
    wait(1.2),
    checklist(
      { dialect: 'b', id: 'rfd-first' },
      threeSteps('Dialect b: plan_update with id (planCapabilities)'),
    ).step,
    wait(1.2),
    checklist(
      { dialect: "b'", id: 'rfd-today' },
      threeSteps('Dialect b′: the same, for the capability “plan”'),
    ).step,
    wait(1.2),
    checklist({ dialect: 'c', id: 'v1-unstable' }, threeSteps('Dialect c: plan_update with planId')).step,
    wait(1.2),
    checklist({ dialect: 'd', id: 'v2' }, threeSteps('Dialect d: v2, with the status “cancelled”')).change({
      third: 'cancelled',
    }).step,
    wait(1.2),
    markdown({ dialect: 'b', id: 'rfd-text' }, '# Markdown by id\n\nAs the RFD first had it.\n'),
    markdown({ dialect: 'd', id: 'v2-text' }, '# Markdown by planId\n\nAs v2 has it.\n'),
    { type: 'write-file', file: 'dialects.md', text: '# A file by id\n\nRead from its URI.\n' },
    { type: 'plan', plan: { dialect: "b'", id: 'rfd-file' }, body: { type: 'file', file: 'dialects.md' } },
    { type: 'plan', plan: { dialect: 'c', id: 'v1-file' }, body: { type: 'file', file: 'dialects.md' } },
    wait(1.2),
  ]
}

/** Statuses, priorities and types that no specification names. */
function widerWords(): readonly DemoStep[] {
  return [
    say('Words that nobody has agreed upon:'),
    checklist({ dialect: 'd', id: 'own-words' }, [
      { key: 'a', content: 'A status of its own', status: '_waiting_for_review', priority: '_urgent' },
      { key: 'b', content: 'A status from a later version', status: 'paused' },
      { key: 'c', content: 'Cancelled in v2', status: 'cancelled', priority: 'low' },
      {
        key: 'd',
        content: 'An ordinary one — “ça va”, 大丈夫, 👍',
        status: 'completed',
        priority: 'critical',
      },
    ]).step,
    wait(1.2),
    rawPlan({
      type: '_custom',
      planId: 'kanban',
      columns: [
        { name: 'Doing', cards: ['Split the tokenizer'] },
        { name: 'Done', cards: ['Read the parser', 'Écrire le plan'] },
      ],
      wipLimit: 2,
    }),
    wait(1.2),
    rawPlan({ type: 'timeline', id: 'later-type', milestones: [{ at: '2026-12-01', what: 'beta' }] }),
    wait(1.2),
  ]
}

/** Fields beyond the schema, which are kept. */
function extraFields(): readonly DemoStep[] {
  return [
    rawPlan({
      type: 'items',
      id: 'this-one-does-not-count',
      planId: 'both-ids',
      title: 'Both ids: planId counts',
      _meta: { 'example.com/owner': 'demo' },
      entries: [
        {
          id: 'step-1',
          content: 'An entry with an id',
          status: 'completed',
          priority: 'medium',
          _meta: { minutes: 4 },
        },
        { id: 'step-2', content: 'Another one', status: 'in_progress', priority: 'medium' },
      ],
    }),
    wait(1.2),
  ]
}

function emptied(): readonly DemoStep[] {
  return [
    say('An empty list clears a plan, and does not remove it:'),
    wait(0.4),
    { type: 'raw-update', update: { sessionUpdate: 'plan', entries: [] } },
    wait(1.5),
    anonymous.change({ second: 'completed', third: 'completed' }).step,
    wait(1),
  ]
}

function broken(): readonly DemoStep[] {
  return [
    say('And now what no agent should send:'),
    rawPlan({
      type: 'items',
      planId: 'some-bad-entries',
      entries: [
        { content: 'A good entry', status: 'completed', priority: 'medium' },
        null,
        'just a string',
        { content: 'No status', priority: 'high' },
        { content: 42, status: 'pending', priority: 'low' },
        { content: 'A number for a priority', status: 'pending', priority: 1 },
        { content: 'The last good entry', status: 'in_progress', priority: 'medium' },
      ],
    }),
    wait(1.2),
    rawPlan({ type: 'items', planId: 'null-entries', entries: null }),
    rawPlan({ type: 'markdown', planId: 'no-content' }),
    rawPlan({
      type: 'items',
      entries: [{ content: 'A plan without a name', status: 'pending', priority: 'low' }],
    }),
    { type: 'raw-update', update: { sessionUpdate: 'plan_update', plan: null } },
    { type: 'raw-update', update: 'an update that is a string' },
    { type: 'raw-update', update: { sessionUpdate: '_example.com/news', text: 'an update of its own kind' } },
    wait(1.2),
  ]
}

function rawPlan(plan: Readonly<Record<string, unknown>>): DemoStep {
  return { type: 'raw-update', update: { sessionUpdate: 'plan_update', plan } }
}
