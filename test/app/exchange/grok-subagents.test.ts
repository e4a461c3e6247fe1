import { expect, test } from 'vitest'
import { detailText } from '../../../src/app/state/permission.ts'
import { type Exchange, greeted, type Json } from './exchange.ts'

const options = [
  { optionId: 'allow-once', name: 'Yes', kind: 'allow_once' },
  { optionId: 'reject-once', name: 'No', kind: 'reject_once' },
]

const begins: Json = {
  method: '_x.ai/session_notification',
  params: {
    sessionId: 's',
    update: { sessionUpdate: 'subagent_spawned', child_session_id: 'child', description: 'Find callers' },
  },
}
const edits: Json = {
  method: 'session/update',
  params: {
    sessionId: 'child',
    update: {
      sessionUpdate: 'tool_call',
      toolCallId: 'c',
      title: 'Edit `a.ts`',
      kind: 'edit',
      content: [{ type: 'diff', path: '/a.ts', oldText: 'a', newText: 'b' }],
    },
  },
}

function asks(toolCall: Json): Json {
  return { id: 'q', method: 'session/request_permission', params: { sessionId: 's', toolCall, options } }
}

function asked({ state }: Exchange): readonly object[] {
  return state.permissions.map(({ sessionId, title, detail }) => ({
    sessionId,
    title,
    detail: detailText(detail),
  }))
}

test('a question about a call of a sub-agent is that one’s, though it names the session of the parent', () => {
  const exchange = greeted().agent(
    begins,
    edits,
    asks({ toolCallId: 'c', kind: 'edit', title: 'Edit `a.ts`' }),
  )
  expect(asked(exchange)).toEqual([{ sessionId: 'child', title: 'Edit `a.ts`', detail: '/a.ts\n- a\n+ b' }])
})

test('one about a call of a session that works for nobody is of the session that it names', () => {
  const exchange = greeted().agent(edits, asks({ toolCallId: 'c', title: 'Edit' }))
  expect(asked(exchange)).toEqual([{ sessionId: 's', title: 'Edit', detail: '' }])
})

test('one about a sub-agent says so', () => {
  const meta = { 'x.ai/tool': { name: 'spawn_subagent', kind: 'task', label: 'Subagent' } }
  const call = { toolCallId: 'c', title: 'Find callers', rawInput: { prompt: 'Look' }, _meta: meta }
  expect(asked(greeted().agent(asks(call)))).toMatchObject([{ title: 'Subagent: Find callers' }])
})

test('a call that it was not allowed is rejected, in its own session and in that of its parent', () => {
  const plan = {
    sessionUpdate: 'plan',
    entries: [{ content: 'A', status: 'in_progress', priority: 'medium' }],
  }
  const failed = { sessionUpdate: 'tool_call_update', toolCallId: 'c', status: 'failed' }
  const exchange = greeted()
    .agent({ method: 'session/update', params: { sessionId: 's', update: plan } }, begins, edits)
    .agent(asks({ toolCallId: 'c', title: 'Edit `a.ts`' }))
    .client({ id: 'q', result: { outcome: { outcome: 'selected', optionId: 'reject-once' } } })
    .agent({ method: 'session/update', params: { sessionId: 'child', update: failed } })
  for (const id of ['s', 'child'])
    expect([...(exchange.state.sessions.get(id)?.work.steps.values() ?? [])]).toMatchObject([
      { calls: 1, rejected: 1, failed: 0 },
    ])
})
