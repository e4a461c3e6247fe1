import { describe, expect, test } from 'vitest'
import type { ScriptedAgent } from '../support/scripted-agent.ts'
import { linesOf, planUpdate, startRun, startTurn, statusAndStderr } from './run-with-agent.ts'

const offers = { loadSession: true, sessionCapabilities: { list: {}, resume: {} } }

async function initialized(agent: ScriptedAgent, agentCapabilities: object = offers): Promise<void> {
  const answer = { protocolVersion: 1, agentInfo: { name: 'a', version: '1' }, agentCapabilities }
  await agent.respond(await agent.received('initialize'), answer)
}

describe('a session of the past', () => {
  test('is loaded, and its plans are told without a prompt', async () => {
    const { agent, outcome } = await startRun(['--session', 'old-1', '--cwd', '/'])
    await initialized(agent)
    const load = await agent.received('session/load')
    expect(load.params).toMatchObject({ sessionId: 'old-1', cwd: '/' })
    await agent.update(planUpdate('completed', 'pending'), 'old-1')
    await agent.respond(load, null)
    expect(await statusAndStderr(outcome())).toEqual([0, ''])
    expect(linesOf(await outcome())).toEqual([
      'agent: a 1 · ACP v1',
      'session: old-1 is being loaded',
      'Plan: 1 of 2 done',
      '  ✓ Step 1',
      '  ○ Step 2',
      'session: old-1 (loaded)',
      'At the end:',
      'Plan: 1 of 2 done',
      '  ✓ Step 1',
      '  ○ Step 2',
    ])
  })

  test('whose plans are not told again has an unknown plan', async () => {
    const { agent, outcome } = await startRun(['--session', 'old-1'])
    await initialized(agent, { sessionCapabilities: { resume: {} } })
    await agent.respond(await agent.received('session/resume'), {})
    expect((await outcome()).code).toBe(0)
    expect(linesOf(await outcome()).slice(-3)).toEqual([
      'session: old-1 (resumed)',
      'At the end:',
      'Plan: unknown, the agent has not sent it since the session was resumed',
    ])
  })

  test('that is not there: status 4, and what to do', async () => {
    const { agent, outcome } = await startRun(['--session', 'nope'])
    await initialized(agent)
    await agent.respondError(await agent.received('session/load'), { code: -32002, message: 'not found' })
    const { code, stderr } = await outcome()
    expect(code).toBe(4)
    expect(stderr).toContain('acp-plan-tui: the agent answered session/load with error -32002: not found\n')
    expect(stderr).toMatch(
      /^ {2}Check the id after --session\. Without it, or without --continue, a new session is opened: acp-plan-tui -- \S+/m,
    )
  })

  test('is the newest of this folder with --continue, and takes the prompt', async () => {
    const { agent, outcome } = await startRun(['--continue', '--prompt', 'go on', '--cwd', '/'])
    await initialized(agent)
    const list = await agent.received('session/list')
    const sessions = [
      { sessionId: 'older', cwd: '/', updatedAt: '2026-11-18T10:00:00Z' },
      { sessionId: 'newest', cwd: '/', updatedAt: '2026-11-19T10:00:00Z' },
    ]
    await agent.respond(list, { sessions })
    const load = await agent.received('session/load')
    expect(load.params).toMatchObject({ sessionId: 'newest' })
    await agent.respond(load, {})
    const turn = await agent.prompted()
    expect(turn.params).toMatchObject({ sessionId: 'newest', prompt: [{ text: 'go on' }] })
    await agent.endTurn(turn)
    expect((await outcome()).code).toBe(0)
  })
})

describe('what a session begins with', () => {
  const modes = {
    currentModeId: 'ask',
    availableModes: [
      { id: 'ask', name: 'Ask' },
      { id: 'plan', name: 'Plan first' },
    ],
  }
  const configOptions = [
    {
      id: 'model',
      name: 'Model',
      type: 'select',
      currentValue: 'small',
      options: [
        { value: 'small', name: 'Small' },
        { value: 'large', name: 'Large' },
      ],
    },
  ]

  test('is set before the prompt goes', async () => {
    const { agent, outcome } = await startRun(['--mode', 'plan', '--config', 'model=large', '--prompt', 'go'])
    await agent.answerHandshake({ session: { modes, configOptions } })
    const mode = await agent.received('session/set_mode')
    expect(mode.params).toMatchObject({ modeId: 'plan' })
    await agent.respond(mode, {})
    const option = await agent.received('session/set_config_option')
    expect(option.params).toMatchObject({ configId: 'model', value: 'large' })
    await agent.respond(option, { configOptions: [{ ...configOptions[0], currentValue: 'large' }] })
    await agent.endTurn(await agent.prompted())
    expect((await outcome()).code).toBe(0)
    expect(linesOf(await outcome()).slice(1, 5)).toEqual([
      'session: session-1',
      'mode: Plan first',
      'Model: Large',
      'prompt: go',
    ])
  })

  test('and is not there ends the run: status 4', async () => {
    const { agent, outcome } = await startRun(['--mode', 'bold', '--prompt', 'go'])
    await agent.answerHandshake({ session: { modes } })
    const { code, stderr } = await outcome()
    expect(code).toBe(4)
    expect(stderr).toMatch(
      /there is no mode “bold”; the agent has ask, plan\n {2}Check --mode and --config\.\n$/,
    )
  })
})

const todos = [
  { content: 'Look around', status: 'completed', priority: 'high' },
  { content: 'Write it down', status: 'pending', priority: 'low' },
]
const call = {
  sessionUpdate: 'tool_call',
  toolCallId: 'call-1',
  title: 'todowrite',
  kind: 'other',
  status: 'pending',
  rawInput: { todos },
}

test.each([
  [
    [],
    ['Plan (inferred): 1 of 2 done', '  ✓ Look around · high priority', '  ○ Write it down · low priority'],
  ],
  [
    ['--no-inferred-plans'],
    [
      'No plan came. The turn ended after …: 0 messages, 1 tool call, no plan update. It called a todo tool (todowrite) that it does not report as a plan. Without --no-inferred-plans its list is shown here.',
    ],
  ],
] as const)('a plan in a to-do tool: %j', async (args, wanted) => {
  const { agent, outcome, turn } = await startTurn(args)
  await agent.update(call)
  await agent.endTurn(turn)
  const lines = linesOf(await outcome()).map((line) => line.replace(/after <?[\dm]+s:/, 'after …:'))
  expect(lines.slice(-wanted.length)).toEqual(wanted)
})
