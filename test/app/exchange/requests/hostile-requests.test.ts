import { describe, expect, test } from 'vitest'
import { initialState } from '../../../../src/app/state/app-state.ts'
import { TraceInterpreter } from '../../../../src/app/exchange/trace-interpreter.ts'
import { requestKind } from '../../../../src/app/exchange/requests/request-kinds.ts'
import { reduce } from '../../../../src/app/reduce/reduce.ts'
import { vendorMethods } from './vendor-methods.ts'

const keys = [
  'plan',
  'planContent',
  'overview',
  'name',
  'todos',
  'phases',
  'questions',
  'merge',
  'toolCallId',
  'sessionId',
  'mode',
]

function nested(depth: number): string {
  return `${'['.repeat(depth)}${']'.repeat(depth)}`
}

const option = { id: 'a', label: 'A' }
const item = { id: 'x', content: 'X', question: 'Q', prompt: 'Q', options: [option], todos: [option] }

/** What an agent may write at each key, as JSON. */
const values: readonly (readonly [string, string])[] = [
  ['lists in lists in lists', nested(50_000)],
  ['a list of eleven thousand', JSON.stringify(Array.from({ length: 11_000 }, () => item))],
  ['eleven thousand of another kind', JSON.stringify(Array.from({ length: 11_000 }, () => 5))],
  ['keys of every object', '{"__proto__": {"todos": []}, "constructor": 1, "toString": null}'],
  ['a megabyte', JSON.stringify('a'.repeat(1_000_000))],
]

describe.each(values)('%s', (_, value) => {
  test.each(vendorMethods)('in %s is read or is a problem, and few of them', (method) => {
    const kind = requestKind(method)
    const parsed: unknown = JSON.parse(value)
    for (const key of keys) {
      const read = kind?.read({ plan: '# P', planContent: '# P', [key]: parsed }, null)
      expect(read?.ok === true ? read.value.problems.length : 1).toBeLessThan(30)
    }
  })

  test('in a whole trace gives a state, and the same when it comes twice', () => {
    const interpreter = new TraceInterpreter()
    let state = initialState
    for (const [index, method] of [...vendorMethods, ...vendorMethods].entries())
      for (const key of ['plan', 'planContent', 'todos', 'questions']) {
        const params = `{"toolCallId": "c", "sessionId": "s", "plan": "# P", "planContent": "# P", "${key}": ${value}}`
        const line = `{"jsonrpc": "2.0", "id": "${index} ${key}", "method": "${method}", "params": ${params}}`
        state = interpreter.read({ t: index, type: 'frame', dir: 'from-agent', line }).reduce(reduce, state)
      }
    const { permissions, elicitations, sessions } = state
    expect(permissions.length).toBeLessThanOrEqual(12)
    expect(elicitations.length).toBeLessThanOrEqual(8)
    expect(sessions.get('s')?.todos.length ?? 0).toBeLessThanOrEqual(10_000)
  })
})

test('phases that are not read are reported', () => {
  const phases = Array.from({ length: 102 }, (_, index) => ({ todos: [{ content: `step ${index}` }] }))
  const read = requestKind('cursor/create_plan')?.read({ phases }, null)
  expect(read).toMatchObject({
    value: {
      problems: [
        {
          text: 'only the to-dos of the first 100 of 102 phases are shown',
          path: 'params.phases[100]',
          weight: 'rejected',
        },
      ],
    },
  })
})

test('phases have as many to-dos together as a list may have', () => {
  const todos = Array.from({ length: 6000 }, (_, index) => ({ id: `${index}`, content: 'Do it' }))
  const read = requestKind('cursor/create_plan')?.read({ phases: [{ todos }, { todos }, { todos }] }, null)
  expect(read).toMatchObject({ value: { request: { todos: { length: 10_000 } } } })
  expect(read?.ok === true ? read.value.problems.map(({ path }) => path) : []).toEqual([
    'params.phases[1].todos',
  ])
})

test('no overview is searched for where that would take long', () => {
  const plan = 'a'.repeat(4_000_000)
  const overview = `${plan.slice(0, 1_000_000)}b${plan.slice(0, 1_000_000)}`
  const read = requestKind('cursor/create_plan')?.read({ plan, overview }, null)
  expect(read?.ok).toBe(true)
})
