import { expect, test } from 'vitest'
import { unknownNotification, unknownRequest } from '../../../src/app/exchange/exchange-problems.ts'
import { isCounted } from '../../../src/protocol/wire/wire-problem.ts'
import { greeted } from './exchange.ts'

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

test.each([
  ['session/request_permission', {}],
  ['session/request_permission', { id: { n: 1 } }],
  ['session/request_permission', { id: true }],
  ['elicitation/create', {}],
  ['cursor/create_plan', {}],
])('the question %s that cannot be answered is a problem: %j', (method, sent) => {
  const { state } = greeted().agent({ method, params: { plan: 'a\nb', todos: [], sessionId: 's' }, ...sent })
  expect([state.permissions, state.elicitations]).toEqual([[], []])
  expect(state.problems.items.map(({ problem }) => problem)).toMatchObject([
    { code: 'bad-request', weight: 'rejected', path: 'id' },
  ])
})

test.each<[string, unknown, boolean]>([
  ['session/updates', { update: { sessionUpdate: 'plan', entries: [{ content: 'a' }] } }, true],
  ['plan/update', {}, true],
  ['_vendor/plan', { entries: [{ content: 'a' }] }, false],
  ['telemetry', { plane: 1 }, false],
])('the notification %s with %j: a plan is missing: %s', (method, params, isMissing) => {
  expect(unknownNotification(method, params, false)?.weight).toBe(isMissing ? 'rejected' : undefined)
})
