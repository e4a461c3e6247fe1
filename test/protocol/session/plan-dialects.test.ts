import { describe, expect, test } from 'vitest'
import type { PlanEntry, PlanName } from '../../../src/protocol/plans/plan-content.ts'
import type { PlanContent } from '../../../src/protocol/plan-kinds/plan-kinds.ts'
import { readSessionUpdate } from '../../../src/protocol/session/session-update.ts'

const entry = { content: 'Read', priority: 'medium', status: 'pending' }
const items: PlanContent = { type: 'items', entries: [entry] }
const none: PlanContent = { type: 'items', entries: [] }
const words: readonly PlanEntry[] = [
  { content: 'A', status: 'cancelled', priority: 'high' },
  { content: 'B', status: '_blocked', priority: '_urgent' },
]

/** What an update tells about plans, and each problem as `weight code path`. */
function told(update: unknown): unknown {
  const { events, problems } = readSessionUpdate({ sessionId: 's', update })
  return { events, problems: problems.map(({ weight, code, path }) => `${weight} ${code} ${path ?? ''}`) }
}

function replaced(plan: PlanName, content: PlanContent, ...problems: readonly string[]): unknown {
  return { events: [{ type: 'plan-replaced', plan, content }], problems }
}

function rejected(...problems: readonly string[]): unknown {
  return { events: [], problems }
}

const anonymous: PlanName = { dialect: 'plan', id: null }
const byId: PlanName = { dialect: 'id', id: 'x' }
const byPlanId: PlanName = { dialect: 'planId', id: 'x' }

function update(plan: unknown): unknown {
  return { sessionUpdate: 'plan_update', plan }
}

/** An update of the plan with the id `x`, and what it leads to. */
const planned = (fields: object): unknown => update({ planId: 'x', ...fields })
const shows = (content: PlanContent, ...problems: readonly string[]): unknown =>
  replaced(byPlanId, content, ...problems)

/** The same for the anonymous plan, which has entries only. Without a bad entry nobody knows whether all is done. */
const lists = (list: readonly PlanEntry[], ...problems: readonly string[]): unknown =>
  replaced(
    anonymous,
    {
      type: 'items',
      entries: list,
      ...(problems.some((each) => each.startsWith('rejected bad-entry')) ? { isUncertain: true } : {}),
    },
    ...problems,
  )

function entries(list: unknown): unknown {
  return { sessionUpdate: 'plan', entries: list }
}

describe('the dialects', () => {
  test.each<[string, unknown, unknown]>([
    ['a: anonymous', entries([entry]), lists([entry])],
    ['a: emptied', entries([]), lists([])],
    [
      'a: with _meta everywhere',
      { ...(entries([{ ...entry, _meta: { n: 1 }, id: '1' }]) as object), _meta: {} },
      lists([{ ...entry, id: '1' }]),
    ],
    ["b and b': id", update({ type: 'items', id: 'x', entries: [entry] }), replaced(byId, items)],
    [
      'b: removed',
      { sessionUpdate: 'plan_removed', id: 'x' },
      { events: [{ type: 'plan-removed', plan: byId }], problems: [] },
    ],
    ['c and d: planId', planned({ type: 'items', entries: [entry] }), shows(items)],
    [
      'c and d: removed',
      { sessionUpdate: 'plan_removed', planId: 'x' },
      { events: [{ type: 'plan-removed', plan: byPlanId }], problems: [] },
    ],
    ['markdown', planned({ type: 'markdown', content: '# Hi' }), shows({ type: 'markdown', text: '# Hi' })],
    [
      'empty markdown',
      update({ type: 'markdown', id: 'x', content: '' }),
      replaced(byId, { type: 'markdown', text: '' }),
    ],
    ['file', planned({ type: 'file', uri: 'file:///p.md' }), shows({ type: 'file', uri: 'file:///p.md' })],
    [
      'd: cancelled, and words of the agent',
      planned({ type: 'items', entries: words }),
      shows({ type: 'items', entries: words }),
    ],
    [
      'd: a type of its own is kept whole',
      update({ type: '_gantt', planId: 'x', bars: [1, 2], _meta: null }),
      shows({
        type: 'opaque',
        planType: '_gantt',
        payload: { type: '_gantt', planId: 'x', bars: [1, 2], _meta: null },
      }),
    ],
    [
      'a type called __proto__',
      update({ type: '__proto__', planId: 'x' }),
      shows({
        type: 'opaque',
        planType: '__proto__',
        payload: { type: '__proto__', planId: 'x' },
      }),
    ],
    [
      'both ids: planId counts',
      update({ type: 'items', id: 'y', planId: 'x', entries: [entry] }),
      shows(items),
    ],
    [
      'an empty id is an id',
      update({ type: 'items', planId: '', entries: [entry] }),
      replaced({ dialect: 'planId', id: '' }, items),
    ],
    [
      'a title is kept',
      planned({ type: 'items', entries: [entry], title: 'Mine' }),
      { events: [{ type: 'plan-replaced', plan: byPlanId, content: items, title: 'Mine' }], problems: [] },
    ],
    ['no priority', entries([{ content: 'Read', status: 'pending' }]), lists([{ ...entry, priority: '' }])],
    ['priority null', entries([{ ...entry, priority: null }]), lists([{ ...entry, priority: '' }])],
    [
      'a lone surrogate',
      entries([{ ...entry, content: '\ud800' }]),
      lists([{ ...entry, content: '\ud800' }]),
    ],
  ])('%s', (_, given, expected) => {
    expect(told(given)).toEqual(expected)
  })
})

describe('e: pieces of a markdown plan beside an empty content', () => {
  const delta = { jetbrains: { air: { contentDelta: 'more' } } }
  const empty = { type: 'markdown', planId: 'x', content: '' }
  const grown = { events: [{ type: 'plan-grown', plan: byPlanId, text: 'more' }], problems: [] }
  const on = (plan: object, meta: unknown): unknown => ({ sessionUpdate: 'plan_update', plan, _meta: meta })

  test.each<[string, unknown, unknown]>([
    ['on the update', on(empty, delta), grown],
    ['on the plan', update({ ...empty, _meta: delta }), grown],
    [
      'on both: that of the update',
      on({ ...empty, _meta: { jetbrains: { air: { contentDelta: 'x' } } } }, delta),
      grown,
    ],
    ['without a content', on({ type: 'markdown', planId: 'x' }, delta), grown],
    ['without a type', on({ planId: 'x', content: '' }, delta), grown],
    [
      'an id of the other dialect, and a title',
      on({ ...empty, planId: undefined, id: 'x', title: 'Mine' }, delta),
      { events: [{ type: 'plan-grown', plan: byId, text: 'more', title: 'Mine' }], problems: [] },
    ],
    [
      'a content that says something replaces',
      on({ ...empty, content: 'all' }, delta),
      shows({ type: 'markdown', text: 'all' }),
    ],
    ['a checklist replaces', on({ type: 'items', planId: 'x', entries: [entry] }, delta), shows(items)],
    [
      'a delta that is no text leaves the plan as it is',
      on(empty, { jetbrains: { air: { contentDelta: 5 } } }),
      rejected('rejected bad-plan update._meta.jetbrains.air.contentDelta'),
    ],
    [
      'nor does one on the plan',
      update({ ...empty, _meta: { jetbrains: { air: { contentDelta: ['x'] } } } }),
      rejected('rejected bad-plan update.plan._meta.jetbrains.air.contentDelta'),
    ],
    ['_meta that is a list', on(empty, [delta]), shows({ type: 'markdown', text: '' })],
    [
      'without an id',
      on({ type: 'markdown', content: '' }, delta),
      {
        events: [{ type: 'plan-grown', plan: anonymous, text: 'more' }],
        problems: ['noted no-plan-id update.plan.planId'],
      },
    ],
  ])('%s', (_, given, expected) => {
    expect(told(given)).toEqual(expected)
  })
})

describe('tolerated deviations, and their problems', () => {
  const noId = 'noted no-plan-id update.plan.planId'
  const numbered = (dialect: 'id' | 'planId'): PlanName => ({ dialect, id: '5' })
  test.each<[string, unknown, unknown]>([
    ['neither id', update({ type: 'items', entries: [entry] }), lists([entry], noId)],
    [
      'planId a number',
      update({ type: 'items', planId: 5, entries: [entry] }),
      replaced(numbered('planId'), items, noId),
    ],
    ['planId null', update({ type: 'items', planId: null, entries: [] }), lists([], noId)],
    [
      'id a number',
      update({ type: 'items', id: 5, entries: [entry] }),
      replaced(numbered('id'), items, 'noted no-plan-id update.plan.id'),
    ],
    [
      'planId a number beside an id',
      update({ type: 'items', planId: 5, id: 'x', entries: [entry] }),
      replaced(byId, items, 'noted no-plan-id update.plan.planId'),
    ],
    [
      'removed without id',
      { sessionUpdate: 'plan_removed' },
      { events: [{ type: 'plan-removed', plan: anonymous }], problems: ['noted no-plan-id update.planId'] },
    ],
    [
      'removed with a number',
      { sessionUpdate: 'plan_removed', id: 5 },
      {
        events: [{ type: 'plan-removed', plan: numbered('id') }],
        problems: ['noted no-plan-id update.id'],
      },
    ],
    ['entries missing', { sessionUpdate: 'plan' }, lists([], 'noted bad-plan update.entries')],
    ['entries null', entries(null), lists([], 'noted bad-plan update.entries')],
    ['entries an object', entries({ 0: entry }), lists([entry], 'noted bad-plan update.entries')],
    [
      'entries a string',
      planned({ type: 'items', entries: 'all' }),
      shows(none, 'noted bad-plan update.plan.entries'),
    ],
    [
      'one bad entry among good ones',
      entries([entry, { content: 5, status: 'pending' }, entry]),
      lists([entry, entry], 'rejected bad-entry update.entries[1].content'),
    ],
    [
      'entries that are none',
      planned({ type: 'items', entries: [null, ' ', 5, [entry], entry] }),
      shows(
        { ...items, isUncertain: true },
        ...[0, 1, 2, 3].map((index) => `rejected bad-entry update.plan.entries[${index}]`),
      ),
    ],
    [
      'content a number',
      entries([{ ...entry, content: 5 }]),
      lists([], 'rejected bad-entry update.entries[0].content'),
    ],
    [
      'content missing',
      entries([{ status: 'pending' }]),
      lists([], 'rejected bad-entry update.entries[0].content'),
    ],
    [
      'status null',
      entries([{ ...entry, status: null }]),
      lists([entry], 'noted bad-entry update.entries[0].status'),
    ],
    [
      'no status',
      entries([{ content: 'Read', priority: 'medium' }]),
      lists([entry], 'noted bad-entry update.entries[0].status'),
    ],
    [
      'a box in place of a status',
      entries([{ content: 'Read', priority: 'medium', done: true }]),
      lists([{ ...entry, status: 'completed' }], 'noted bad-entry update.entries[0].status'),
    ],
    [
      'the words in another field',
      entries([
        { title: 'Read', status: 'pending' },
        { step: 'Read', status: 'pending', content: 5 },
      ]),
      lists(
        [
          { ...entry, priority: '' },
          { ...entry, priority: '' },
        ],
        'noted bad-entry update.entries[0].content',
        'noted bad-entry update.entries[1].content',
      ),
    ],
    [
      'priority a number',
      entries([{ ...entry, priority: 1 }]),
      lists([{ ...entry, priority: '' }], 'noted bad-entry update.entries[0].priority'),
    ],
    [
      'markdown content a number',
      planned({ type: 'markdown', content: 5 }),
      rejected('rejected bad-plan update.plan.content'),
    ],
    [
      'markdown without content',
      planned({ type: 'markdown' }),
      rejected('rejected bad-plan update.plan.content'),
    ],
    ['file uri a list', planned({ type: 'file', uri: [] }), rejected('rejected bad-plan update.plan.uri')],
    ['no type, but entries', planned({ entries: [entry] }), shows(items, 'noted bad-plan update.plan.type')],
    [
      'no type, but content',
      planned({ content: 'Hi' }),
      shows({ type: 'markdown', text: 'Hi' }, 'noted bad-plan update.plan.type'),
    ],
    [
      'type a number, but uri',
      planned({ type: 1, uri: 'data:,a' }),
      shows({ type: 'file', uri: 'data:,a' }, 'noted bad-plan update.plan.type'),
    ],
    ['no type and nothing else', planned({}), rejected('rejected bad-plan update.plan.type')],
    ['plan_update with a string', update('all done'), rejected('rejected bad-plan update.plan')],
    [
      'plan_update without a plan',
      { sessionUpdate: 'plan_update', planEntryId: 'x', status: 'completed' },
      rejected('rejected bad-plan update.plan'),
    ],
    ['an update that is a string', 'plan', rejected('rejected bad-update params.update')],
    ['an update that is a list', [entry], rejected('rejected bad-update params.update')],
    ['an update of null', null, rejected('rejected bad-update params.update')],
    ['an update without a kind', { entries: [entry] }, rejected('rejected bad-update update.sessionUpdate')],
    ['a kind that is a number', { sessionUpdate: 3 }, rejected('rejected bad-update update.sessionUpdate')],
    [
      'an inherited name as kind',
      { sessionUpdate: 'constructor' },
      { events: [{ type: 'other', update: 'constructor' }], problems: [] },
    ],
  ])('%s', (_, given, expected) => {
    expect(told(given)).toEqual(expected)
  })

  test('the reason has the beginning of the received text', () => {
    expect(readSessionUpdate({ update: entries([{ content: 'Bad', status: 5 }]) }).problems).toEqual([
      {
        code: 'bad-entry',
        text: 'status is the number 5, a string is expected; taken as 5',
        path: 'update.entries[0].status',
        weight: 'noted',
        excerpt: '{"content":"Bad","status":5}',
      },
    ])
  })

  test('a thousand bad entries are ten problems and a number', () => {
    const { problems } = readSessionUpdate({ update: entries(Array.from({ length: 1000 }, () => 5)) })
    expect(problems.map(({ path }) => path)).toEqual([
      ...Array.from({ length: 10 }, (_, index) => `update.entries[${index}]`),
      'update.entries',
    ])
    expect(problems.at(-1)?.text).toBe('990 more bad entries')
  })

  test('a thousand malformed priorities are few problems, and all entries are kept', () => {
    const list = Array.from({ length: 1000 }, () => ({ ...entry, priority: 1 }))
    const { events, problems } = readSessionUpdate({ update: entries(list) })
    expect(problems).toHaveLength(11)
    expect(problems.at(-1)).toEqual({
      code: 'bad-entry',
      text: '990 more entries with such a fault',
      path: 'update.entries',
      weight: 'noted',
    })
    expect(
      events[0]?.type === 'plan-replaced' && events[0].content.type === 'items' && events[0].content.entries,
    ).toHaveLength(1000)
  })

  test.each<[string, object, boolean]>([
    ['list', { entries: [entry] }, true],
    ['plan_delta', { delta: 'rain' }, true],
    ['plan_deleted', { plan: { planId: 'x', entries: [entry] } }, true],
    ['plan_mode_changed', { mode: 'on' }, false],
    ['plan_updated', { plan: { planId: 'x' } }, true],
    ['_vendor_plan', { entries: [entry] }, false],
    ['weather', { content: 'rain' }, false],
  ])(
    'an update of the unknown kind %s with %j: a plan is missing: %s',
    (sessionUpdate, fields, isMissing) => {
      const { problems } = readSessionUpdate({ update: { sessionUpdate, ...fields } })
      expect(problems.map(({ path, weight }) => `${weight} ${path}`)).toEqual(
        isMissing ? ['rejected update.sessionUpdate'] : [],
      )
    },
  )

  test('100,000 levels of nesting, anywhere', () => {
    const deep = JSON.parse(`${'['.repeat(100_000)}${']'.repeat(100_000)}`) as unknown
    expect(told(entries([deep, entry]))).toEqual(lists([entry], 'rejected bad-entry update.entries[0]'))
    expect(told(update(deep))).toEqual(rejected('rejected bad-plan update.plan'))
    expect(
      readSessionUpdate({ update: { sessionUpdate: 'agent_message_chunk', content: deep } }).events,
    ).toEqual([{ type: 'said', who: 'agent', text: '', isWhole: false }])
    expect(readSessionUpdate({ update: { deep } }).problems[0]?.excerpt).toBe(`{"deep":${'['.repeat(232)}`)
  })

  test('excerpts are short, and do not hold the line they come from', () => {
    const problem = readSessionUpdate({ update: 'x'.repeat(1_000_000) }).problems[0]
    expect(problem?.excerpt).toHaveLength(240)
  })
})
