import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { jsonEvent } from '../../src/outputs/json/schema/json-event.ts'
import { runApp } from '../support/run-app.ts'
import { scriptedAgent, type ScriptedAgent } from '../support/scripted-agent.ts'
import { surroundings } from '../support/surroundings.ts'

function plan(...statuses: readonly string[]): object {
  const entries = statuses.map((status, at) => ({ content: `Step ${at + 1}`, status, priority: 'medium' }))
  return { sessionUpdate: 'plan', entries }
}

const options = [
  { optionId: 'always', name: 'Always', kind: 'allow_always' },
  { optionId: 'yes', name: 'Yes', kind: 'allow_once' },
  { optionId: 'no', name: 'No', kind: 'reject_once' },
]

async function ask(agent: ScriptedAgent): Promise<unknown> {
  const toolCall = { toolCallId: 'call-1', title: 'Edit parser.ts', kind: 'edit' }
  const answer = await agent.request('session/request_permission', {
    sessionId: agent.sessionId,
    toolCall,
    options,
  })
  return answer.result
}

const prompt = ['--prompt', 'go'] as const

/** Status and stderr: what every end is told by. */
async function endOf(run: ReturnType<typeof runApp>): Promise<readonly [number | null, string]> {
  const { code, stderr } = await run
  return [code, stderr]
}

describe.each([1, 2] as const)('an agent of version %i', (protocolVersion) => {
  test('is prompted twice, and the run ends when it is idle', async () => {
    const agent = await scriptedAgent()
    const run = runApp({ args: ['--prompt', 'one', '--prompt', 'two', '--cwd', '/'], command: agent.command })
    await agent.answerHandshake({ protocolVersion })
    const first = await agent.prompted()
    await agent.update(plan('in_progress', 'pending'))
    await agent.endTurn(first)
    const second = await agent.prompted()
    await agent.update(plan('completed', 'completed'))
    await agent.endTurn(second)
    const { code, stderr, stdout } = await run
    expect([code, stderr]).toEqual([0, ''])
    expect(stdout.replaceAll(/^\[[\d.]+s\] /gm, '').replaceAll(/after [\d.]+s/g, 'after some time')).toBe(
      [
        `agent: Scripted agent 1.0.0 · ACP v${protocolVersion}`,
        'session: session-1',
        'prompt: one',
        'Plan: 0 of 2 done',
        '  » Step 1',
        '  ○ Step 2',
        'turn ended: end_turn after some time',
        'prompt: two',
        'Plan: 2/2 ✓ Step 1 · completed',
        'Plan: 2/2 ✓ Step 2 · completed',
        'turn ended: end_turn after some time',
        'At the end:',
        'Plan: 2 of 2 done',
        '  ✓ Step 1',
        '  ✓ Step 2',
        '',
      ].join('\n'),
    )
    expect((await agent.started()).cwd).toBe('/')
    await agent.gone()
  })
})

describe('the exit status', () => {
  test('0 or 1 by the plans with --exit-on plans-done', async () => {
    for (const [statuses, wanted] of [
      [
        ['completed', 'cancelled'],
        [0, ''],
      ],
      [
        ['completed', 'pending'],
        [
          1,
          'acp-plan-tui: 1 of 2 steps of “Plan” is unfinished\n' +
            '  Add another --prompt, or use --exit-on idle.\n',
        ],
      ],
    ] as const) {
      const agent = await scriptedAgent()
      const run = endOf(runApp({ args: [...prompt, '--exit-on', 'plans-done'], command: agent.command }))
      await agent.answerHandshake()
      const turn = await agent.prompted()
      await agent.update(plan(...statuses))
      await agent.endTurn(turn)
      expect(await run).toEqual(wanted)
    }
  })

  test('3 when the agent is silent', async () => {
    const agent = await scriptedAgent()
    const run = endOf(runApp({ args: [...prompt, '--timeout', '0.3'], command: agent.command }))
    expect(await run).toEqual([
      3,
      'acp-plan-tui: the agent was silent for 0.3s, and the answer to initialize did not come\n' +
        '  Use a longer --timeout, or check what it is waiting for.\n',
    ])
  })

  test('4 when it cannot be started', async () => {
    const [code, stderr] = await endOf(runApp({ args: prompt, command: ['./no-such-agent'] }))
    expect(code).toBe(4)
    expect(stderr).toMatch(
      /^acp-plan-tui: the agent “\.\/no-such-agent” cannot be started: .+\n {2}Check the command after --; try it in a shell\.\n$/,
    )
  })

  test('5 when a permission was needed and nobody could be asked', async () => {
    const agent = await scriptedAgent()
    const run = endOf(runApp({ args: prompt, command: agent.command }))
    await agent.answerHandshake()
    const turn = await agent.prompted()
    expect(await ask(agent)).toEqual({ outcome: { outcome: 'selected', optionId: 'no' } })
    await agent.endTurn(turn)
    expect(await run).toEqual([
      5,
      'acp-plan-tui: permission was denied, because there was nobody to ask: Edit parser.ts\n' +
        '  Use --permissions allow, or --permissions deny to accept denials.\n',
    ])
  })

  test.each([
    ['allow', 'yes'],
    ['deny', 'no'],
  ])('0 with --permissions %s, which answers %s', async (policy, optionId) => {
    const agent = await scriptedAgent()
    const run = endOf(runApp({ args: [...prompt, '--permissions', policy], command: agent.command }))
    await agent.answerHandshake()
    const turn = await agent.prompted()
    expect(await ask(agent)).toEqual({ outcome: { outcome: 'selected', optionId } })
    await agent.endTurn(turn)
    expect(await run).toEqual([0, ''])
  })

  test('6 when it wants a login', async () => {
    const agent = await scriptedAgent()
    const run = endOf(runApp({ args: prompt, command: agent.command }))
    const initialize = await agent.received('initialize')
    const authMethods = [{ id: 'key', name: 'API key' }]
    await agent.respond(initialize, { protocolVersion: 1, agentCapabilities: {}, authMethods })
    const session = await agent.received('session/new')
    await agent.respondError(session, { code: -32000, message: 'Authentication required' })
    expect(await run).toEqual([
      6,
      'acp-plan-tui: the agent wants you to log in first\n' +
        '  It offers “API key”: start with --auth key to let the agent do it.\n',
    ])
  })

  test('7 when it dies, with its last words, and the plan as it was', async () => {
    const agent = await scriptedAgent()
    const run = runApp({ args: prompt, command: agent.command })
    await agent.answerHandshake()
    await agent.prompted()
    await agent.update(plan('in_progress'))
    await agent.writeStderr('Error: out of luck\n')
    await agent.exit(3)
    const { code, stderr, stdout } = await run
    expect([code, stderr]).toEqual([
      7,
      'acp-plan-tui: the agent ended with status 3\n  Run its command in a shell to see what is missing.\n',
    ])
    expect(stdout).toMatch(
      /the agent ended with status 3\n {2}stderr \| Error: out of luck\nAt the end:\nPlan: 0 of 1 done\n {2}◐ Step 1 · unfinished\n$/,
    )
  })

  test('7 when it answers the prompt with an error', async () => {
    const agent = await scriptedAgent()
    const run = endOf(runApp({ args: prompt, command: agent.command }))
    await agent.answerHandshake()
    await agent.respondError(await agent.prompted(), { code: -32603, message: 'no model' })
    expect(await run).toEqual([
      7,
      'acp-plan-tui: the agent answered the prompt with error -32603: no model\n  Its message says what it needs.\n',
    ])
  })
})

describe('usage', () => {
  test.each([
    [
      ['--promt', 'x'],
      'acp-plan-tui: unknown option --promt\n  Did you mean --prompt? `acp-plan-tui --help` lists them all.\n',
    ],
    [
      ['--cwd', '/no/such/folder', ...prompt, '--', 'agent'],
      'acp-plan-tui: --cwd /no/such/folder: there is no such folder\n  Name an existing folder that you have access to.\n',
    ],
    [
      ['--prompt-file', 'none.txt', '--', 'agent'],
      'acp-plan-tui: --prompt-file none.txt: there is no such file\n  Name a text file, or - for standard input.\n',
    ],
    [
      ['--prompt-file', '-', '--', 'agent'],
      'acp-plan-tui: --prompt-file: standard input is empty\n  Put the prompt into it, or use --prompt TEXT.\n',
    ],
    [
      ['demo', 'tuor'],
      'acp-plan-tui: there is no scenario “tuor”, and no file of that name\n  Did you mean tour? `acp-plan-tui demo --list` names them all.\n',
    ],
    [
      ['demo', '--speed', 'fast'],
      'acp-plan-tui: --speed cannot be “fast”\n  It must be a number above 0, or max.\n',
    ],
    [
      ['\u001b[2J'],
      'acp-plan-tui: there is no command “␛[2J”\n  To start an agent, put -- before it: acp-plan-tui -- ␛[2J\n',
    ],
  ])('%j: status 2', async (args, stderr) => {
    expect(await runApp({ args })).toEqual({ code: 2, signal: null, stdout: '', stderr })
  })

  test('nothing at all: what to try, status 2', async () => {
    const { code, stdout, stderr } = await runApp({})
    expect([code, stdout]).toEqual([2, ''])
    expect(stderr).toContain('acp-plan-tui demo')
  })

  test('a wrong configuration names its place, and --help does not mind it', async () => {
    const { env, folder } = surroundings()
    const config = path.join(folder, 'acp-plan-tui')
    mkdirSync(config)
    writeFileSync(path.join(config, 'config.json'), '{\n  "theme": dark\n}')
    const wrong = { ...env, XDG_CONFIG_HOME: folder }
    const { code, stderr } = await runApp({ args: prompt, command: ['agent'], env: wrong })
    expect([code, stderr]).toEqual([
      2,
      `acp-plan-tui: ${config}/config.json:2:12 is not JSON: a value was expected\n` +
        '  Fix that line, or move the file away to start without it.\n',
    ])
    expect((await runApp({ args: ['--help'], env: wrong })).code).toBe(0)
  })
})

test('the prompt comes from standard input, variables and version go to the agent', async () => {
  const agent = await scriptedAgent()
  const run = runApp({
    args: ['--prompt-file', '-', '--protocol', '1'],
    command: agent.command,
    stdin: 'Line one\nLine two\n',
  })
  const { initialize } = await agent.answerHandshake()
  expect(initialize.params).toMatchObject({ protocolVersion: 1 })
  const turn = await agent.prompted()
  expect(turn.params).toMatchObject({ prompt: [{ type: 'text', text: 'Line one\nLine two' }] })
  await agent.endTurn(turn)
  expect((await run).code).toBe(0)
})

test('--exit-on never runs until the agent ends', async () => {
  const agent = await scriptedAgent()
  const run = endOf(runApp({ args: ['--exit-on', 'never'], command: agent.command }))
  await agent.answerHandshake()
  await agent.update(plan('completed'))
  await agent.exit(0)
  expect(await run).toEqual([0, ''])
})

test('json: each line as the schema says, the status in the last', async () => {
  const agent = await scriptedAgent()
  const run = runApp({ args: [...prompt, '--format', 'json'], command: agent.command })
  await agent.answerHandshake()
  await agent.prompted()
  await agent.update(plan('in_progress'))
  await agent.write('not json\n')
  await agent.writeStderr('last words\n')
  await agent.kill('SIGKILL')
  const { code, stdout, stderr } = await run
  const events = stdout
    .trimEnd()
    .split('\n')
    .map((line) => jsonEvent.parse(JSON.parse(line)))
  expect(events.map(({ type }) => type)).toEqual([
    'start',
    'agent',
    'session',
    'turn',
    'plan',
    'problem',
    'stderr',
    'turn',
    'end',
  ])
  expect(events.at(-1)).toMatchObject({
    status: 7,
    reason: 'exited',
    message: 'the agent was killed (SIGKILL)',
    problems: 1,
  })
  expect([code, stderr.split('\n').slice(0, 2)]).toEqual([
    7,
    ['acp-plan-tui: the agent was killed (SIGKILL)', '  stderr | last words'],
  ])
})
