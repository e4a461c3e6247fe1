import { describe, expect, test } from 'vitest'
import {
  answerQuestions,
  openSession,
  updateOf,
  type ConfigOption,
  startAgent,
  type DemoClient,
  type Frame,
} from '../demo-client.ts'

const valuesOf = (options: readonly ConfigOption[] | undefined): unknown =>
  Object.fromEntries((options ?? []).map((option) => [option.id ?? option.configId, option.currentValue]))

/** The values of each report, in order. */
function reports(agent: DemoClient): readonly unknown[] {
  return agent.frames.flatMap((frame) => {
    const update = updateOf(frame)
    if (update?.sessionUpdate === 'current_mode_update') return [update.currentModeId]
    return update?.sessionUpdate === 'config_option_update' ? [valuesOf(update.configOptions)] : []
  })
}

function answerOf(agent: DemoClient, key: string): Frame | undefined {
  return agent.frames.find((frame) => frame.result !== undefined && key in frame.result)
}

describe('the settings', () => {
  test('are in the answer that opens a session; version 1 has its modes as well', async () => {
    const agent = startAgent('settings')
    await openSession(agent, 1)
    const { result } = answerOf(agent, 'sessionId') ?? {}
    expect(valuesOf(result?.configOptions)).toEqual({
      mode: 'ask',
      model: 'demo-large',
      effort: 'medium',
      sounds: false,
    })
    expect(result?.modes?.currentModeId).toBe('ask')
    const commands = await agent.frame(
      (frame) => updateOf(frame)?.sessionUpdate === 'available_commands_update',
    )
    expect(updateOf(commands)?.availableCommands?.map(({ name, input }) => [name, input])).toEqual([
      ['compact', null],
      ['explain', { hint: 'file or topic' }],
      ['plan', null],
    ])
  })

  test('in version 2 the commands are there as well, and there are no modes', async () => {
    const agent = startAgent('settings')
    await openSession(agent, 2)
    const { result } = answerOf(agent, 'sessionId') ?? {}
    expect(result?.modes).toBeUndefined()
    expect(result?.configOptions?.map((option) => option.configId)).toEqual([
      'mode',
      'model',
      'effort',
      'sounds',
    ])
    expect(result?.availableCommands?.map(({ name, type }) => [name, type])).toEqual([
      ['compact', 'command'],
      ['explain', 'command'],
      ['plan', 'command'],
    ])
  })

  test('leave booleans out for a client without the capability', async () => {
    const agent = startAgent('settings')
    await agent.request('initialize', { protocolVersion: 1 })
    const { result } = await agent.request('session/new', { cwd: '/demo', mcpServers: [] })
    expect(valuesOf(result?.configOptions)).toEqual({ mode: 'ask', model: 'demo-large', effort: 'medium' })
  })
})

describe('settings of the user', () => {
  test('the mode, and only one that there is', async () => {
    const agent = startAgent('settings')
    const { id: sessionId } = await openSession(agent, 1)
    expect((await agent.request('session/set_mode', { sessionId, modeId: 'nope' })).error?.code).toBe(-32602)
    expect((await agent.request('session/set_mode', { sessionId, modeId: 'edit' })).result).toEqual({})
    expect(reports(agent)).toEqual([{ mode: 'edit', model: 'demo-large', effort: 'medium', sounds: false }])
  })

  test('options, each by its type', async () => {
    const agent = startAgent('settings')
    const { id: sessionId } = await openSession(agent, 2)
    const set = (configId: string, value: unknown): Promise<Frame> =>
      agent.request('session/set_config_option', { sessionId, configId, value, type: 'any' })
    expect(valuesOf((await set('sounds', true)).result?.configOptions)).toMatchObject({ sounds: true })
    expect(valuesOf((await set('model', 'demo-1')).result?.configOptions)).toMatchObject({ model: 'demo-1' })
    const refused = [await set('sounds', 'loud'), await set('model', 'demo-2'), await set('colour', 'red')]
    expect(refused.map(({ error }) => error?.code)).toEqual([-32602, -32602, -32602])
    expect((await agent.request('session/set_mode', { sessionId, modeId: 'edit' })).error?.code).toBe(-32601)
  })

  test('nothing in a scenario without settings', async () => {
    const agent = startAgent('checklist')
    const { id: sessionId } = await openSession(agent, 1)
    expect((await agent.request('session/set_mode', { sessionId, modeId: 'edit' })).error?.code).toBe(-32601)
  })
})

describe('settings of the agent', () => {
  test('its mode and its model by itself; version 1 gets the mode twice', async () => {
    const agent = startAgent('settings')
    await (await openSession(agent, 1)).prompt()
    expect(reports(agent)).toEqual([
      'edit',
      { mode: 'edit', model: 'demo-large', effort: 'medium', sounds: false },
      { mode: 'edit', model: 'demo-small', effort: 'medium', sounds: false },
      { mode: 'edit', model: 'demo-small', effort: 'low', sounds: false },
    ])
  })

  test('its mode when a plan was approved', async () => {
    const agent = startAgent('proposal')
    answerQuestions(agent, 'allow_once')
    await (await openSession(agent, 2)).prompt()
    expect(reports(agent)).toEqual([{ mode: 'ask' }])
  })
})

test('notices are messages for a client without the capability', async () => {
  const agent = startAgent('settings')
  await agent.request('initialize', { protocolVersion: 1 })
  const { result } = await agent.request('session/new', { cwd: '/demo', mcpServers: [] })
  const prompt = [{ type: 'text', text: 'go' }]
  await agent.request('session/prompt', { sessionId: result?.sessionId, prompt })
  const texts = agent.frames.map((frame) => updateOf(frame)?.content?.text ?? '')
  expect(texts).toContain('info: A newer demo is there. It looks the same\n\n')
})
