import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  answerQuestions,
  messagesOf,
  newSession,
  openSession,
  startAgent,
  updateOf,
  type Frame,
} from '../demo-client.ts'
import { bundleDemoAgent, type DemoBundle } from '../demo-process.ts'

const isPlan = (frame: Frame): boolean => updateOf(frame)?.sessionUpdate?.startsWith('plan') === true
const isFilePlan = (frame: Frame): boolean => updateOf(frame)?.plan?.type === 'file'
const isQuestion = (frame: Frame): boolean => frame.method === 'session/request_permission'
const isIdle = (frame: Frame): boolean => updateOf(frame)?.state === 'idle'

describe('the handshake', () => {
  test.each([
    [1, 1],
    [2, 2],
    [7, 2],
  ])('asked for version %i it answers %i', async (asked, answered) => {
    const agent = startAgent('checklist')
    const answer = await agent.request('initialize', {
      protocolVersion: asked,
      clientCapabilities: {},
      capabilities: {},
    })
    expect(answer.result?.protocolVersion).toBe(answered)
    expect(Object.keys(answer.result ?? {})).toContain(answered === 2 ? 'info' : 'agentInfo')
  })

  test('unknown methods and versions are refused with the code of the protocol', async () => {
    const agent = startAgent('checklist')
    const session = await openSession(agent, 1)
    const codes = [
      await agent.request('initialize', { protocolVersion: 0 }),
      await agent.request('initialize', {}),
      await agent.request('session/fork', { sessionId: session.id, cwd: '/demo', mcpServers: [] }),
      await agent.request('_example.com/unknown', {}),
      await agent.request('session/prompt', { sessionId: 'nobody', prompt: [] }),
    ].map((answer) => answer.error?.code)
    expect(codes).toEqual([-32022, -32602, -32601, -32601, -32002])
  })
})

describe('a turn of version 1', () => {
  test('is over when the prompt is answered, and can be cancelled in the middle', async () => {
    const agent = startAgent('tour', { speed: 5 })
    const session = await openSession(agent, 1)
    const stopReason = session.prompt()
    await agent.frame(isPlan)
    session.cancel()
    expect(await stopReason).toBe('cancelled')
    expect(agent.frames.filter((frame) => updateOf(frame)?.sessionUpdate === 'state_update')).toEqual([])
  })

  test('a second prompt during a turn is refused', async () => {
    const agent = startAgent('tour', { speed: 5 })
    const session = await openSession(agent, 1)
    const stopReason = session.prompt()
    await agent.frame(isPlan)
    const refused = await agent.request('session/prompt', {
      sessionId: session.id,
      prompt: [{ type: 'text', text: 'more' }],
    })
    expect(refused.error?.code).toBe(-32600)
    session.cancel()
    expect(await stopReason).toBe('cancelled')
  })
})

describe('a turn of version 2', () => {
  test('is answered at once, runs, and ends idle; cancelled in the middle', async () => {
    const agent = startAgent('tour', { speed: 5 })
    const session = await openSession(agent, 2)
    const stopReason = session.prompt()
    await agent.frame(isPlan)
    session.cancel()
    expect(await stopReason).toBe('cancelled')

    const answered = agent.frames.findIndex((frame) => frame.result?.messageId !== undefined)
    const states = agent.frames.flatMap((frame, at) => {
      const state = updateOf(frame)?.state
      return state === undefined ? [] : [[state, at > answered]]
    })
    expect(states).toEqual([
      ['running', true],
      ['idle', true],
    ])
    const echoed = agent.frames.map(updateOf).find((update) => update?.sessionUpdate === 'user_message')
    expect(echoed?.messageId).toBe(agent.frames[answered]?.result?.messageId)
  })

  test('is in the state requires_action while a request is open', async () => {
    const agent = startAgent('permission')
    answerQuestions(agent, 'allow_once')
    const session = await openSession(agent, 2)
    expect(await session.prompt()).toBe('end_turn')
    const states = agent.frames.flatMap((frame) => updateOf(frame)?.state ?? [])
    expect(states).toEqual(['running', 'requires_action', 'running', 'requires_action', 'running', 'idle'])
    const question = agent.frames.find(isQuestion)
    expect(Object.keys(question?.params ?? {})).toEqual(['sessionId', 'title', 'subject', 'options'])
  })
})

test('sub-agents have separate sessions, and do not change the plan of their parent', async () => {
  const agent = startAgent('subagents')
  const session = await openSession(agent, 1)
  await session.prompt()
  const parent = session.id
  const sessions = new Set(agent.frames.flatMap((frame) => frame.params?.sessionId ?? []))
  expect([...sessions]).toEqual([parent, `${parent}-reviewer`, `${parent}-tester`, `${parent}-tester-data`])
  const reports = agent.frames.filter((frame) => updateOf(frame)?.sessionUpdate === 'subagent_update')
  expect(new Set(reports.map((frame) => frame.params?.sessionId))).toEqual(
    new Set([parent, `${parent}-tester`]),
  )
})

describe('a question', () => {
  test.each([1, 2] as const)(
    'that is open when the turn is cancelled ends with it, version %i',
    async (version) => {
      const agent = startAgent('permission')
      const session = await openSession(agent, version)
      const stopReason = session.prompt()
      const question = await agent.frame(isQuestion)
      session.cancel()
      if (version === 2) await agent.frame((frame) => frame.method === '$/cancel_request')
      agent.send({ id: question.id, result: { outcome: { outcome: 'cancelled' } } })
      expect(await stopReason).toBe('cancelled')
      const takenBack = agent.frames.filter((frame) => frame.method === '$/cancel_request')
      expect(takenBack.map((frame) => frame.params)).toEqual(
        version === 2 ? [{ requestId: question.id }] : [],
      )
    },
  )

  test('that the client answers with an error is rejected', async () => {
    const agent = startAgent('permission')
    const session = await openSession(agent, 1)
    const stopReason = session.prompt()
    const question = await agent.frame(isQuestion)
    agent.send({ id: question.id, error: { code: -32601, message: 'Method not found' } })
    expect(await stopReason).toBe('end_turn')
    expect(messagesOf(agent.frames)).toContain('Then I keep planning. Tell me what is missing.')
  })

  test.each([
    ['allow_once', 'The legacy export is gone.', 2],
    ['allow_always', 'Going ahead without further questions.', 1],
    ['reject_once', 'Then I keep planning. Tell me what is missing.', 1],
  ])('answered with %s plays its own steps', async (kind, says, questions) => {
    const agent = startAgent('permission')
    answerQuestions(agent, kind)
    const session = await openSession(agent, 1)
    expect(await session.prompt()).toBe('end_turn')
    expect(messagesOf(agent.frames)).toContain(says)
    expect(agent.frames.filter(isQuestion).length).toBe(questions)
  })
})

describe('a later prompt', () => {
  test('replays the scenario', async () => {
    const agent = startAgent('checklist')
    const session = await openSession(agent, 1)
    await session.prompt()
    const first = agent.frames.filter(isPlan).map(updateOf)
    await session.prompt('again')
    expect(agent.frames.filter(isPlan).map(updateOf)).toEqual([...first, ...first])
  })

  test('in the tour becomes a plan made of its sentences', async () => {
    const agent = startAgent('tour')
    answerQuestions(agent, 'allow_once')
    const session = await openSession(agent, 1)
    await session.prompt()
    await session.prompt('rename the module and tell everyone')
    const last = updateOf(agent.frames.findLast(isPlan))
    expect(last?.entries?.map((entry) => [entry?.status, entry?.content])).toEqual([
      ['completed', 'Look at what is there'],
      ['completed', 'Rename the module'],
      ['completed', 'Tell everyone'],
      ['completed', 'Check the result'],
    ])
  })

  test('two sessions play on their own', async () => {
    const agent = startAgent('tour', { speed: 5 })
    const first = await openSession(agent, 1)
    const second = await newSession(agent, 1)
    const stopReasons = [first.prompt(), second.prompt()]
    for (const { id } of [first, second])
      await agent.frame((frame) => isPlan(frame) && frame.params?.sessionId === id)
    second.cancel()
    expect(await stopReasons[1]).toBe('cancelled')
    first.cancel()
    expect(await stopReasons[0]).toBe('cancelled')
  })
})

describe('the process', () => {
  let bundle: DemoBundle
  beforeAll(async () => {
    bundle = await bundleDemoAgent()
  })
  afterAll(() => bundle.dispose())

  test('prints how to log in, for a login in a terminal', async () => {
    const agent = await bundle.start(['login', '--how-to-log-in'])
    expect(await agent.ended).toEqual({ code: 0, signal: null })
    expect(agent.junk.join('\n')).toContain('--env ACP_PLAN_TUI_DEMO_TOKEN=yes')
  })

  test('ends with status 0 when stdin ends in the middle of a turn, and leaves no file', async () => {
    const agent = await bundle.start(['file'])
    const session = await openSession(agent, 1)
    agent.send({ id: 'turn', method: 'session/prompt', params: { sessionId: session.id, prompt: [] } })
    const plan = await agent.frame(isFilePlan)
    expect(await readFile(fileURLToPath(updateOf(plan)?.plan?.uri ?? ''), 'utf8')).toContain(
      '# Move to PostgreSQL 18',
    )
    agent.endInput()
    expect(await agent.ended).toEqual({ code: 0, signal: null })
    expect(await agent.temporaryFiles()).toEqual([])
    expect(agent.stderr()).toBe('')
  })

  test('keeps its file after the turn, as long as it is connected', async () => {
    const agent = await bundle.start(['file', '--speed', 'max'])
    const session = await openSession(agent, 1)
    await session.prompt()
    const plan = await agent.frame(isFilePlan)
    expect(await readFile(fileURLToPath(updateOf(plan)?.plan?.uri ?? ''), 'utf8')).toContain(
      '- [x] drop the old cluster',
    )
    agent.endInput()
    expect(await agent.ended).toEqual({ code: 0, signal: null })
    expect(await agent.temporaryFiles()).toEqual([])
  })

  test.each([
    ['SIGTERM', 143],
    ['SIGINT', 130],
    ['SIGHUP', 129],
  ] as const)('ends at once on %s, and leaves no file', async (signal, code) => {
    const agent = await bundle.start(['file'])
    const session = await openSession(agent, 2)
    agent.send({ id: 'turn', method: 'session/prompt', params: { sessionId: session.id, prompt: [] } })
    await agent.frame(isFilePlan)
    agent.kill(signal)
    expect(await agent.ended).toEqual({ code, signal: null })
    expect(await agent.temporaryFiles()).toEqual([])
  })

  test('loops until it is cancelled, even without waits', async () => {
    const agent = await bundle.start(['removal', '--speed', 'max', '--loop'])
    const session = await openSession(agent, 2)
    agent.send({ id: 'turn', method: 'session/prompt', params: { sessionId: session.id, prompt: [] } })
    let plays = 0
    await agent.frame((frame) => updateOf(frame)?.planId === 'never-was-there' && ++plays === 3)
    session.cancel()
    expect(updateOf(await agent.frame(isIdle))?.stopReason).toBe('cancelled')
  })

  test('takes its speed from the environment too', async () => {
    const agent = await bundle.start(['checklist'], { ACP_PLAN_TUI_DEMO_SPEED: '0' })
    const session = await openSession(agent, 1)
    expect(await session.prompt()).toBe('end_turn')
  })

  test.each([
    [['nothing'], 'no scenario "nothing"; there are tour, checklist,'],
    [['tour', '--speed', 'fast'], 'a speed is a number from 0 up, or max; got "fast"'],
    [['tour', '--quick'], "Unknown option '--quick'"],
  ])('refuses %j', async (args, reason) => {
    const agent = await bundle.start(args)
    expect(await agent.ended).toEqual({ code: 2, signal: null })
    expect(agent.stderr()).toContain(reason)
    expect(agent.stderr()).toContain('usage: ')
  })
})
