import { expect, test } from 'vitest'
import { readSessionUpdate } from '../../../src/protocol/session/session-update.ts'

// What agents send that were written without the SDK, or with another serializer.

const entry = { content: 'Read', priority: 'medium', status: 'pending' }
const entries = [entry]
const items = { type: 'items', entries }
const plan = { type: 'items', planId: 'x', entries }

function read(params: object): readonly unknown[] {
  const { events, problems } = readSessionUpdate({ sessionId: 's', ...params })
  const contents = events.map((event) => (event.type === 'plan-replaced' ? event.content : event.type))
  return [...contents, ...problems.map(({ weight, text }) => `${weight}: ${text}`)]
}

const noUpdate = 'noted: session/update without an update object'

test.each<[string, object, readonly unknown[]]>([
  [
    'a kind in camel case',
    { update: { sessionUpdate: 'planUpdate', plan } },
    [items, 'noted: sessionUpdate is planUpdate; read as plan_update'],
  ],
  [
    'a kind with dashes',
    { update: { sessionUpdate: 'plan-removed', planId: 'x' } },
    ['plan-removed', 'noted: sessionUpdate is plan-removed; read as plan_removed'],
  ],
  [
    'a kind with a capital',
    { update: { sessionUpdate: 'Plan', entries } },
    [items, 'noted: sessionUpdate is Plan; read as plan'],
  ],
  [
    'a kind that is the update itself',
    { update: { sessionUpdate: { type: 'planRemoved', plan: { id: 'x' } } } },
    [
      'plan-removed',
      'noted: sessionUpdate is an object; its type is read',
      'noted: planId is missing; that of update.plan is read in its place',
    ],
  ],
  [
    'the name of an early draft',
    { update: { kind: 'plan', entries } },
    [items, 'noted: sessionUpdate is missing; kind is read in its place'],
  ],
  [
    'an enumeration of Rust',
    { update: { PlanUpdate: { plan }, _meta: {} } },
    [items, 'noted: sessionUpdate is missing; the name PlanUpdate is read in its place'],
  ],
  [
    'a field that is called like a kind',
    { update: { plan, weather: 'rain' } },
    ['rejected: an update: sessionUpdate is missing, the name of its kind is expected'],
  ],
  [
    'a list of updates',
    { update: [{ sessionUpdate: 'plan', entries }, 5, { sessionUpdate: 'plan_removed', planId: 'x' }] },
    [items, 'plan-removed', `${noUpdate} (it is a list); each of a list is read in its place`],
  ],
  [
    'updates in their plural',
    { updates: [{ sessionUpdate: 'Plan', entries }] },
    [
      items,
      `${noUpdate} (it is missing); each of a list is read in its place`,
      'noted: sessionUpdate is Plan; read as plan',
    ],
  ],
  [
    'the fields of an update beside it',
    { sessionUpdate: 'plan', entries },
    [items, `${noUpdate} (it is missing); params are read in its place`],
  ],
])('%s', (_, params, expected) => {
  expect(read(params)).toEqual(expected)
})

const told = 'a string is expected'

test.each<[string, object, object, string]>([
  [
    'entries as JSON',
    { type: 'items', entries: JSON.stringify(entries) },
    items,
    'entries is a string, a list is expected; the steps in it are read',
  ],
  [
    'a status in capitals',
    { type: 'items', entries: [{ ...entry, status: 'IN_PROGRESS' }] },
    { type: 'items', entries: [{ ...entry, status: 'in_progress' }] },
    'status is IN_PROGRESS; taken as in_progress',
  ],
  [
    'a status in other words',
    { type: 'items', entries: [{ ...entry, status: 'done' }] },
    { type: 'items', entries: [{ ...entry, status: 'completed' }] },
    'status is done; taken as completed',
  ],
  [
    'a status as a number',
    { type: 'items', entries: [{ ...entry, status: 2 }] },
    { type: 'items', entries: [{ ...entry, status: '2' }] },
    'status is the number 2, a string is expected; taken as 2',
  ],
  [
    'a status that nobody can read',
    { type: 'items', entries: [{ ...entry, status: ['done'] }] },
    { type: 'items', entries: [{ ...entry, status: 'unknown' }] },
    'status is a list, a string is expected; taken as unknown',
  ],
  [
    'words under a name of their own, which is the only text',
    { type: 'items', entries: [{ ...entry, content: undefined, what: 'Read' }] },
    items,
    'content is missing; what is read in its place',
  ],
  [
    'a name beside other texts',
    { type: 'items', entries: [{ ...entry, content: undefined, owner: 'Bo', name: 'Read' }] },
    items,
    'content is missing; name is read in its place',
  ],
  [
    'words in a content block',
    { type: 'items', entries: [{ ...entry, content: { type: 'text', text: 'Read' } }] },
    items,
    `content is an object, ${told}; its text is read`,
  ],
  [
    'words in the blocks of a tool call',
    { type: 'items', entries: [{ ...entry, content: [{ content: { text: 'Read' } }] }] },
    items,
    `content is a list, ${told}; its text is read`,
  ],
  [
    'markdown in content blocks',
    { type: 'markdown', content: [{ type: 'text', text: '# A' }] },
    { type: 'markdown', text: '# A' },
    `content is a list, ${told}; its text is read`,
  ],
  [
    'markdown under another name',
    { type: 'markdown', markdown: '# A' },
    { type: 'markdown', text: '# A' },
    `content is missing, ${told}; markdown is read in its place`,
  ],
])('%s', (_, fields, content, problem) => {
  const update = { sessionUpdate: 'plan_update', plan: { planId: 'x', ...fields } }
  expect(read({ update })).toEqual([content, `noted: ${problem}`])
})

test.each(['blocked', '_waiting', 'cancelled'])('the status %s stays', (status) => {
  const update = { sessionUpdate: 'plan', entries: [{ ...entry, status }] }
  expect(read({ update })).toEqual([{ type: 'items', entries: [{ ...entry, status }] }])
})
