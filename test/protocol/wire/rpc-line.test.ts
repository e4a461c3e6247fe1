import { expect, test } from 'vitest'
import { rpcErrorText } from '../../../src/protocol/wire/message.ts'

test.each<[string, unknown, string]>([
  ['nothing', undefined, 'Internal error'],
  ['null', null, 'Internal error'],
  ['text', ' the key has expired ', 'Internal error: the key has expired'],
  ['details', { details: 'no such model', message: 'other' }, 'Internal error: no such model'],
  ['a message', { message: 'out of credit', status: 402 }, 'Internal error: out of credit'],
  ['a reason', { reason: 'logged out' }, 'Internal error: logged out'],
  ['an error', { error: 'no such model' }, 'Internal error: no such model'],
  ['a detail', { detail: 'log in first' }, 'Internal error: log in first'],
  ['a reason with more', { reason: 'none', path: '/a' }, 'Internal error: {"reason":"none","path":"/a"}'],
  ['another shape', { status: 402, type: 'billing' }, 'Internal error: {"status":402,"type":"billing"}'],
  ['a list', ['a', 1], 'Internal error: ["a",1]'],
  ['a number', 7, 'Internal error: 7'],
  ['what the message says', { details: 'error' }, 'Internal error'],
  ['login methods, which are shown as such', { authMethods: [{ id: 'key' }] }, 'Internal error'],
  ['nothing in an object', {}, 'Internal error'],
])('the data of an error follows its message: %s', (_, data, text) => {
  expect(rpcErrorText({ message: 'Internal error', data })).toBe(text)
})

test('data of an unknown shape is cut, and stands alone where there is no message', () => {
  const text = rpcErrorText({ message: '', data: { trace: 'x'.repeat(5000) } })
  expect(text).toHaveLength(301)
  expect(text).toMatch(/^\{"trace":"x+…$/)
})
