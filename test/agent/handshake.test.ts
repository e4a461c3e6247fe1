import { noSetup } from '../../src/app/state/app-event.ts'
import { offersNothing } from '../../src/app/state/link.ts'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { holdDeadlines, run, type Json } from './puppet.ts'
import { greetOnWire, openOnWire, runOnWire } from './wire.ts'
import { emptyFolder } from '../support/empty-folder.ts'

const who = { name: 'acp-plan-tui', title: 'acp-plan-tui', version: '1.2.3' }
const plans = { plan: {}, planCapabilities: {} }
const elicitation = { elicitation: { form: {}, url: {} } }
const bareCapabilities = {
  fs: { readTextFile: false, writeTextFile: false },
  terminal: false,
  auth: { terminal: true },
  session: { configOptions: { boolean: {} }, notices: {}, compaction: {} },
  subagents: {},
  _meta: {
    'github.com/copilot': {
      events: ['subagent.started', 'subagent.completed', 'subagent.failed', 'session.todos_changed'],
    },
  },
}
const v1Capabilities = { ...bareCapabilities, ...elicitation, ...plans }
const v2Capabilities = { auth: { terminal: {} }, ...elicitation, ...plans }

test('a version 1 agent: from the start to the first prompt', async () => {
  const { agent: _, ...running } = await run({ prompts: ['go'] })
  const puppet = await running.nextPuppet()
  const initialize = await puppet.receives()
  expect(initialize).toEqual({
    jsonrpc: '2.0',
    id: 0,
    method: 'initialize',
    params: {
      protocolVersion: 2,
      info: who,
      capabilities: v2Capabilities,
      clientInfo: who,
      clientCapabilities: v1Capabilities,
    },
  })
  await puppet.answer(initialize, {
    protocolVersion: 1,
    agentInfo: { name: 'scribe', title: 'The Scribe', version: '3.1' },
  })
  const newSession = await puppet.receives()
  expect(newSession).toEqual({
    jsonrpc: '2.0',
    id: 1,
    method: 'session/new',
    params: { cwd: running.folder, mcpServers: [] },
  })
  await puppet.answer(newSession, { sessionId: 's1' })
  expect(await puppet.receives()).toEqual({
    jsonrpc: '2.0',
    id: 2,
    method: 'session/prompt',
    params: { sessionId: 's1', prompt: [{ type: 'text', text: 'go' }] },
  })
  expect(running.events).toEqual([
    { type: 'link-changed', atMs: 0, link: { state: 'starting', sinceMs: 0 } },
    { type: 'link-changed', atMs: 0, link: { state: 'shaking-hands', sinceMs: 0 } },
    { type: 'prompt-queued', atMs: 0, sessionId: null, text: 'go', place: 0 },
    {
      type: 'agent-described',
      atMs: 0,
      agent: {
        name: 'scribe',
        title: 'The Scribe',
        version: '3.1',
        protocolVersion: 1,
        knowsPlanCapability: true,
        offers: offersNothing,
      },
    },
    { type: 'session-opened', atMs: 0, sessionId: 's1', how: 'new', setup: noSetup },
    { type: 'queue-moved', atMs: 0, from: null, to: 's1' },
    { type: 'link-changed', atMs: 0, link: { state: 'open', sinceMs: 0 } },
    { type: 'prompt-sent', atMs: 0, sessionId: 's1', text: 'go', wasQueued: true },
  ])
})

test('a version 2 agent describes itself in `info`; one without a name has that of its command', async () => {
  const { run } = await greetOnWire({}, { protocolVersion: 2, info: { name: 'x', version: '1' } })
  const { agent } = run.state()
  expect(agent).toEqual({
    name: 'x',
    title: null,
    version: '1',
    protocolVersion: 2,
    knowsPlanCapability: true,
    // What every agent of version 2 has.
    offers: { list: true, load: true, resume: true, close: true, delete: false },
  })

  const nameless = await greetOnWire({}, { protocolVersion: 2 })
  expect(nameless.run.state().agent?.name).toBe('node')
})

test.each([
  {
    protocol: 1 as const,
    params: {
      protocolVersion: 1,
      clientInfo: who,
      clientCapabilities: { ...bareCapabilities, ...elicitation },
    },
  },
  {
    protocol: 2 as const,
    params: { protocolVersion: 2, info: who, capabilities: { auth: { terminal: {} }, ...elicitation } },
  },
])('protocol $protocol alone, without plans and without a user', async ({ protocol, params }) => {
  const run = runOnWire({ protocol, advertisesPlans: false, canAsk: false })
  const wire = await run.nextWire()
  expect((await wire.answersNext({ protocolVersion: protocol })).params).toEqual(params)
  expect(run.state().agent).toMatchObject({ protocolVersion: protocol, knowsPlanCapability: false })
})

test('an agent that writes the numbers of requests back as texts is understood, and told so', async () => {
  const running = await run({ prompts: ['go'] })
  const puppet = await running.nextPuppet()
  for (const result of [{ protocolVersion: 1 }, { sessionId: 's1' }, { stopReason: 'end_turn' }]) {
    await puppet.send({ id: String((await puppet.receives()).id), result })
  }
  expect((await running.event('turn-ended')).outcome).toMatchObject({ kind: 'stopped' })
  const { problems, problemCount } = running.state()
  expect(problems.items.map(({ problem }) => [problem.code, problem.weight, problem.path])).toEqual([
    ['bad-answer', 'noted', 'id'],
  ])
  expect(problemCount).toBe(3)
})

test('an agent that answers version 2 with an error is asked again for 1', async () => {
  const run = runOnWire()
  const wire = await run.nextWire()
  wire.fail(await wire.receives(), -32022, 'Unsupported protocol version')
  const again = await wire.answersNext({ protocolVersion: 1 })
  expect(again).toMatchObject({
    id: 1,
    method: 'initialize',
    params: { protocolVersion: 1, clientInfo: who, clientCapabilities: v1Capabilities },
  })
  expect(again.params).not.toHaveProperty('info')
  expect(await wire.answersNext({ sessionId: 's1' })).toMatchObject({ id: 2, method: 'session/new' })
  await run.opened()
  expect(run.state().problemCount).toBe(0)
})

test.each(['exit', 'closeStdout'])(
  'an agent that meets version 2 with %s is started again, once',
  async (order) => {
    const running = await run()
    const first = await running.nextPuppet()
    await first.receives()
    first.give({ type: order, code: 1 })
    const second = await running.nextPuppet()
    const initialize = await second.receives()
    expect(initialize).toMatchObject({ id: 0, params: { protocolVersion: 1 } })
    expect(running.eventsOf('remarked').map((event) => event.text)).toEqual([
      'The agent ended when asked for version 2 of the protocol: starting it again with version 1.',
    ])
    second.give({ type: 'exit', code: 4 })
    expect(await running.ended()).toEqual({ kind: 'exited', code: 4, signal: null })
  },
)

test('an agent that exits after its answer is not restarted', async () => {
  const running = await run()
  const puppet = await running.nextPuppet()
  await puppet.answer(await puppet.receives(), { protocolVersion: 2 })
  await puppet.receives()
  puppet.give({ type: 'exit', code: 3 })
  expect(await running.ended()).toMatchObject({ kind: 'exited', code: 3 })
})

test('an authentication error ends the agent where nobody can be asked, in either version', async () => {
  const running = await run({ canAsk: false })
  const puppet = await running.nextPuppet()
  await puppet.answer(await puppet.receives(), {
    protocolVersion: 2,
    authMethods: [
      { methodId: 'key', type: 'agent', name: 'API key', description: 'Paste it' },
      { id: 'web', name: 'Log in' },
      'junk',
    ],
  })
  holdDeadlines()
  await puppet.fail(await puppet.receives(), -32000, 'Authentication required')
  expect(await running.ended()).toMatchObject({
    kind: 'wants-authentication',
    methods: [
      { id: 'key', name: 'API key', description: 'Paste it', how: { type: 'agent' } },
      { id: 'web', name: 'Log in', description: null, how: { type: 'agent' } },
    ],
  })
  await puppet.reports('stdin-ended')
  expect(running.eventsOf('remarked').map((event) => event.text)).toEqual(['The agent is being ended.'])
})

test.each([
  { message: 'Authentication required', end: {} },
  { message: 'The token has expired', end: { message: 'The token has expired' } },
])('an authentication error for both versions of initialize: $message', async ({ message, end }) => {
  const run = runOnWire()
  const wire = await run.nextWire()
  for (const _version of [2, 1]) wire.fail(await wire.receives(), -32000, message)
  expect(await run.ended()).toEqual({ kind: 'wants-authentication', methods: [], ...end })
})

test('a refusal has the reason, also from the data', async () => {
  const { run, wire } = await greetOnWire({ protocol: 1 })
  wire.fail(await wire.receives(), -32603, 'Internal error', { details: 'no disk' })
  const message = 'Internal error: no disk'
  expect(await run.ended()).toEqual({ kind: 'refused', method: 'session/new', code: -32603, message })
})

const supported = 'and 1 and 2 are supported'

test.each<[string, 'auto' | 1, Json, string]>([
  ['a version from the future', 'auto', { protocolVersion: 3 }, 'with protocolVersion 3; 2 was requested'],
  ['a higher version than asked for', 1, { protocolVersion: 2 }, 'with protocolVersion 2; 1 was requested'],
])('an answer to initialize with %s ends the agent', async (_, protocol, result, found) => {
  const { run } = await greetOnWire({ protocol }, result)
  const text = `it answered initialize ${found}, ${supported}`
  expect(await run.ended()).toEqual({ kind: 'broke-protocol', text })
})

test('a server of another protocol that has initialize, too, is told as one', async () => {
  const result = { protocolVersion: '2025-06-18', capabilities: { tools: {} }, serverInfo: { name: 'files' } }
  const { run } = await greetOnWire({}, result)
  const text = 'it answered initialize as a server of MCP or LSP does, with serverInfo'
  expect(await run.ended()).toEqual({ kind: 'broke-protocol', text })
})

test.each<[Json, number, string]>([
  [{}, 1, 'protocolVersion is missing, 1 or 2 is expected; taken as 1'],
  [
    { agentCapabilities: {}, protocolVersion: '0.0.9' },
    1,
    'protocolVersion is a string, 1 or 2 is expected; taken as 1',
  ],
  [{ capabilities: {}, protocolVersion: null }, 2, 'protocolVersion is null, 1 or 2 is expected; taken as 2'],
  [
    { capabilities: {}, protocolVersion: '1' },
    1,
    'protocolVersion is a string, 1 or 2 is expected; taken as 1',
  ],
])('the answer %j to initialize is read as version %i, with a problem', async (result, version, text) => {
  const { run } = await openOnWire({}, result)
  expect(run.eventsOf('agent-described')).toMatchObject([{ agent: { protocolVersion: version } }])
  expect(run.eventsOf('problem-found').map(({ problem }) => problem.text)).toEqual([text])
})

test('an answer to initialize with no object ends the agent', async () => {
  const run = runOnWire()
  await (await run.nextWire()).answersNext(null)
  const text = 'it answered initialize with null instead of an object'
  expect(await run.ended()).toEqual({ kind: 'broke-protocol', text })
})

test('an agent of version 1 is ended where version 2 was forced', async () => {
  const { run } = await greetOnWire({ protocol: 2 })
  const message = 'the agent supports only version 1 of the protocol, but version 2 was requested'
  expect(await run.ended()).toEqual({ kind: 'refused', method: 'initialize', code: null, message })
})

test('a session without an id breaks the protocol', async () => {
  const { run, wire } = await greetOnWire({}, { protocolVersion: 2 })
  await wire.answersNext({ session: 7 })
  const text = 'it answered session/new without a sessionId, which has to be a string: {"session":7}'
  expect(await run.ended()).toEqual({ kind: 'broke-protocol', text })
})

test('the command gets its folder and its environment', async () => {
  const running = await run({ env: { PUPPET_WORD: 'hello' } })
  const puppet = await running.nextPuppet()
  expect(await puppet.reports('started')).toMatchObject({ cwd: running.folder, word: 'hello' })
})

test('files are offered with a folder only, and then read', async () => {
  const root = emptyFolder()
  writeFileSync(join(root, 'notes.md'), 'one\ntwo\n')
  const run = runOnWire({ offersFiles: root })
  const wire = await run.nextWire()
  expect((await wire.answersNext({ protocolVersion: 1 })).params?.['clientCapabilities']).toMatchObject({
    fs: { readTextFile: true, writeTextFile: true },
    terminal: false,
  })
  await wire.answersNext({ sessionId: 's1' })
  const params = { sessionId: 's1', path: join(root, 'notes.md') }
  wire.send({ id: 1, method: 'fs/read_text_file', params })
  expect(await wire.receives()).toMatchObject({ id: 1, result: { content: 'one\ntwo\n' } })

  const bare = await openOnWire()
  bare.wire.send({ id: 1, method: 'fs/read_text_file', params })
  expect(await bare.wire.receives()).toMatchObject({ id: 1, error: { code: -32601 } })
})
