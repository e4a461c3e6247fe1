import { describe, expect, test } from 'vitest'
import { scriptedScenario, type DemoScenario } from '../../../src/demo/script/playing/scripted-scenario.ts'
import { pastSessions } from '../../../src/demo/agent/sessions.ts'
import {
  messagesOf,
  newSession,
  openSession,
  updateOf,
  startAgent,
  type DemoClient,
  type Frame,
  type Listed,
} from '../demo-client.ts'

const past = pastSessions.map(({ id }) => id)
const place = { cwd: '/demo', mcpServers: [] }

async function agentOf(version: 1 | 2, scenario: string | DemoScenario = 'sessions'): Promise<DemoClient> {
  const agent = startAgent(scenario)
  await openSession(agent, version)
  return agent
}

/** All pages of the list. */
async function listAll(agent: DemoClient, params: object = {}): Promise<readonly Listed[]> {
  const listed: Listed[] = []
  for (let cursor: string | undefined; ;) {
    const { result } = await agent.request(
      'session/list',
      cursor === undefined ? params : { ...params, cursor },
    )
    listed.push(...(result?.sessions ?? []))
    cursor = result?.nextCursor
    if (cursor === undefined) return listed
  }
}

const idsOf = (listed: readonly Listed[]): readonly string[] => listed.map(({ sessionId }) => sessionId)

/** The frames between the request and its answer. */
function framesBefore(agent: DemoClient, answer: Frame, from: number): readonly Frame[] {
  return agent.frames.slice(from, agent.frames.indexOf(answer))
}

describe('the list of sessions', () => {
  test('has pages, the newest session first, with or without a title', async () => {
    const agent = await agentOf(1)
    const { result } = await agent.request('session/list', {})
    expect({ ids: idsOf(result?.sessions ?? []), next: result?.nextCursor }).toEqual({
      ids: past.slice(0, 4),
      next: past[3],
    })
    const listed = await listAll(agent)
    expect(idsOf(listed)).toEqual(past)
    expect(listed.map(({ title }) => title)).toEqual(pastSessions.map(({ title }) => title))
    expect(
      listed
        .map(({ updatedAt }) => updatedAt)
        .toSorted()
        .reverse(),
    ).toEqual(listed.map(({ updatedAt }) => updatedAt))
  })

  test('is empty for a script until it was played', async () => {
    const agent = await agentOf(2, scriptedScenario('release', { steps: [{ say: 'Released.' }] }))
    expect(await listAll(agent)).toEqual([])
    const session = await newSession(agent, 2)
    await session.prompt()
    expect(idsOf(await listAll(agent))).toEqual([session.id])
  })

  test('has a session of this run as soon as it was prompted, in its own folder only', async () => {
    const agent = startAgent('sessions')
    const session = await openSession(agent, 1)
    expect(idsOf(await listAll(agent))).not.toContain(session.id)
    await session.prompt()
    expect(idsOf(await listAll(agent, { cwd: '/demo' }))[0]).toBe(session.id)
    expect(idsOf(await listAll(agent, { cwd: '/elsewhere' }))).toEqual(past)
  })

  test('refuses an unknown cursor', async () => {
    const agent = await agentOf(1)
    expect((await agent.request('session/list', { cursor: 'nowhere' })).error?.code).toBe(-32602)
  })
})

describe('a session of the past', () => {
  test('version 1 loads it: the replay is sent before the answer', async () => {
    const agent = await agentOf(1)
    const from = agent.frames.length
    const answer = await agent.request('session/load', { ...place, sessionId: 'past-uploads' })
    expect(framesBefore(agent, answer, from).map((frame) => updateOf(frame)?.sessionUpdate)).toEqual([
      'session_info_update',
      'user_message_chunk',
      'agent_message_chunk',
      'plan_update',
      'plan',
      'plan',
      'agent_message_chunk',
    ])
  })

  test('version 2 resumes it with a replay, and ends idle', async () => {
    const agent = await agentOf(2)
    const from = agent.frames.length
    const replayFrom = { type: 'start' }
    const answer = await agent.request('session/resume', { ...place, sessionId: 'past-flaky', replayFrom })
    expect(framesBefore(agent, answer, from).map((frame) => updateOf(frame)?.sessionUpdate)).toEqual([
      'session_info_update',
      'user_message',
      'plan_update',
      'agent_message_chunk',
      'state_update',
    ])
    expect((await agent.request('session/load', { ...place, sessionId: 'past-flaky' })).error?.code).toBe(
      -32601,
    )
  })

  test.each([1, 2] as const)('version %i resumes it without a replay', async (version) => {
    const agent = await agentOf(version)
    const from = agent.frames.length
    const answer = await agent.request('session/resume', { ...place, sessionId: 'past-flaky' })
    const kinds = framesBefore(agent, answer, from).map((frame) => updateOf(frame)?.sessionUpdate)
    expect({ kinds, error: answer.error }).toEqual({
      kinds: version === 2 ? ['state_update'] : [],
      error: undefined,
    })
  })

  test('a later prompt in it becomes a plan', async () => {
    const agent = await agentOf(1)
    await agent.request('session/load', { ...place, sessionId: 'past-uploads' })
    const prompt = [{ type: 'text', text: 'go on' }]
    const answer = await agent.request('session/prompt', { sessionId: 'past-uploads', prompt })
    expect(answer.result?.stopReason).toBe('end_turn')
    expect(messagesOf(agent.frames)).toContain('All of it is done, or would be.')
  })

  test('one that cannot be loaded is refused with the reason, and an unknown one is not found', async () => {
    const agent = await agentOf(1)
    const lost = await agent.request('session/load', { ...place, sessionId: 'past-lost' })
    expect(lost.error).toMatchObject({
      code: -32603,
      data: { details: 'the transcript of this session is lost' },
    })
    expect((await agent.request('session/load', { ...place, sessionId: 'who' })).error?.code).toBe(-32002)
  })
})

describe('a session of this run', () => {
  test('is replayed with the same updates, also after it was closed', async () => {
    const agent = startAgent('checklist')
    const session = await openSession(agent, 1)
    await session.prompt()
    const isItsPlan = (frame: Frame): boolean => updateOf(frame)?.sessionUpdate === 'plan'
    const plans = agent.frames.filter(isItsPlan).map(updateOf)
    for (const isClosedFirst of [false, true]) {
      if (isClosedFirst) await agent.request('session/close', { sessionId: session.id })
      const from = agent.frames.length
      const answer = await agent.request('session/load', { ...place, sessionId: session.id })
      expect(framesBefore(agent, answer, from).filter(isItsPlan).map(updateOf)).toEqual(plans)
    }
  })

  test('refuses a prompt after it is closed, and is not listed after it is deleted', async () => {
    const agent = startAgent('tour', { speed: 5 })
    const first = await openSession(agent, 1)
    const second = await newSession(agent, 1)
    const stopReason = first.prompt()
    await agent.frame((frame) => updateOf(frame)?.sessionUpdate === 'plan')
    await agent.request('session/close', { sessionId: first.id })
    expect(await stopReason).toBe('cancelled')
    await expect(first.prompt()).rejects.toThrow('not found')
    expect(idsOf(await listAll(agent))).toContain(first.id)
    await agent.request('session/delete', { sessionId: first.id })
    await agent.request('session/delete', { sessionId: 'nobody' })
    await agent.request('session/delete', { sessionId: 'past-uploads' })
    expect(idsOf(await listAll(agent))).toEqual(past.slice(1))
    expect(second.id).toBe('demo-tour-2')
  })
})

test('a session of an earlier run is replayed as its scenario, without questions', async () => {
  const agent = await agentOf(1, 'permission')
  const from = agent.frames.length
  const answer = await agent.request('session/load', { ...place, sessionId: 'demo-permission-7' })
  expect(messagesOf(framesBefore(agent, answer, from))).toContain('The legacy export is gone.')
  expect(agent.frames.filter((frame) => frame.method === 'session/request_permission')).toEqual([])
})
