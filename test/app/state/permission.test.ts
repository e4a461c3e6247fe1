import { expect, test } from 'vitest'
import {
  dangerOf,
  policyAnswer,
  safestFirst,
  type PermissionOption,
} from '../../../src/app/state/permission.ts'

function option(id: string, kind: string, name = id): PermissionOption {
  return { id, kind, name }
}

const once = option('once', 'allow_once', 'Yes, and ask before each edit')
const always = option('always', 'allow_always', 'Yes')
const bypass = option('bypass', 'allow_once', 'Yes, and bypass permissions')
const no = option('no', 'reject_once', 'No, keep planning')
const never = option('never', 'reject_always', 'No, and never ask again')
const own = option('own', '_own', 'Perhaps')

test('the safest is first, and the dangerous one last', () => {
  const options = [bypass, always, own, once, never, no]
  expect(safestFirst(options).map(({ id }) => id)).toEqual(['no', 'never', 'once', 'own', 'always', 'bypass'])
  expect(options[0]).toBe(bypass)
})

test.each([
  [once, null],
  [always, 'more-than-once'],
  [bypass, 'everything'],
  [no, null],
  [never, null],
  [own, null],
  [option('x', 'allow_once', "Yes, and don't ask again"), 'more-than-once'],
  [option('x', '', 'Allow always'), 'more-than-once'],
  [option('x', 'allow_once', 'Yes, and auto-accept edits'), 'more-than-once'],
  [option('x', 'allow_always', 'Yes, with all permissions'), 'everything'],
  [option('x', 'allow_always', 'Full access'), 'everything'],
  [option('exit-plan-bypass', 'allow_always', 'Yes'), 'everything'],
  [option('x', 'allow_once', 'Yes, and by\u200bpass'), 'everything'],
  [option('x', 'allow_once', 'ｙｏｌｏ'), 'everything'],
  [option('x', 'allow_once', 'Auto review'), null],
  [option('x', 'reject_always', 'Always reject'), null],
  [option('bypass', 'reject_once', 'Do not bypass permissions'), null],
] as const)('%o allows beyond what is asked for: %s', (given, expected) => {
  expect(dangerOf(given)).toBe(expected)
})

test.each([
  ['ask', [once, no], null],
  ['allow', [bypass, always, once, no], 'once'],
  ['allow', [bypass, always, no], null],
  ['allow', [own], null],
  ['deny', [once, never, no], 'no'],
  ['deny', [once, never], 'never'],
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
