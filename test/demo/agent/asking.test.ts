import { describe, expect, test } from 'vitest'
import { scriptedScenario } from '../../../src/demo/script/playing/scripted-scenario.ts'
import {
  answerQuestions,
  messagesOf,
  openSession,
  updateOf,
  startAgent,
  type DemoClient,
  type Frame,
} from '../demo-client.ts'

const isPermission = (frame: Frame): boolean => frame.method === 'session/request_permission'
const isElicitation = (frame: Frame): boolean => frame.method === 'elicitation/create'

describe('a question that waits only for a while', () => {
  const scenario = scriptedScenario('patience', {
    steps: [
      {
        ask: 'May I?',
        options: [{ id: 'yes', name: 'Yes', kind: 'allow_once', steps: [{ say: 'I may.' }] }],
        within: 0.01,
        otherwise: [{ say: 'Then not.' }],
      },
    ],
  })

  test.each([1, 2] as const)(
    'is taken back without an answer, and the turn goes on: version %i',
    async (version) => {
      const agent = startAgent(scenario)
      const session = await openSession(agent, version)
      expect(await session.prompt()).toBe('end_turn')
      const question = agent.frames.find(isPermission)
      const withdrawals = agent.frames.filter(({ method }) => method === '$/cancel_request')
      expect(withdrawals.map(({ params }) => params?.requestId)).toEqual([question?.id])
      expect(messagesOf(agent.frames)).toEqual(['Then not.'])
    },
  )

  test('is answered in time: it is not taken back', async () => {
    const patient = scriptedScenario('patience', {
      steps: [
        {
          ask: 'May I?',
          options: [{ id: 'yes', name: 'Yes', kind: 'allow_once', steps: [{ say: 'I may.' }] }],
          within: 3600,
        },
      ],
    })
    const agent = startAgent(patient)
    answerQuestions(agent, 'allow_once')
    const session = await openSession(agent, 1)
    expect(await session.prompt()).toBe('end_turn')
    expect(messagesOf(agent.frames)).toEqual(['I may.'])
    expect(agent.frames.filter(({ method }) => method === '$/cancel_request')).toEqual([])
  })
})

describe('a proposal', () => {
  test('that is rejected with feedback is proposed again with the feedback, and carried out when it is approved', async () => {
    const agent = startAgent('proposal')
    const session = await openSession(agent, 1)
    const rejected = session.prompt()
    const first = await agent.frame(isPermission)
    agent.send({ id: first.id, result: { outcome: { outcome: 'selected', optionId: 'keep-planning' } } })
    expect(await rejected).toBe('end_turn')

    const approved = session.prompt('Count the hits')
    const second = await agent.frame((frame) => isPermission(frame) && frame.id !== first.id)
    const plans = [first, second].map((frame) => frame.params?.toolCall?.rawInput?.plan ?? '')
    expect(plans.map((plan) => plan.includes('4. Count the hits'))).toEqual([false, true])
    agent.send({ id: second.id, result: { outcome: { outcome: 'selected', optionId: 'ask' } } })
    expect(await approved).toBe('end_turn')
    const last = agent.frames.findLast((frame) => updateOf(frame)?.sessionUpdate === 'plan')
    expect(updateOf(last)?.entries?.map((entry) => entry?.status)).toEqual([
      'completed',
      'completed',
      'completed',
    ])
  })

  test('in text is between its tags without a request, and is carried out after plan mode', async () => {
    const agent = startAgent('proposed-text')
    const session = await openSession(agent, 1)
    expect(await session.prompt()).toBe('end_turn')
    expect(messagesOf(agent.frames).join('\n')).toMatch(
      /\n<proposed_plan>\n# One date format.*\n<\/proposed_plan>\n/s,
    )
    expect(agent.frames.filter(isPermission)).toEqual([])
    await agent.request('session/set_mode', { sessionId: session.id, modeId: 'default' })
    await session.prompt('Implement it')
    expect(messagesOf(agent.frames)).toContain('One format, in all 41 places.')
  })
})

describe('an elicitation', () => {
  test('is sent again with the reason where the input does not match its pattern', async () => {
    const agent = startAgent('questions')
    const session = await openSession(agent, 2)
    const ended = session.prompt()
    const form = await agent.frame(isElicitation)
    const content = { name: 'Bad Name', database: 'none', port: 4000 }
    agent.send({ id: form.id, result: { action: 'accept', content } })
    const again = await agent.frame((frame) => isElicitation(frame) && frame.id !== form.id)
    expect(again.params).toMatchObject({
      mode: 'form',
      message: 'Name cannot be “Bad Name”: it has to match ^[a-z][a-z0-9-]*$.',
    })
    agent.send({ id: again.id, result: { action: 'accept', content: { ...content, name: 'good-name' } } })
    const page = await agent.frame((frame) => isElicitation(frame) && frame.params?.mode === 'url')
    agent.send({ id: page.id, result: { action: 'accept' } })
    expect(await ended).toBe('end_turn')
  })

  test('uses the input in the plan, and reports when the page is completed', async () => {
    const agent = startAgent('questions')
    const session = await openSession(agent, 2)
    const ended = session.prompt()
    const form = await agent.frame(isElicitation)
    expect({ mode: form.params?.mode, sessionId: form.params?.sessionId }).toEqual({
      mode: 'form',
      sessionId: session.id,
    })
    const content = { name: 'invoices', database: 'none', port: 4000, tls: true, extras: ['docs'] }
    agent.send({ id: form.id, result: { action: 'accept', content } })
    const page = await agent.frame((frame) => isElicitation(frame) && frame.id !== form.id)
    agent.send({ id: page.id, result: { action: 'accept' } })
    expect(await ended).toBe('end_turn')
    const completed = agent.frames.find((frame) => frame.method === 'elicitation/complete')
    expect(completed?.params).toEqual({ elicitationId: page.params?.elicitationId })
    const last = agent.frames.findLast((frame) => updateOf(frame)?.sessionUpdate === 'plan_update')
    expect(updateOf(last)?.plan?.entries?.map((entry) => entry?.content)).toEqual([
      'Make the folder services/invoices',
      'No database',
      'Listen on port 4000, with TLS',
      'Extras: docs',
      'An account at the registry',
    ])
    const states = agent.frames.flatMap((frame) => updateOf(frame)?.state ?? [])
    expect(states).toEqual(['running', 'requires_action', 'running', 'requires_action', 'running', 'idle'])
  })

  test.each([
    ['declined', { action: 'decline' }],
    ['cancelled', { action: 'cancel' }],
    ['answered with a number', 42],
  ])('is %s: the agent continues with its defaults', async (_how, result) => {
    const agent = startAgent('questions')
    const ended = (await openSession(agent, 1)).prompt()
    const form = await agent.frame(isElicitation)
    agent.send({ id: form.id, result })
    const page = await agent.frame((frame) => isElicitation(frame) && frame.id !== form.id)
    agent.send({ id: page.id, result })
    expect(await ended).toBe('end_turn')
    expect(messagesOf(agent.frames)).toContain('Without the registry, then.')
  })

  test('is not sent to a client without the capability', async () => {
    const agent = startAgent('questions')
    await agent.request('initialize', { protocolVersion: 1 })
    const { result } = await agent.request('session/new', { cwd: '/demo', mcpServers: [] })
    const prompt = [{ type: 'text', text: 'go' }]
    const answer = await agent.request('session/prompt', { sessionId: result?.sessionId, prompt })
    expect(answer.result?.stopReason).toBe('end_turn')
    expect(agent.frames.filter(isElicitation)).toEqual([])
  })
})

describe('a login', () => {
  const newSession = (agent: DemoClient): Promise<Frame> =>
    agent.request('session/new', { cwd: '/demo', mcpServers: [] })

  test('is required before a session, and one method works', async () => {
    const agent = startAgent('login')
    const { result } = await agent.request('initialize', { protocolVersion: 1 })
    expect(result?.authMethods?.map(({ id }) => id)).toEqual(['demo-account', 'demo-sso', 'demo-token'])
    expect((await newSession(agent)).error?.code).toBe(-32000)
    const logIn = (methodId: string): Promise<Frame> => agent.request('authenticate', { methodId })
    expect((await logIn('demo-sso')).error?.code).toBe(-32603)
    expect((await logIn('demo-token')).error?.code).toBe(-32602)
    expect((await logIn('nothing')).error?.code).toBe(-32602)
    expect((await newSession(agent)).error?.code).toBe(-32000)
    expect((await logIn('demo-account')).result).toEqual({})
    expect((await newSession(agent)).result?.sessionId).toBe('demo-login-1')
  })

  test('version 2 has its own names for the methods, those in a terminal only with the capability', async () => {
    const agent = startAgent('login')
    const { result } = await agent.request('initialize', {
      protocolVersion: 2,
      capabilities: { auth: { terminal: {} } },
    })
    expect(result?.authMethods?.map(({ methodId, type }) => [methodId, type])).toEqual([
      ['demo-account', 'agent'],
      ['demo-sso', 'agent'],
      ['demo-terminal', 'terminal'],
      ['demo-token', '_env_var'],
    ])
    expect((await agent.request('auth/login', { methodId: 'demo-account' })).result).toEqual({})
    expect((await newSession(agent)).result?.sessionId).toBe('demo-login-1')
  })

  test('is not required with the token', async () => {
    const agent = startAgent('login', { env: { ACP_PLAN_TUI_DEMO_TOKEN: 'x' } })
    await agent.request('initialize', { protocolVersion: 1 })
    expect((await newSession(agent)).result?.sessionId).toBe('demo-login-1')
  })

  test('is not offered where none is required', async () => {
    const agent = startAgent('checklist')
    answerQuestions(agent, 'allow_once')
    await openSession(agent, 1)
    expect((await agent.request('authenticate', { methodId: 'demo-account' })).error?.code).toBe(-32601)
  })
})
