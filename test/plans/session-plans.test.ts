import { describe, expect, test } from 'vitest'
import { planSteps } from '../../src/plans/kinds/plan-kinds.ts'
import { planProgress, type Plan, planKey, planTitle } from '../../src/plans/plan.ts'
import { noPlans, withPlanRemoved, withPlanUpdate, type SessionPlans } from '../../src/plans/session-plans.ts'
import type { PlanName } from '../../src/protocol/plans/plan-content.ts'
import type { PlanContent } from '../../src/protocol/plan-kinds/plan-kinds.ts'
import { at } from './update-time.ts'

const anonymous: PlanName = { dialect: 'plan', id: null }

function named(id: string, dialect: 'id' | 'planId' = 'planId'): PlanName {
  return { dialect, id }
}

function items(...entries: readonly string[]): PlanContent {
  const list = entries.map((entry) => {
    const [status = '', content = ''] = entry.split(':')
    return { content, status, priority: 'medium' }
  })
  return { type: 'items', entries: list }
}

function markdown(text: string): PlanContent {
  return { type: 'markdown', text }
}

function file(uri: string): PlanContent {
  return { type: 'file', uri }
}

function opaque(payload: object): PlanContent {
  return { type: 'opaque', planType: '_x', payload: { ...payload } }
}

/** The plans after the contents, one a millisecond from 1 on. */
function after(...updates: readonly [PlanName, PlanContent][]): SessionPlans {
  return updates.reduce(
    (plans, [plan, content], index) => withPlanUpdate(plans, { plan, content }, at(index + 1)),
    noPlans,
  )
}

/** One plan after these contents. */
function planAfter(...contents: readonly PlanContent[]): Plan {
  return only(after(...contents.map((content): [PlanName, PlanContent] => [anonymous, content])))
}

function only(plans: SessionPlans): Plan {
  const [plan] = plans.values()
  if (plan === undefined || plans.size !== 1) throw new Error(`one plan was expected, not ${plans.size}`)
  return plan
}

describe('which plans there are', () => {
  test.each<[string, readonly PlanName[], readonly string[]]>([
    ['the anonymous plan is one', [anonymous, anonymous], ['anonymous']],
    [
      'the anonymous plan is no other plan, whatever that is called',
      [
        anonymous,
        ...['', 'plan', 'main', 'null', 'anonymous', 'codex-structured-plan'].map((id) => named(id)),
      ],
      ['anonymous', 'id:', 'id:plan', 'id:main', 'id:null', 'id:anonymous', 'id:codex-structured-plan'],
    ],
    ['id and planId name the same plan', [named('x', 'id'), named('x')], ['id:x']],
    ['names of Object', [named('__proto__'), named('constructor')], ['id:__proto__', 'id:constructor']],
  ])('%s', (_, names, keys) => {
    expect([...after(...names.map((name): [PlanName, PlanContent] => [name, items()])).keys()]).toEqual(keys)
  })

  test('plans are in the order in which they first came', () => {
    const plans = after([named('b'), items()], [named('a'), items()], [named('b'), items('pending:B')])
    expect([...plans.keys()]).toEqual(['id:b', 'id:a'])
  })
})

describe('revisions', () => {
  test.each<[string, readonly PlanContent[], number]>([
    ['the same items', [items('pending:A'), items('pending:A')], 1],
    ['the same empty list', [items(), items()], 1],
    ['another status', [items('pending:A'), items('completed:A')], 2],
    ['another order', [items('pending:A', 'pending:B'), items('pending:B', 'pending:A')], 2],
    ['there and back', [items('pending:A'), items('completed:A'), items('pending:A')], 3],
    ['the same markdown', [markdown('a'), markdown('a')], 1],
    ['other markdown', [markdown('a'), markdown('ab'), markdown('')], 3],
    ['the same file', [file('file:///a'), file('file:///a')], 1],
    ['another file', [file('file:///a'), file('file:///b')], 2],
    [
      'the same payload, its keys in another order',
      [opaque({ a: [1, null], b: {} }), opaque({ b: {}, a: [1, null] })],
      1,
    ],
    ['another payload', [opaque({ a: [1] }), opaque({ a: ['1'] }), opaque({ a: { 0: 1 } }), opaque({})], 4],
    ['another type', [items(), markdown(''), items(), opaque({}), file('')], 5],
  ])('%s', (_, contents, revision) => {
    expect(planAfter(...contents)).toMatchObject({ revision, updates: contents.length })
  })

  test('a repeat keeps the body and its times', () => {
    const once = after([anonymous, items('in_progress:A')])
    const twice = withPlanUpdate(once, { plan: anonymous, content: items('in_progress:A') }, at(99))
    expect(only(twice)).toEqual({ ...only(once), updates: 2 })
    expect(only(twice).body).toBe(only(once).body)
  })

  test('a payload nested 100,000 levels deep is compared like any other', () => {
    const deep = (): PlanContent =>
      opaque({ deep: JSON.parse(`${'['.repeat(100_000)}${']'.repeat(100_000)}`) as unknown })
    expect(planAfter(deep(), deep()).revision).toBe(1)
  })

  test('items, then markdown, then items again: each replaces all, and the steps are known', () => {
    const plan = planAfter(items('in_progress:A'), markdown('# M'), items('pending:A'))
    expect(plan).toMatchObject({
      revision: 3,
      workBegan: at(1).work,
      workEnded: null,
      changedAtMs: 3,
      removedAtMs: null,
      isCleared: false,
    })
    expect(plan.body).toMatchObject({
      type: 'items',
      entries: [
        { key: 0, content: 'A', status: 'pending', times: { running: null, stretches: [{ workedMs: 2 }] } },
      ],
      dropped: [],
    })
  })
})

describe('cleared and removed', () => {
  test.each<[string, readonly PlanContent[], boolean]>([
    ['a list that was never filled', [items()], false],
    ['a list that was emptied', [items('completed:A'), items()], true],
    ['emptied twice', [items('completed:A'), items(), items()], true],
    ['emptied and filled again', [items('completed:A'), items(), items('pending:B')], false],
    ['emptied, filled, emptied', [items('completed:A'), items(), items('pending:B'), items()], true],
  ])('%s', (_, contents, isCleared) => {
    expect(planAfter(...contents).isCleared).toBe(isCleared)
  })

  test('a removed plan stays, marked; removing it again changes nothing', () => {
    const plans = withPlanRemoved(after([named('x'), items('pending:A')]), planKey(named('x', 'id')), at(7))
    expect(only(plans)).toMatchObject({ removedAtMs: 7, revision: 1, body: { entries: [{ content: 'A' }] } })
    expect(withPlanRemoved(plans, planKey(named('x')), at(8))).toBe(plans)
  })

  test('removing a plan that nobody knows changes nothing', () => {
    const plans = after([anonymous, items('pending:A')])
    expect(withPlanRemoved(plans, planKey(named('x')), at(8))).toBe(plans)
    expect(withPlanRemoved(noPlans, planKey(anonymous), at(8))).toBe(noPlans)
  })

  test('an update brings a removed plan back, the same content too', () => {
    const removed = withPlanRemoved(after([named('x'), items('completed:A')]), planKey(named('x')), at(7))
    const back = withPlanUpdate(removed, { plan: named('x'), content: items('completed:A') }, at(9))
    expect(only(back)).toMatchObject({
      removedAtMs: null,
      revision: 2,
      workBegan: at(1).work,
      changedAtMs: 9,
    })
  })
})

describe('what a plan is called', () => {
  test.each<[string, PlanName, PlanContent, string | undefined, string]>([
    ['its title', named('x'), markdown('# H'), 'T', 'T'],
    ['a blank title is none', named('x'), markdown('# H'), '  ', 'H'],
    ['a title that nobody sees is none', named('x'), markdown('# H'), '\u200b\u3164\u00ad\u2800', 'H'],
    ['nor is a heading', named('x'), markdown('# \u2800'), undefined, 'Plan'],
    ['its heading', named('x'), markdown('text\n# H'), undefined, 'H'],
    ['an id is no name', named('x'), markdown('text'), undefined, 'Plan'],
    ['nothing', anonymous, items(), undefined, 'Plan'],
    ['a blank id', named(' '), items(), undefined, 'Plan'],
    ['a file', named('x'), file('file:///a/my%20plan.md?q=/b#/c'), undefined, 'my plan.md'],
    ['a folder', named('x'), file('file:///a/b///'), undefined, 'b'],
    ['a bad escape', named('x'), file('file:///a/%zz'), undefined, '%zz'],
    ['a relative file', named('x'), file('plan.md'), undefined, 'plan.md'],
    ['data', named('x'), file('DATA:text/plain,hello'), undefined, 'data'],
    ['slashes only', named('x'), file('///'), undefined, '///'],
    ['no URI', named('x'), file(''), undefined, 'Plan'],
  ])('%s', (...[, plan, content, title, expected]) => {
    const update = { plan, content, ...(title === undefined ? {} : { title }) }
    expect(planTitle(only(withPlanUpdate(noPlans, update, at(1))))).toBe(expected)
  })

  test('a title stays when an update has none', () => {
    const first = withPlanUpdate(noPlans, { plan: anonymous, content: items(), title: 'T' }, at(1))
    expect(
      planTitle(only(withPlanUpdate(first, { plan: anonymous, content: items('pending:A') }, at(2)))),
    ).toBe('T')
  })

  // Not timed: what is quadratic in it does not end within the limit of a test.
  test('a hostile URI is described within the limit of a test', () => {
    const uri = `${'a'.repeat(500_000)}?\n${'/'.repeat(500_000)}`
    expect(planTitle(planAfter(file(uri)))).toHaveLength(500_000)
  })
})

test.each<[string, PlanContent, ReturnType<typeof planProgress>]>([
  ['no entries', items(), null],
  ['half', items('completed:A', 'in_progress:B'), { done: 1, total: 2, isBegun: true, isComplete: false }],
  [
    'cancelled ones do not count',
    items('completed:A', 'cancelled:B'),
    { done: 1, total: 1, isBegun: false, isComplete: true },
  ],
  ['all cancelled', items('cancelled:A'), { done: 0, total: 0, isBegun: false, isComplete: false }],
  [
    'a word of the agent counts',
    items('completed:A', '_blocked:B'),
    { done: 1, total: 2, isBegun: false, isComplete: false },
  ],
  ['boxes', markdown('- [x] a\n- [ ] b'), { done: 1, total: 2, isBegun: false, isComplete: false }],
  ['no boxes', markdown('a'), null],
  ['a file', file('data:,'), null],
  ['opaque', opaque({}), null],
])('progress: %s', (_, content, expected) => {
  expect(planProgress(planAfter(content))).toEqual(expected)
})

test('a checklist that becomes a text and a checklist again has the same steps', () => {
  const keys = (...contents: readonly PlanContent[]): readonly string[] =>
    planSteps(planAfter(...contents).body).map(({ key, content }) => `${key} ${content}`)
  const list = items('completed:Read', 'in_progress:Split')
  const later = items('completed:Read', 'completed:Test', 'in_progress:Splitting')
  expect(keys(list, markdown('# Plan'), later)).toEqual(['0 Read', '2 Test', '1 Splitting'])
  expect(keys(markdown('# Plan'), list, markdown('# Plan'), file('file:///a'), later)).toEqual(
    keys(list, later),
  )
  expect(planAfter(list, markdown('# Plan'), list).revision).toBe(3)
})
