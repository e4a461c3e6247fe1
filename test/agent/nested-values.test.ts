import { detailText } from '../../src/app/state/permission.ts'
import { expect, test } from 'vitest'
import { cutMark } from '../../src/lib/json/cut-depth.ts'
import { deepList, deepObject, nested } from '../support/formats/nested.ts'
import type { Json } from './puppet.ts'
import { openOnWire, runOnWire, type Wire, type WireRun } from './wire.ts'

// What an agent nests deeper than a recursion reaches. Each run is replayed too: a recording has it as it came.

const options = [
  { optionId: 'yes', name: 'Allow', kind: 'allow_once' },
  { optionId: 'no', name: 'Reject', kind: 'reject_once' },
]

function sendNested(wire: Wire, message: Json): void {
  wire.write(`${nested({ jsonrpc: '2.0', ...message })}\n`)
}

/** Where something was left out: the way to it without what is the same all the way down. */
function tooDeep(running: WireRun): readonly string[] {
  return running.eventsOf('problem-found').flatMap(({ problem: { code, text, path, weight } }) => {
    if (code !== 'too-deep') return []
    expect([text, weight]).toEqual(['nested deeper than 128 levels: what is deeper is left out', 'rejected'])
    return path?.replace(/(?:\[0\]|\.a)*…$/, '') ?? 'nowhere'
  })
}

test.each([deepList, deepObject])(
  'a permission is asked for and answered, whatever the call holds: %s',
  async (deep) => {
    const { run: running, wire } = await openOnWire()
    const toolCall = { toolCallId: 't', title: 'Run', rawInput: { plain: 1, nested: deep }, content: [deep] }
    sendNested(wire, {
      id: 7,
      method: 'session/request_permission',
      params: { sessionId: 's1', toolCall, options, _meta: deep },
    })
    const { request } = await running.event('permission-asked')
    // Who is asked sees that something is not shown.
    expect(detailText(request.detail)).toContain(cutMark)
    expect(detailText(request.detail)).toContain('"plain": 1')
    expect(tooDeep(running)).toEqual(['params.toolCall.rawInput.nested'])
    running.agent.order({ type: 'answer', key: request.key, optionId: 'no' })
    expect(await wire.receives()).toEqual({
      jsonrpc: '2.0',
      id: 7,
      result: { outcome: { outcome: 'selected', optionId: 'no' } },
    })
  },
)

test('a form is shown without the properties that are nested too deeply, and answered', async () => {
  const { run: running, wire } = await openOnWire()
  const properties = {
    deep: { type: deepList },
    deeper: { type: deepObject, enum: deepList },
    choice: { type: 'string', oneOf: [{ const: 'a', title: deepObject }, { const: deepList }] },
    name: { type: 'string', default: deepObject },
  }
  sendNested(wire, {
    id: 'f',
    method: 'elicitation/create',
    params: {
      sessionId: 's1',
      mode: 'form',
      message: 'Who?',
      requestedSchema: { type: 'object', properties },
    },
  })
  const { request } = await running.event('elicitation-asked')
  const { mode } = request
  expect(mode.type === 'form' ? mode.fields.map(({ name }) => name) : null).toEqual(['choice', 'name'])
  running.agent.order({
    type: 'answer-elicitation',
    key: request.key,
    answer: { type: 'accepted', content: { name: 'Mia' } },
  })
  expect(await wire.receives()).toEqual({
    jsonrpc: '2.0',
    id: 'f',
    result: { action: 'accept', content: { name: 'Mia' } },
  })
})

test.each([
  ['fs/read_text_file', { sessionId: 's1', path: deepList }],
  ['fs/write_text_file', { sessionId: 's1', path: '/x', content: deepObject }],
  ['terminal/create', { sessionId: 's1', command: 'x', args: deepList }],
  ['cursor/create_plan', { toolCallId: 't', plan: deepList, todos: deepObject }],
  ['cursor/update_todos', { toolCallId: 't', todos: deepList, merge: deepObject }],
  ['cursor/ask_question', { toolCallId: 't', questions: deepList }],
  ['_x.ai/exit_plan_mode', { sessionId: 's1', toolCallId: 't', planContent: deepObject }],
  ['_x.ai/exit_plan_mode', { params: deepObject }],
  ['session/request_permission', deepList],
  ['elicitation/create', deepObject],
  ['_vendor/anything', deepList],
])('%s is answered once, and the run goes on: %j', async (method, params) => {
  const { run: running, wire } = await openOnWire({ canAsk: false })
  sendNested(wire, { id: 3, method, params })
  const { id, method: asked } = await wire.receives()
  expect([id, asked]).toEqual([3, undefined])
  wire.update({ sessionUpdate: 'plan', entries: [{ content: 'A', status: 'pending' }] })
  running.agent.order({ type: 'prompt', text: 'are you there' })
  expect((await wire.receives()).method).toBe('session/prompt')
})

test('answers and updates that are nested too deeply are read to the limit', async () => {
  const running = runOnWire()
  const wire = await running.nextWire()
  const { id } = await wire.receives()
  const agentInfo = { name: 'deep', version: deepObject }
  sendNested(wire, {
    id,
    result: { protocolVersion: 1, agentInfo, agentCapabilities: deepObject, authMethods: deepList },
  })
  const session = await wire.receives()
  const configOptions = [{ id: 'o', name: 'O', type: 'other', value: deepObject }]
  sendNested(wire, {
    id: session.id,
    result: { sessionId: 's1', modes: deepList, configOptions, _meta: deepObject },
  })
  await running.opened()
  for (const plan of [
    { type: '_deep', planId: 'x', payload: deepObject },
    { type: 'items', planId: 'y', entries: [deepList, { content: 'A', status: deepObject }] },
    deepList,
  ])
    sendNested(wire, {
      method: 'session/update',
      params: { sessionId: 's1', update: { sessionUpdate: 'plan_update', plan } },
    })
  const rawInput = { todos: deepList }
  for (const update of [
    { sessionUpdate: 'tool_call', toolCallId: 't', title: 'TodoWrite', rawInput, content: deepList },
    { sessionUpdate: deepObject },
    deepObject,
  ])
    sendNested(wire, { method: 'session/update', params: { sessionId: 's1', update } })
  running.agent.order({ type: 'prompt', text: 'go' })
  const prompt = await wire.receives()
  sendNested(wire, { id: prompt.id, result: { stopReason: 'end_turn', _meta: deepList } })
  await running.event('turn-ended')
  expect(running.state().sessions.get('s1')?.plans.get('id:x')?.body).toMatchObject({ type: 'opaque' })
  expect(tooDeep(running)).toEqual([
    'result.agentInfo.version',
    'result.modes',
    'params.update.plan.payload',
    'params.update.plan.entries',
    'params.update.plan',
    'params.update.rawInput.todos',
    'params.update.sessionUpdate',
    'params.update',
    'result._meta',
  ])
})

test('errors that are nested too deeply end their request with their message', async () => {
  const { run: running, wire } = await openOnWire()
  running.agent.order({ type: 'prompt', text: 'go' })
  const prompt = await wire.receives()
  sendNested(wire, { id: prompt.id, error: { code: -32603, message: 'Oh', data: deepObject } })
  expect((await running.event('turn-ended')).outcome).toMatchObject({ kind: 'failed' })
})
