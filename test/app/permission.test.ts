import { expect, test } from 'vitest'
import { isDangerous, policyAnswer, safestFirst, type PermissionOption } from '../../src/app/permission.ts'

function option(id: string, kind: string, name = id): PermissionOption {
  return { id, kind, name }
}

const once = option('once', 'allow_once', 'Yes, and ask before each edit')
const always = option('always', 'allow_always', 'Yes')
const bypass = option('bypass', 'allow_once', 'Yes, and bypass permissions')
const no = option('no', 'reject_once', 'No, keep planning')
const never = option('never', 'reject_always', 'No, and never ask again')
const own = option('own', '_own', 'Perhaps')

test('the safest stands first, and the dangerous last', () => {
  const options = [bypass, always, own, once, never, no]
  expect(safestFirst(options).map(({ id }) => id)).toEqual(['no', 'never', 'once', 'own', 'bypass', 'always'])
  expect(options[0]).toBe(bypass)
})

test.each([
  [once, false],
  [always, true],
  [bypass, true],
  [no, false],
  [never, false],
  [own, false],
  [option('x', 'allow_once', "Yes, and don't ask again"), true],
  [option('x', '', 'Allow always'), true],
  [option('x', 'reject_always', 'Always reject'), false],
])('%o is dangerous: %s', (given, expected) => {
  expect(isDangerous(given)).toBe(expected)
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
