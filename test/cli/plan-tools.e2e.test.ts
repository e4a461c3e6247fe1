import { mkdirSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { nodeProgram } from '../support/node-program.ts'
import { runApp, runHere, type RunOutcome } from '../support/run-app.ts'
import { scriptedAgent, type ScriptedAgent } from '../support/scripted-agent.ts'
import { surroundings } from '../support/surroundings.ts'

const claude = '@agentclientprotocol/claude-agent-acp'
const variable = 'CLAUDE_CODE_ENABLE_TODO_TOOLS'

/** The scripted agent behind a program of that name. */
function namedProgram(agent: ScriptedAgent, name: string): string {
  const folder = path.join(surroundings().folder, 'bin')
  mkdirSync(folder)
  const [command, ...args] = agent.command
  const words = JSON.stringify([command, args, { stdio: 'inherit' }])
  return nodeProgram(folder, name, `require('node:child_process').spawn(...${words})\n`)
}

interface Played {
  readonly outcome: RunOutcome
  /** What of the agent's environment is about plans. */
  readonly env: Readonly<Record<string, string>>
}

async function play(
  name: string,
  given: {
    readonly args?: readonly string[]
    readonly env?: Readonly<Record<string, string>>
    readonly infoName?: string
  } = {},
): Promise<Played> {
  const agent = await scriptedAgent()
  const run = runApp({
    args: ['--prompt', 'go', ...(given.args ?? [])],
    command: [namedProgram(agent, name)],
    ...(given.env === undefined ? {} : { env: given.env }),
  })
  const { env } = await agent.started()
  const agentInfo = { name: given.infoName ?? claude, version: '0.100.0' }
  await agent.answerHandshake({ initialize: { agentInfo } })
  await agent.endTurn(await agent.prompted())
  return { outcome: await run, env }
}

describe('an agent that its command names', () => {
  test('is started with what switches its plans on, and that is said', async () => {
    const { outcome, env } = await play('claude-agent-acp')
    expect(env).toEqual({ [variable]: '1' })
    expect(outcome.stdout).toContain(`plan tools: ${variable}=1 was set for Claude Agent`)
  })

  test('gets what the user has set with one setting more', async () => {
    const { outcome, env } = await play('codex-acp', {
      env: { CODEX_CONFIG: '{"model":"x"}' },
      infoName: '@agentclientprotocol/codex-acp',
      args: ['--format', 'json'],
    })
    expect(JSON.parse(env['CODEX_CONFIG'] ?? '')).toEqual({
      model: 'x',
      tools: { update_plan: { enabled: true } },
    })
    const told = outcome.stdout.split('\n').find((line) => line.includes('"type":"agent"')) ?? ''
    expect(JSON.parse(told)).toMatchObject({
      planTools: { agent: 'codex-acp', variable: 'CODEX_CONFIG', state: 'merged', message: '' },
    })
  })

  test.each<[string, Parameters<typeof play>[1], string | undefined, string]>([
    ['with --plan-tools off', { args: ['--plan-tools', 'off'] }, undefined, '--plan-tools off prevents that'],
    [
      'with the same in the environment',
      { env: { ACP_PLAN_TUI_PLAN_TOOLS: 'off' } },
      undefined,
      '--plan-tools off prevents that',
    ],
    [
      'with what the user has set',
      { env: { [variable]: '0' } },
      '0',
      `Your ${variable} keeps the plan tools`,
    ],
    [
      'with what --env sets',
      { args: ['--env', `${variable}=0`] },
      '0',
      `Your ${variable} keeps the plan tools`,
    ],
  ])('%s is left as it is, and at the end it is said why no plan came', async (_, given, value, words) => {
    const { outcome, env } = await play('claude-agent-acp', given)
    expect(env[variable]).toBe(value)
    expect(outcome.stdout).toContain(words)
    expect(outcome.stderr).toContain(`acp-plan-tui --env ${variable}=1 -- `)
    expect(outcome.code).toBe(0)
  })
})

describe('an agent that only its answer names', () => {
  test('is told about at the end, on stderr (--format json)', async () => {
    const { outcome, env } = await play('my-agent', { args: ['--format', 'json'] })
    expect(env).toEqual({})
    expect(outcome.stderr).toMatch(
      /^acp-plan-tui: no plan came\. Claude Agent has plan tools only if .*\n {2}Start it like this, .*: acp-plan-tui --env .*=1 -- \S*\/my-agent\n$/,
    )
  })

  test('is told about at the end: the reason in the text, the mend on stderr (--format text)', async () => {
    const { outcome } = await play('my-agent', { args: ['--format', 'text'] })
    expect(outcome.stdout).toContain('Claude Agent has plan tools only if ')
    expect(outcome.stderr).toMatch(
      /^acp-plan-tui: no plan came\. Start it like this, .*: acp-plan-tui --env .*=1 -- \S*\/my-agent\n$/,
    )
  })

  test('gets its plans by the command that is told', async () => {
    const { outcome } = await play('my-agent')
    expect(outcome.stderr).toContain(`--env ${variable}=1 --`)
    const again = await play('my-agent', { args: ['--env', `${variable}=1`] })
    expect(again.env).toEqual({ [variable]: '1' })
  })
})

test('a known name for another program does no harm', async () => {
  const { outcome, env } = await play('claude-agent-acp', { infoName: 'something-else' })
  expect(env).toEqual({ [variable]: '1' })
  expect(outcome.code).toBe(0)
})

test('--plan-tools has no place in a connection, and takes on and off only', async () => {
  const connect = await runHere({ args: ['connect', '--plan-tools', 'on', 'tcp://localhost:1'] })
  expect([connect.code, connect.stderr]).toEqual([
    2,
    'acp-plan-tui: --plan-tools is for agents that are started here, not for connect\n  Leave it out, and set it where the agent is started.\n',
  ])
  const wrong = await runHere({ args: ['--plan-tools', 'maybe'], command: ['x'] })
  expect([wrong.code, wrong.stderr]).toEqual([2, expect.stringContaining('--plan-tools cannot be “maybe”')])
})
