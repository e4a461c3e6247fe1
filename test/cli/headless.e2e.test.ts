import { mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { describe, expect, test } from 'vitest'
import { jsonEvent } from '../../src/outputs/schema/json-event.ts'
import { inProcessAgent } from '../support/in-process-agent.ts'
import { openInProcess } from '../support/in-process-app.ts'
import { runApp, runHere } from '../support/run-app.ts'
import { scriptedAgent, selected, type ScriptedAgent } from '../support/scripted-agent.ts'
import { surroundings } from '../support/surroundings.ts'
import { virtualTime } from '../support/virtual-time.ts'
import { linesOf, planUpdate, spawnRun, startRun, startTurn, statusAndStderr } from './run-with-agent.ts'

const prompt = ['--prompt', 'go'] as const

async function answerToEdit(agent: ScriptedAgent): Promise<unknown> {
  const toolCall = { toolCallId: 'call-1', title: 'Edit parser.ts', kind: 'edit' }
  return await agent.asks(toolCall, 'allow_always Always', 'allow_once Yes', 'reject_once No')
}

describe.each([1, 2] as const)('an agent of version %i', (protocolVersion) => {
  test('is prompted twice, and the run ends when it is idle', async () => {
    const { agent, outcome } = await spawnRun(['--prompt', 'one', '--prompt', 'two', '--cwd', '/'])
    await agent.answerHandshake({ protocolVersion })
    const first = await agent.prompted()
    await agent.update(planUpdate('in_progress', 'pending'))
    await agent.endTurn(first)
    const second = await agent.prompted()
    await agent.update(planUpdate('completed', 'completed'))
    await agent.endTurn(second)
    expect(await statusAndStderr(outcome())).toEqual([0, ''])
    expect(linesOf(await outcome())).toEqual([
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
      '  doubts:',
      '    “Step 2”: never begun',
    ])
    expect((await agent.started()).cwd).toBe('/')
    await agent.gone()
  })
})

// The folder that is watched has only a link, so the system tells nothing of the file.
test('a file that is written just before the end is shown as it is at the end', async () => {
  const { folder } = surroundings()
  const [link, file] = [path.join(folder, 'links', 'plan.md'), path.join(folder, 'plan.md')]
  mkdirSync(path.dirname(link), { recursive: true })
  writeFileSync(file, '- [ ] one')
  symlinkSync(file, link)
  const { agent, turn, outcome } = await startTurn(['--format', 'json'])
  const plan = { id: 'plan', type: 'file', uri: pathToFileURL(link).href }
  await agent.update({ sessionUpdate: 'plan_update', plan })
  await agent.endTurn(turn)
  writeFileSync(file, '- [x] one')
  const { stdout } = await outcome()
  expect(stdout).toMatch(/"text":"- \[ \] one"[^]*"state":"ended"[^]*"text":"- \[x\] one"/)
})

describe('the exit status', () => {
  test.each<[string, readonly string[], (agent: ScriptedAgent) => unknown, number, string]>([
    [
      '0 with --exit-on plans-done and a finished plan',
      ['--exit-on', 'plans-done'],
      (agent) => agent.update(planUpdate('completed', 'cancelled')),
      0,
      '',
    ],
    [
      '1 with --exit-on plans-done and an unfinished plan',
      ['--exit-on', 'plans-done'],
      (agent) => agent.update(planUpdate('completed', 'pending')),
      1,
      'acp-plan-tui: 1 of 2 steps of “Plan” is unfinished\n  Add another --prompt, or use --exit-on idle.\n',
    ],
    [
      '5 when a permission was needed and nobody could be asked',
      [],
      async (agent) => expect(await answerToEdit(agent)).toEqual(selected('No')),
      5,
      'acp-plan-tui: permission was denied, because there was nobody to ask: Edit parser.ts\n' +
        '  Use --permissions allow, or --permissions deny to accept denials.\n',
    ],
    [
      '0 with --permissions allow',
      ['--permissions', 'allow'],
      async (agent) => expect(await answerToEdit(agent)).toEqual(selected('Yes')),
      0,
      '',
    ],
    [
      '0 with --permissions deny',
      ['--permissions', 'deny'],
      async (agent) => expect(await answerToEdit(agent)).toEqual(selected('No')),
      0,
      '',
    ],
    [
      '5 when it had a question and nobody could be asked',
      [],
      async (agent) => {
        const { result } = await agent.request('elicitation/create', {
          sessionId: agent.sessionId,
          mode: 'form',
          message: 'Which branch?',
          requestedSchema: { type: 'object', properties: { branch: { type: 'string' } } },
        })
        expect(result).toMatchObject({ action: 'decline' })
      },
      5,
      'acp-plan-tui: the agent had a question, but there was nobody to ask: Which branch?\n' +
        '  Run it on a terminal to answer, or use --permissions deny to take a denial as fine.\n',
    ],
  ])('%s', async (_, args, play, status, stderr) => {
    const { agent, outcome, turn } = await startTurn(args)
    await play(agent)
    await agent.endTurn(turn)
    expect(await statusAndStderr(outcome())).toEqual([status, stderr])
  })

  test('3 when the agent is silent', async () => {
    // In this process, since the message says how long it was silent.
    const time = virtualTime()
    const args = [...prompt, '--timeout', '0.3']
    const run = await openInProcess({
      columns: 120,
      rows: 10,
      args,
      time,
      agent: inProcessAgent(time),
      hasPipedOutput: true,
    })
    expect(await run.exit()).toMatchObject({ code: 3 })
    expect(run.text().trimEnd().split('\n')).toEqual([
      '[0.3s] the agent was silent for 0.3s, and the answer to initialize did not come',
      '[0.3s] The agent is being ended.',
      'No plan came. The agent has not opened a session yet.',
      'acp-plan-tui: the agent was silent for 0.3s, and the answer to initialize did not come',
      '  Use a longer --timeout, or check what it is waiting for.',
    ])
  })

  test('4 when it cannot be started', async () => {
    const [code, stderr] = await statusAndStderr(runApp({ args: prompt, command: ['./no-such-agent'] }))
    expect(code).toBe(4)
    expect(stderr).toMatch(
      /^acp-plan-tui: the agent “\.\/no-such-agent” cannot be started: .+\n {2}Check its command; try it in a shell\.\n$/,
    )
  })

  test('6 when it wants a login', async () => {
    const { agent, outcome } = await startRun(prompt)
    const initialize = await agent.received('initialize')
    const authMethods = [{ id: 'key', name: 'API key' }]
    await agent.respond(initialize, { protocolVersion: 1, agentCapabilities: {}, authMethods })
    const session = await agent.received('session/new')
    await agent.respondError(session, { code: -32000, message: 'Authentication required' })
    expect(await statusAndStderr(outcome())).toEqual([
      6,
      'acp-plan-tui: the agent wants you to log in first\n' +
        '  It offers “API key”: start with --auth key to let the agent do it.\n',
    ])
  })

  test('7 when it dies, with its last words, and the plan as it was', async () => {
    const { agent, outcome } = await startTurn([], spawnRun)
    await agent.update(planUpdate('in_progress'))
    await agent.writeStderr('Error: out of luck\n')
    await agent.exit(3)
    expect(await statusAndStderr(outcome())).toEqual([
      7,
      'acp-plan-tui: the agent ended with status 3\n  Run its command in a shell to see why.\n',
    ])
    expect((await outcome()).stdout).toMatch(
      /the agent ended with status 3\n {2}stderr \| Error: out of luck\nAt the end:\nPlan: 0 of 1 done\n {2}◐ Step 1 · unfinished\n {2}doubts:\n {4}left open: 1 step\n$/,
    )
  })

  test('7 when it answers the prompt with an error', async () => {
    const { agent, outcome, turn } = await startTurn()
    await agent.respondError(turn, { code: -32603, message: 'no model' })
    expect(await statusAndStderr(outcome())).toEqual([
      7,
      'acp-plan-tui: the agent answered the prompt with error -32603: no model\n  Its message may say what it needs.\n',
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
      'acp-plan-tui: --speed cannot be “fast”\n  It must be a number above 0, or max, or 0 for the same.\n',
    ],
    [
      ['\u001b[2J'],
      'acp-plan-tui: there is no command “␛[2J”\n  To start an agent, put -- before it: acp-plan-tui -- ␛[2J\n',
    ],
  ])('%j: status 2', async (args, stderr) => {
    expect(await runHere({ args })).toEqual({ code: 2, signal: null, stdout: '', stderr })
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
    const { code, stderr } = await runHere({ args: prompt, command: ['agent'], env: wrong })
    expect([code, stderr]).toEqual([
      2,
      `acp-plan-tui: ${config}/config.json:2:12 is not JSON: a value was expected\n` +
        '  Fix that line, or move the file away to start without it.\n',
    ])
    expect((await runHere({ args: ['--help'], env: wrong })).code).toBe(0)
  })
})

test('the prompt comes from standard input, variables and version go to the agent', async () => {
  const stdin = 'Line one\nLine two\n'
  const { agent, outcome } = await spawnRun(['--prompt-file', '-', '--protocol', '1'], { stdin })
  const { initialize } = await agent.answerHandshake()
  expect(initialize.params).toMatchObject({ protocolVersion: 1 })
  const turn = await agent.prompted()
  expect(turn.params).toMatchObject({ prompt: [{ type: 'text', text: 'Line one\nLine two' }] })
  await agent.endTurn(turn)
  expect((await outcome()).code).toBe(0)
})

test('--exit-on never runs until the agent ends', async () => {
  const { agent, outcome } = await startRun(['--exit-on', 'never'])
  await agent.answerHandshake()
  await agent.update(planUpdate('completed'))
  await agent.exit(0)
  expect(await statusAndStderr(outcome())).toEqual([0, ''])
})

test('json: each line as the schema says, the status in the last', async () => {
  const { agent, outcome } = await startTurn(['--format', 'json'], spawnRun)
  await agent.update(planUpdate('in_progress'))
  await agent.write('not json\n')
  await agent.writeStderr('last words\n')
  await agent.kill('SIGKILL')
  const { code, stdout, stderr } = await outcome()
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
    'work',
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

test('what an agent removes as it ends was there: its file plan is told as it was before', async () => {
  const { folder } = surroundings()
  const file = path.join(folder, 'plan.md')
  writeFileSync(file, '# Migrate\n')
  const agent = await scriptedAgent({ outlives: ['stdin-end', 'SIGTERM'] })
  const outcome = runApp({ args: ['--prompt', 'go', '--format', 'json'], command: agent.command })
  await agent.answerHandshake()
  const turn = await agent.prompted()
  const uri = pathToFileURL(file).href
  await agent.update({ sessionUpdate: 'plan_update', plan: { type: 'file', planId: 'f', uri } })
  await agent.endTurn(turn)
  await agent.stdinEnded()
  rmSync(file)
  const { stdout } = await outcome
  const documents = stdout.split('\n').filter((line) => line.includes('"type":"document"'))
  expect(documents.at(-1)).toContain('"text":"# Migrate\\n"')
})
