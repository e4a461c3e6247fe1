import { expect, test } from 'vitest'
import { entryId } from '../../../src/protocol/plans/plan-content.ts'
import { todoEntries } from '../../../src/protocol/plans/tool-todos.ts'
import { readSessionUpdate } from '../../../src/protocol/session/session-update.ts'

const entry = { content: 'Read', status: 'pending', priority: 'high' }
const longest = 'x'.repeat(200)

test.each<[string, object, string | undefined]>([
  ['none', {}, undefined],
  ['a field', { id: 'a' }, 'a'],
  ['a number, as agents number their to-dos', { id: 0 }, '0'],
  ['in _meta', { _meta: { id: 'm' } }, 'm'],
  ['the id of a task', { taskId: '7' }, '7'],
  ['the id of a task in _meta', { _meta: { taskId: 7 } }, '7'],
  ['the field counts before _meta', { id: 'a', taskId: 't', _meta: { id: 'm' } }, 'a'],
  ['an unusable field does not', { id: null, _meta: { id: 'm' } }, 'm'],
  ['the longest', { id: longest }, longest],
  ['a longer one', { id: `${longest}x` }, undefined],
  ['an empty one', { id: '' }, undefined],
  ['not a number that can be told from others', { id: 2 ** 60 }, undefined],
  ['not a fraction', { id: 1.5 }, undefined],
  ['neither a string nor a number', { id: ['a'], taskId: { a: 1 }, _meta: { id: true } }, undefined],
  ['_meta that is no object', { _meta: 'a' }, undefined],
  ['a list as _meta', { _meta: ['a'] }, undefined],
])('%s', (_name, fields, id) => {
  expect(entryId({ ...entry, ...fields })).toBe(id)
})

test('the entries of a plan have the ids that the agent sent', () => {
  const entries = [{ ...entry, id: 'a' }, { content: 'B', status: 'pending', _meta: { id: 4 } }, entry]
  const update = { sessionUpdate: 'plan', entries }
  const [event] = readSessionUpdate({ sessionId: 's', update }).events
  expect(event).toMatchObject({
    content: { entries: [{ ...entry, id: 'a' }, { content: 'B', id: '4' }, entry] },
  })
})

test('and so do those of a to-do list', () => {
  const todo = { id: 'a', content: 'Read', status: null, priority: '' }
  expect(todoEntries([todo])).toEqual([{ content: 'Read', status: 'pending', priority: '', id: 'a' }])
})
