import { expect, test } from 'vitest'
import { SentCalls } from '../../../src/app/exchange/sent-calls.ts'
import type { Json } from './exchange.ts'

const call = (fields: Json): Json & { readonly toolCallId: string } => ({ toolCallId: 'c', ...fields })
const begun = (fields: Json = {}): ReturnType<typeof call> => call({ sessionUpdate: 'tool_call', ...fields })
const update = (fields: Json): ReturnType<typeof call> =>
  call({ sessionUpdate: 'tool_call_update', ...fields })
const text = (words: string): Json => ({ type: 'content', content: { type: 'text', text: words } })

test('a call is merged from all that is sent of it: absent fields stay, lists replace, _meta is patched', () => {
  const calls = new SentCalls()
  calls.updated('s', begun({ title: 'Run', kind: 'execute', content: [1, 2], _meta: { a: 1, b: 1 } }), 1)
  calls.updated('s', update({ title: 'Run the tests', content: [3], _meta: { b: 2 } }), 1)
  calls.asked('s', call({ rawInput: { command: 'npm test' } }), 1)
  expect(calls.get('s', 'c')).toEqual({
    sessionId: 's',
    toolCallId: 'c',
    fields: {
      toolCallId: 'c',
      title: 'Run the tests',
      kind: 'execute',
      content: [3],
      _meta: { a: 1, b: 2 },
      rawInput: { command: 'npm test' },
    },
    isAnnounced: true,
  })
  expect(calls.get('t', 'c')).toBeNull()
})

test('null changes nothing in version 1, and clears a field in version 2', () => {
  const fields = ([1, 2] as const).map((version) => {
    const calls = new SentCalls()
    calls.updated('s', begun({ title: 'Run', kind: 'edit' }), version)
    return calls.updated('s', update({ title: null, name: null }), version).now.fields
  })
  expect(fields).toEqual([
    { toolCallId: 'c', title: 'Run', kind: 'edit' },
    { toolCallId: 'c', kind: 'edit' },
  ])
})

test('keys of _meta without end are not all kept', () => {
  const calls = new SentCalls()
  for (let at = 0; at < 1000; at++) calls.updated('s', update({ _meta: { [`key ${at}`]: at } }), 1)
  const meta = calls.get('s', 'c')?.fields['_meta'] as Json
  expect(Object.keys(meta).length).toBeLessThanOrEqual(200)
  expect(meta['key 999']).toBe(999)
})

test('pieces of content are appended, up to a limit', () => {
  const calls = new SentCalls()
  const chunk = (words: string): ReturnType<typeof call> =>
    call({ sessionUpdate: 'tool_call_content_chunk', content: text(words) })
  calls.updated('s', begun({ content: [text('a')] }), 2)
  calls.updated('s', chunk('b'), 2)
  expect(calls.get('s', 'c')?.fields['content']).toEqual([text('a'), text('b')])
  for (let count = 0; count < 2000; count++) calls.updated('s', chunk('more'), 2)
  expect(calls.get('s', 'c')?.fields['content']).toHaveLength(1000)
  expect(calls.get('s', 'c')?.isContentCut).toBe(true)
  expect(calls.asked('s', call({ title: 'Asked' }), 2).now.isContentCut).toBe(true)
  expect(calls.asked('s', call({ content: [text('whole')] }), 2).now.isContentCut).toBeUndefined()
})

test('an update begins a call that is not known, a request names one; a call that has ended begins anew', () => {
  const calls = new SentCalls()
  expect(calls.asked('s', call({ title: 'Asked' }), 1)).toMatchObject({
    before: null,
    now: { isAnnounced: false },
  })
  expect(calls.updated('s', update({ status: 'completed' }), 1)).toMatchObject({
    before: { isAnnounced: false },
    now: { isAnnounced: true, fields: { title: 'Asked' } },
  })
  expect(calls.updated('s', begun({ kind: 'edit' }), 1).now.fields).toEqual({ toolCallId: 'c', kind: 'edit' })
})

test('the last call of a session that is meant, and the session that last used an id', () => {
  const calls = new SentCalls()
  for (const [sessionId, toolCallId, title] of [
    ['s', '1', 'write'],
    ['s', '2', 'propose'],
    ['s', '3', 'write'],
    ['t', '4', 'propose'],
    ['t', '1', 'write'],
  ] as const)
    calls.updated(sessionId, { toolCallId, sessionUpdate: 'tool_call', title }, 1)
  const last = (title: string): string | undefined =>
    calls.last('s', (fields) => fields['title'] === title)?.toolCallId
  expect([last('propose'), last('write'), last('none')]).toEqual(['2', '3', undefined])
  expect([calls.sessionOf('1'), calls.sessionOf('3'), calls.sessionOf('?')]).toEqual(['t', 's', null])
})

test('calls and characters are limited; a whole plan is kept', () => {
  const calls = new SentCalls()
  const big = (length: number): Json => ({ rawInput: { plan: 'x'.repeat(length) } })
  calls.updated('s', begun(big(2_000_000)), 1)
  expect(calls.get('s', 'c')?.fields['rawInput']).toEqual(big(2_000_000)['rawInput'])
  // What cannot be kept takes the place of what it was before.
  expect(calls.updated('s', update({ ...big(5_000_000), title: 'Big' }), 1).now.fields).toEqual({
    toolCallId: 'c',
    title: 'Big',
  })
  // When there is too much, the oldest go.
  for (let id = 0; id < 12; id++) calls.updated('s', { ...begun(big(3_000_000)), toolCallId: `${id}` }, 1)
  expect(['c', '0', '2', '3', '11'].map((id) => calls.get('s', id) !== null)).toEqual([
    false,
    false,
    false,
    true,
    true,
  ])
  // What an update replaces does not count.
  for (let count = 0; count < 20; count++)
    calls.updated('s', { ...update(big(3_000_000)), toolCallId: '11' }, 1)
  expect(['5', '11'].map((id) => calls.get('s', id) !== null)).toEqual([true, true])
  for (let id = 0; id < 2001; id++) calls.updated('t', { ...begun(), toolCallId: `${id}` }, 1)
  expect(['0', '1', '2000'].map((id) => calls.get('t', id) !== null)).toEqual([false, true, true])
  expect(calls.get('s', '11')).toBeNull()
})

test('a copy goes its own way', () => {
  const calls = new SentCalls()
  calls.updated('s', begun({ title: 'One' }), 1)
  const copy = calls.copy()
  calls.updated('s', update({ title: 'Two' }), 1)
  expect(copy.get('s', 'c')?.fields['title']).toBe('One')
  calls.clear()
  expect([calls.get('s', 'c'), calls.sessionOf('c'), copy.sessionOf('c')]).toEqual([null, null, 's'])
})
