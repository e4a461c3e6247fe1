import { expect, test } from 'vitest'
import { unknownNotification, unknownRequest } from '../../../src/app/exchange/exchange-problems.ts'
import { isCounted } from '../../../src/protocol/wire/wire-problem.ts'

test.each<[string, unknown, boolean]>([
  ['_qwencode/ping', undefined, false],
  ['terminal/create', { command: 'ls' }, false],
  ['_vendor/plane', { planet: 'x' }, false],
  ['_vendor/subscribe', { plan: 'pro' }, false],
  ['_vendor/todos', [], true],
  ['vendor/create_plan', {}, true],
  ['_vendor/present', { plan: '# Plan\n- a' }, true],
  ['_vendor/present', { params: { todos: [{ content: 'a' }] } }, true],
  ['_vendor/present', { entries: [] }, false],
])('%s with %j: something that would be shown is missing: %s', (method, params, isMissing) => {
  const problem = unknownRequest(method, params)
  expect([isCounted(problem), problem.weight]).toEqual([isMissing, isMissing ? 'rejected' : 'noted'])
})

test.each<[string, unknown, boolean]>([
  ['session/updates', { update: { sessionUpdate: 'plan', entries: [{ content: 'a' }] } }, true],
  ['plan/update', {}, true],
  ['_vendor/plan', { entries: [{ content: 'a' }] }, false],
  ['telemetry', { plane: 1 }, false],
])('the notification %s with %j: a plan is missing: %s', (method, params, isMissing) => {
  expect(unknownNotification(method, params, false)?.weight).toBe(isMissing ? 'rejected' : undefined)
})
