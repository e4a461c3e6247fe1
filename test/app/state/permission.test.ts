import { expect, test } from 'vitest'
import { policyAnswer, safestFirst, type PermissionOption } from '../../../src/app/state/permission.ts'

function option(id: string, kind: string, name = id): PermissionOption {
  return { id, kind, name }
}

const once = option('once', 'allow_once', 'Yes, and ask before each edit')
const always = option('always', 'allow_always', 'Yes')
const bypass = option('bypass', 'allow_once', 'Yes, and bypass permissions')
const no = option('no', 'reject_once', 'No, keep planning')
const never = option('never', 'reject_always', 'No, and never ask again')
const restore = option('restore_previous', 'allow_once', 'Yes, restore previous mode (default)')
const exit = option('plan_reject_and_exit', 'reject_once', 'Reject and Exit')
const own = option('own', '_own', 'Perhaps')

test('the safest is first, and the dangerous one last', () => {
  const options = [bypass, always, restore, own, once, exit, never, no]
  expect(safestFirst(options).map(({ id }) => id)).toEqual([
    'no',
    'never',
    'plan_reject_and_exit',
    'once',
    'own',
    'restore_previous',
    'always',
    'bypass',
  ])
  expect(options[0]).toBe(bypass)
})

test.each([
  ['ask', [once, no], null],
  ['allow', [bypass, always, once, no], 'once'],
  ['allow', [bypass, always, no], null],
  ['allow', [restore, always, once, no], 'once'],
  ['allow', [restore, no], null],
  ['allow', [own], null],
  // A choice: every answer allows.
  ['allow', [once, option('twice', 'allow_once')], null],
  ['allow', [once, option('twice', 'allow_once'), no], 'once'],
  ['allow', [once], 'once'],
  ['deny', [once, never, no], 'no'],
  ['deny', [once, never], 'never'],
  ['deny', [once, exit, never], 'never'],
  ['deny', [once, exit], null],
  ['deny', [once, always], null],
  ['deny', [], null],
] as const)('the policy %s', (policy, options, expected) => {
  expect(policyAnswer(policy, options)?.id ?? null).toBe(expected)
})

test('of thousands of options each is weighed once', () => {
  let read = 0
  const options = Array.from({ length: 2000 }, (_, at): PermissionOption => ({
    id: `o${at}`,
    kind: at % 2 === 0 ? 'allow_once' : 'reject_once',
    get name() {
      read++
      return `Option ${at}`
    },
  }))
  expect(
    safestFirst(options)
      .map(({ id }) => id)
      .slice(0, 2),
  ).toEqual(['o1', 'o3'])
  expect(read).toBeLessThanOrEqual(options.length)
})
