import { expect, test } from 'vitest'
import { readSessionUpdate } from '../../../src/protocol/session/session-update.ts'

const entry = { content: 'Read', priority: 'medium', status: 'pending' }
const steps = { type: 'items', entries: [entry] }
const none = { type: 'items', entries: [] }
const words = { type: 'markdown', text: '1. Read' }

/** Updates whose plan is not where the protocol wants it: what is shown, of which plan, and the problems as `weight path`. */
test.each<[string, object, object, string | null, readonly string[]]>([
  ['steps', { sessionUpdate: 'plan', steps: [entry] }, steps, null, ['noted update.entries']],
  [
    'a plan in the plan',
    { sessionUpdate: 'plan', plan: { entries: [entry] } },
    steps,
    null,
    ['noted update.entries'],
  ],
  ...['content', 'planContent', 'plan', 'text'].map(
    (key): [string, object, object, null, readonly string[]] => [
      `a text as ${key}`,
      { sessionUpdate: 'plan', [key]: words.text },
      words,
      null,
      ['noted update.entries'],
    ],
  ),
  [
    'a text in a block',
    { sessionUpdate: 'plan', content: { type: 'text', text: words.text } },
    words,
    null,
    ['noted update.entries'],
  ],
  [
    'entries, which count, whatever else is there',
    { sessionUpdate: 'plan', entries: [], steps: [entry], content: 'Read' },
    none,
    null,
    [],
  ],
  [
    'steps of something else',
    { sessionUpdate: 'plan', steps: [1, { at: 2 }] },
    none,
    null,
    ['noted update.entries'],
  ],
  ['steps as plan', { sessionUpdate: 'plan', plan: [entry] }, steps, null, ['noted update.entries']],
  [
    'a text in several blocks',
    { sessionUpdate: 'plan', content: [words, words].map(({ text }) => ({ type: 'text', text })) },
    { type: 'markdown', text: '1. Read\n\n1. Read' },
    null,
    ['noted update.entries'],
  ],
  [
    'an id, as plans of version 2 have it',
    { sessionUpdate: 'plan', planId: 'x', entries: [entry] },
    steps,
    'x',
    [],
  ],
  [
    'plan_update with a text beside the missing plan',
    { sessionUpdate: 'plan_update', type: 'markdown', planId: 'x', content: words.text },
    words,
    'x',
    ['noted update.plan'],
  ],
  [
    'plan_update with a file beside the missing plan',
    { sessionUpdate: 'plan_update', type: 'file', planId: 'x', uri: 'file:///x.md' },
    { type: 'file', uri: 'file:///x.md' },
    'x',
    ['noted update.plan'],
  ],
  ...['session_update', 'type'].map((key): [string, object, object, null, readonly string[]] => [
    `its kind as ${key}`,
    { [key]: 'plan', entries: [entry] },
    steps,
    null,
    ['noted update.sessionUpdate'],
  ]),
  [
    'plan_update with the entries beside the missing plan',
    { sessionUpdate: 'plan_update', entries: [entry] },
    steps,
    null,
    ['noted update.plan'],
  ],
  [
    'plan_update with the id beside the plan',
    { sessionUpdate: 'plan_update', planId: 'x', plan: steps },
    steps,
    'x',
    ['noted update.plan.planId'],
  ],
  [
    'an entry that is a text',
    { sessionUpdate: 'plan', entries: ['Read'] },
    { type: 'items', entries: [{ content: 'Read', status: 'pending', priority: '' }] },
    null,
    ['noted update.entries[0]'],
  ],
  [
    'entries with steps within them, at any depth',
    {
      sessionUpdate: 'plan',
      entries: [
        { ...entry, children: [{ ...entry, content: 'a', subSteps: ['b'] }] },
        { ...entry, sub_tasks: [], files: [entry] },
        { ...entry, steps: [{ ...entry, content: 'c', tasks: 'no list' }] },
      ],
    },
    {
      type: 'items',
      entries: [
        entry,
        { ...entry, content: 'a' },
        { content: 'b', status: 'pending', priority: '' },
        entry,
        entry,
        { ...entry, content: 'c' },
      ],
    },
    null,
    [
      'noted update.entries[0].children',
      'noted update.entries[0].children[0].subSteps',
      'noted update.entries[0].children[0].subSteps[0]',
      'noted update.entries[2].steps',
    ],
  ],
  [
    'a step within an entry that cannot be used',
    { sessionUpdate: 'plan', entries: [{ ...entry, subtasks: [null] }] },
    { ...steps, isUncertain: true },
    null,
    ['noted update.entries[0].subtasks', 'rejected update.entries[0].subtasks[0]'],
  ],
  [
    'the same with an id beside the entries',
    { sessionUpdate: 'plan_update', planId: 'x', entries: [entry] },
    steps,
    'x',
    ['noted update.plan'],
  ],
  [
    'a number as id beside the entries, which is that of the plan',
    { sessionUpdate: 'plan_update', planId: 5, entries: [entry] },
    steps,
    '5',
    ['noted update.plan', 'noted update.planId'],
  ],
  [
    'plan_update with steps',
    { sessionUpdate: 'plan_update', plan: { planId: 'x', steps: [entry] } },
    steps,
    'x',
    ['noted update.plan.entries', 'noted update.plan.type'],
  ],
  [
    'to-dos as an update of their own',
    { sessionUpdate: 'todos_update', todos: [entry] },
    steps,
    null,
    ['noted update.sessionUpdate'],
  ],
  ['the same of a vendor', { sessionUpdate: '_todos', entries: [entry] }, steps, null, []],
  [
    'steps in an object of another name',
    { sessionUpdate: 'plan', taskSnapshot: { tasks: [entry] } },
    steps,
    null,
    ['noted update.entries', 'noted update.taskSnapshot.entries'],
  ],
  [
    'steps as content, which are no blocks of text',
    { sessionUpdate: 'plan_update', planId: 'x', content: [{ title: 'Read', status: 'pending' }] },
    { type: 'items', entries: [{ content: 'Read', status: 'pending', priority: '' }] },
    'x',
    ['noted update.plan', 'noted update.entries', 'noted update.content[0].content'],
  ],
  [
    'steps that are texts',
    { sessionUpdate: 'plan_update', steps: ['Read'] },
    { type: 'items', entries: [{ content: 'Read', status: 'pending', priority: '' }] },
    null,
    ['noted update.plan', 'noted update.entries', 'noted update.steps[0]'],
  ],
  [
    'plan_update with its plan under another name',
    { sessionUpdate: 'plan_update', planUpdate: { entries: [entry] } },
    steps,
    null,
    ['noted update.plan'],
  ],
  [
    'what a vendor adds',
    { sessionUpdate: 'plan', _meta: { x: { entries: [entry] } } },
    none,
    null,
    ['noted update.entries'],
  ],
  [
    'a kind beside those of plans',
    { sessionUpdate: 'plan_created', plan: { planId: 'x', ...steps } },
    steps,
    'x',
    ['noted update.sessionUpdate'],
  ],
  [
    'such a kind with the entries beside the missing plan',
    { sessionUpdate: 'plans', entries: [entry] },
    steps,
    null,
    ['noted update.sessionUpdate'],
  ],
  [
    'a file by its path',
    { sessionUpdate: 'plan_update', plan: { type: 'file', planId: 'x', path: '/x.md' } },
    { type: 'file', uri: '/x.md' },
    'x',
    ['noted update.plan.uri'],
  ],
])('%s', (_, update, content, id, problems) => {
  const read = readSessionUpdate({ sessionId: 's', update })
  expect(read.events).toMatchObject([{ type: 'plan-replaced', plan: { id }, content }])
  expect(read.problems.map(({ weight, path }) => `${weight} ${path}`)).toEqual(problems)
})

test('an update that is not in `update` is read', () => {
  const { events, problems } = readSessionUpdate({ sessionId: 's', sessionUpdate: 'plan', entries: [entry] })
  expect(events).toMatchObject([{ type: 'plan-replaced', content: steps }])
  expect(problems).toMatchObject([{ weight: 'noted', path: 'params.update' }])
})

test('a to-do in an update of its own is missed, and told', () => {
  const todo = { sessionUpdate: 'todo', type: 'upsert', id: 'a', content: 'Read', status: 'pending' }
  const { events, problems } = readSessionUpdate({ update: todo })
  expect(events).toEqual([{ type: 'other', update: 'todo' }])
  expect(problems).toMatchObject([{ weight: 'rejected', path: 'update.sessionUpdate' }])
  expect(problems[0]?.text).toContain('the to-do in it is not shown')
  const cleared = readSessionUpdate({ update: { sessionUpdate: 'todo', type: 'cleared' } })
  expect(cleared.problems).toEqual([])
})

test.each([
  [{ content: words.text }, 'update.content'],
  [{ uri: 'file:///x.md' }, 'update.uri'],
  [{ steps: [entry] }, 'update.steps'],
])('what is beside a missing plan is told by its place: %j', (beside, path) => {
  const { problems } = readSessionUpdate({ update: { sessionUpdate: 'plan_update', ...beside } })
  expect(problems[0]?.text).toBe(`plan_update without a plan object; ${path} is read in its place`)
})

test('to-dos without a list are missed', () => {
  const { events, problems } = readSessionUpdate({ update: { sessionUpdate: 'todo_update', todos: [] } })
  expect(events).toEqual([{ type: 'other', update: 'todo_update' }])
  expect(problems).toMatchObject([{ weight: 'rejected', path: 'update.sessionUpdate' }])
})

test('steps within steps are read to a depth, and what lies deeper is told', () => {
  let nested: object = entry
  for (let depth = 0; depth < 100_000; depth++) nested = { ...entry, children: [nested] }
  const { events, problems } = readSessionUpdate({ update: { sessionUpdate: 'plan', entries: [nested] } })
  expect(events).toMatchObject([{ content: { isUncertain: true } }])
  expect(problems).toContainEqual(expect.objectContaining({ weight: 'rejected' }))
})
