import { expect, test } from 'vitest'
import { readAuthMethods } from '../../src/app/exchange/read/read-opened.ts'
import type { AppState } from '../../src/app/state/app-state.ts'
import type { Json } from './puppet.ts'
import { greeted, greetOnWire, type Wire } from './wire.ts'
import { settled } from './watched-run.ts'

const methods = [
  { id: 'key', name: 'API key' },
  { id: 'shell', name: 'Log in there', type: 'terminal', args: ['--login'] },
]
const v1 = { protocolVersion: 1, authMethods: methods }
const v2 = { protocolVersion: 2, authMethods: [{ methodId: 'key', type: 'agent', name: 'API key' }] }

function loginOf({ link }: AppState): unknown {
  return link.state === 'wants-login' ? [link.trying, link.failure] : link.state
}

/** Refuses the next request, because the user is not logged in. */
async function refuseForLogin(wire: Wire): Promise<void> {
  wire.fail(await wire.receives(), -32000, 'Authentication required')
  await settled()
}

/** Droid answers with the version that was asked for, and speaks the other. */
const v1AsV2 = { ...v1, protocolVersion: 2, agentCapabilities: { loadSession: true } }

test.each([
  { greeting: v1, name: 'version 1', request: 'authenticate' },
  { greeting: v1AsV2, name: 'version 1 that is called 2', request: 'authenticate' },
  { greeting: v2, name: 'version 2', request: 'auth/login' },
])(
  '$name: a user logs in with $request: a failed try is reported, a successful one opens the session',
  async ({ greeting, request }) => {
    const { run, wire } = await greetOnWire({ prompts: ['go'] }, greeting)
    await refuseForLogin(wire)
    const asked = await run.until((state) => state.link.state === 'wants-login')
    expect(asked.link).toMatchObject({ trying: null, failure: null })
    run.agent.order({ type: 'log-in', methodId: 'key' })
    expect(loginOf(run.state())).toEqual(['key', null])
    const first = await wire.receives()
    expect([first.method, first.params]).toEqual([request, { methodId: 'key' }])
    wire.fail(first, -32603, 'Internal error', { details: 'the key is old' })
    await settled()
    expect(loginOf(run.state())).toEqual([null, 'Internal error: the key is old'])
    run.agent.order({ type: 'log-in', methodId: 'key' })
    await wire.answersNext({})
    expect((await wire.receives()).method).toBe('session/new')
    expect(loginOf(run.state())).toEqual(['key', null])
    wire.fail({ id: 4 }, -32000, 'Authentication required')
    await settled()
    expect(loginOf(run.state())).toEqual([null, 'the agent still wants a login: Authentication required'])
    run.agent.order({ type: 'log-in', methodId: 'key' })
    await wire.answersNext(null)
    await wire.answersNext({ sessionId: 's1' })
    expect((await wire.receives()).method).toBe('session/prompt')
    expect(loginOf(run.state())).toBe('open')
    run.agent.order({ type: 'log-in', methodId: 'key' })
    expect(wire.lines).toHaveLength(8)
  },
)

test('a login of an agent that offers none is not requested', async () => {
  const { run, wire } = await greetOnWire({}, { protocolVersion: 1, authMethods: [] })
  await refuseForLogin(wire)
  run.agent.order({ type: 'log-in', methodId: 'key' })
  await settled()
  expect(loginOf(run.state())).toEqual([null, 'the agent offers no login, so “key” cannot be chosen'])
  expect(wire.lines).toHaveLength(2)
})

test('a login that the agent does not do itself is not requested', async () => {
  const { run, wire } = await greetOnWire({}, v1)
  await refuseForLogin(wire)
  run.agent.order({ type: 'log-in', methodId: 'shell' })
  await settled()
  expect(loginOf(run.state())).toEqual([null, 'the agent does not handle the login “shell” itself'])
  run.agent.order({ type: 'log-in', methodId: 'sesame' })
  await settled()
  expect(loginOf(run.state())).toEqual([null, 'the agent has no login “sesame”; it has key, shell'])
  expect(wire.lines).toHaveLength(2)
})

test('of two attempts the newer one counts; the older one may still succeed', async () => {
  const { run, wire } = await greetOnWire(
    {},
    {
      protocolVersion: 1,
      authMethods: [...methods, { id: 'web', name: 'Web' }],
    },
  )
  await refuseForLogin(wire)
  run.agent.order({ type: 'log-in', methodId: 'key' })
  await settled()
  const key = await wire.receives()
  run.agent.order({ type: 'log-in', methodId: 'web' })
  await settled()
  await wire.receives()
  wire.fail(key, -32603, 'no key')
  await settled()
  expect(loginOf(run.state())).toEqual(['web', null])
  run.agent.order({ type: 'log-in', methodId: 'key' })
  await settled()
  await wire.answersNext({})
  expect((await wire.receives()).method).toBe('session/new')
})

test('a login that the user does elsewhere has no timeout', async () => {
  const { run, wire } = await greetOnWire({ timeoutMs: 1000 }, v1)
  await refuseForLogin(wire)
  run.agent.order({ type: 'log-in', methodId: 'key' })
  await settled()
  await wire.receives()
  run.clock.pass(3_600_000)
  expect(loginOf(run.state())).toEqual(['key', null])
})

test('the methods in the error replace those of the handshake', async () => {
  const { run, wire } = await greetOnWire({}, v1)
  const authMethods = [
    { id: 'only', name: 'Only' },
    { id: 'only', name: 'Again' },
  ]
  wire.fail(await wire.receives(), -32000, 'Authentication required', { authMethods })
  await settled()
  const { link } = run.state()
  expect(link).toMatchObject({ methods: [{ id: 'only', name: 'Only' }] })
})

test('an error without methods keeps those that came last', async () => {
  const { run, wire } = await greetOnWire({ prompts: ['go'] }, v1)
  const only = { authMethods: [{ id: 'only', name: 'Only' }] }
  wire.fail(await wire.receives(), -32000, 'Authentication required', only)
  await settled()
  run.agent.order({ type: 'log-in', methodId: 'only' })
  await wire.answersNext({})
  await wire.answersNext({ sessionId: 's1' })
  await refuseForLogin(wire)
  expect(run.state().link).toMatchObject({ state: 'wants-login', methods: [{ id: 'only', name: 'Only' }] })
})

test('a login by option comes before the session', async () => {
  const { run, wire } = await greetOnWire({ auth: 'key', canAsk: false, timeoutMs: 5000 }, v1)
  const login = await wire.receives()
  expect([login.method, login.params]).toEqual(['authenticate', { methodId: 'key' }])
  run.clock.pass(4000)
  wire.answer(login, {})
  await settled()
  await wire.answersNext({ sessionId: 's1' })
  await run.opened()
})

test.each([
  {
    name: 'fails',
    auth: 'key',
    fails: true,
    end: { kind: 'refused', method: 'authenticate', code: -32603, message: 'no such key' },
  },
  {
    name: 'is not there',
    auth: 'sesame',
    fails: false,
    end: {
      kind: 'refused',
      method: 'authenticate',
      code: null,
      message: 'the agent has no login “sesame”; it has key, shell',
    },
  },
])('a login by option that $name ends a run that cannot ask', async ({ auth, fails, end }) => {
  const { run, wire } = await greetOnWire({ auth, canAsk: false }, v1)
  if (fails) wire.fail(await wire.receives(), -32603, 'no such key')
  expect(await run.ended()).toMatchObject(end)
})

test('a login by option that fails asks the user, where there is a screen', async () => {
  const { run, wire } = await greetOnWire({ auth: 'key' }, v1)
  wire.fail(await wire.receives(), -32603, 'no such key')
  await settled()
  expect(loginOf(run.state())).toEqual([null, 'no such key'])
})

test('a login that is not answered ends a run that cannot ask', async () => {
  const { run, wire } = await greetOnWire({ auth: 'key', canAsk: false, timeoutMs: 5000 }, v1)
  await wire.receives()
  run.clock.pass(5000)
  expect(run.state().link).toMatchObject({
    end: { kind: 'silent', forMs: 5000, waitingFor: 'the answer to authenticate' },
  })
})

test('login methods are read in the shapes of both versions and of earlier drafts', () => {
  expect(
    readAuthMethods([
      { id: 'a', name: 'A', description: null },
      {
        methodId: 'b',
        type: 'terminal',
        name: 'B',
        args: ['--login', 7],
        env: [{ name: 'X', value: '1' }, { name: 2 }],
      },
      { id: 'c', type: 'terminal', env: JSON.parse('{"__proto__": "p", "Y": "2", "Z": 3}') as Json },
      {
        id: 'd',
        type: 'env_var',
        vars: [{ name: 'KEY', secret: true }, 'OTHER', 7],
        link: 'https://example.com',
      },
      { id: 'e', type: 'env_var', varName: 'KEY' },
      { id: 'f', type: '_vendor', name: 'F' },
      { id: 'a', name: 'the second' },
      { name: 'no id' },
      null,
      'junk',
    ]),
  ).toEqual([
    { id: 'a', name: 'A', description: null, how: { type: 'agent' } },
    { id: 'b', name: 'B', description: null, how: { type: 'terminal', args: ['--login'], env: { X: '1' } } },
    {
      id: 'c',
      name: 'c',
      description: null,
      how: {
        type: 'terminal',
        args: [],
        env: Object.fromEntries([
          ['__proto__', 'p'],
          ['Y', '2'],
        ]),
      },
    },
    {
      id: 'd',
      name: 'd',
      description: null,
      how: { type: 'env_var', names: ['KEY', 'OTHER'], link: 'https://example.com' },
    },
    { id: 'e', name: 'e', description: null, how: { type: 'env_var', names: ['KEY'], link: null } },
    { id: 'f', name: 'F', description: null, how: { type: 'other', name: '_vendor' } },
  ])
  expect([undefined, null, {}, 'key'].map(readAuthMethods)).toEqual([[], [], [], []])
})

test('an agent that requires a login for a prompt gets one, and the queue waits for it', async () => {
  const { run, wire } = await greetOnWire({ prompts: ['one', 'two'] }, v1)
  await wire.answersNext({ sessionId: 's1' })
  await refuseForLogin(wire)
  expect(run.eventsOf('turn-ended')).toMatchObject([{ outcome: { kind: 'failed', code: -32000 } }])
  expect(run.state().queuedPrompts).toEqual([{ sessionId: 's1', text: 'two' }])
  run.agent.order({ type: 'log-in', methodId: 'key' })
  await settled()
  await wire.answersNext({})
  expect(loginOf(run.state())).toBe('open')
  expect(run.remarks()).toEqual(['Logged in: continue with the next prompt.'])
  run.agent.order({ type: 'prompt', text: 'one again' })
  expect((await wire.receives()).params).toMatchObject({ prompt: [{ text: 'one again' }] })
})

test.each([
  { name: 'nobody is there', options: { canAsk: false }, greeting: v1 },
  { name: 'the agent names no way to log in', options: {}, greeting: { protocolVersion: 1 } },
])('where $name, a prompt just fails', async ({ options, greeting }) => {
  const { run, wire } = await greetOnWire({ prompts: ['one'], ...options }, greeting)
  await wire.answersNext({ sessionId: 's1' })
  await refuseForLogin(wire)
  expect(loginOf(run.state())).toBe('open')
})

test('R restarts an agent that waits for a login that was done elsewhere', async () => {
  const { run, wire } = await greetOnWire(
    { prompts: ['one'] },
    { ...v1, agentCapabilities: { loadSession: true } },
  )
  await wire.answersNext({ sessionId: 's1' })
  await wire.receives()
  run.agent.order({ type: 'new-session' })
  await wire.answersNext({ sessionId: 's2' })
  await run.event('session-opened', ({ sessionId }) => sessionId === 's2')
  run.agent.order({ type: 'prompt', text: 'two' })
  await refuseForLogin(wire)
  run.agent.order({ type: 'restart' })
  expect(run.state().sessions.get('s1')?.turn).toMatchObject({ outcome: { kind: 'lost' } })
  const next = await greeted(run, { ...v1, agentCapabilities: { loadSession: true } })
  expect(wire.isClosed).toBe(true)
  expect((await next.answersNext({})).params).toMatchObject({ sessionId: 's2' })
  await run.opened()
  run.agent.order({ type: 'restart' })
  expect(run.state().link.state).toBe('open')
})
