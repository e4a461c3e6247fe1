import { describe, expect, test } from 'vitest'
import { inProcessAgent } from '../support/in-process-agent.ts'
import { runApp, runHere, startHere } from '../support/run-app.ts'
import type { ScriptedAgent } from '../support/scripted-agent.ts'
import { surroundings } from '../support/surroundings.ts'
import { virtualTime } from '../support/virtual-time.ts'
import { startRun, type AgentRun } from './run-with-agent.ts'

interface Document {
  readonly doctor: string
  readonly version: number
  readonly checks: readonly { readonly name: string }[]
  readonly agent: Readonly<Record<string, unknown>>
}

const lists = { agentCapabilities: { loadSession: true, sessionCapabilities: { list: {} } } }

async function tried(...args: readonly string[]): Promise<AgentRun> {
  return await startRun(['doctor', ...args])
}

function methodsAsked(agent: ScriptedAgent): readonly (string | undefined)[] {
  return agent.lines().map((line) => (JSON.parse(line) as { readonly method?: string }).method)
}

test('an agent is greeted, opens a session, lists the old ones, and gets no prompt', async () => {
  const { agent, outcome } = await tried()
  const authMethods = [{ id: 'web', name: 'In the browser' }]
  await agent.answerHandshake({ initialize: { ...lists, authMethods } })
  await agent.respond(await agent.received('session/list'), { sessions: [{ sessionId: 'old', cwd: '/' }] })
  const { stdout, stderr, code } = await outcome()
  expect(stdout).toBe(`Agent
  ok      name: Scripted agent (scripted-agent) 1.0.0
  ok      protocol: version 1
  ok      session: opened, and no prompt was sent
  ok      login: not needed for a session; it offers In the browser
  note    plans: not known whether it sends them
          A run with a prompt shows it.
  ok      modes: none
  ok      options: none
  ok      sessions: old ones can be loaded; it lists 1 session
          --continue opens the newest of the folder. --session ID opens one.
  ok      questions: forms and pages are offered to it (elicitation); no agent says whether it uses
          them
`)
  expect([code, stderr]).toEqual([0, ''])
  await agent.gone()
  expect(methodsAsked(agent)).toEqual(['initialize', 'session/new', 'session/list'])
})

test('as JSON, with values for programs', async () => {
  const { agent, outcome } = await tried('--json')
  await agent.answerHandshake()
  const { stdout, code } = await outcome()
  const { doctor, version, checks, agent: told } = JSON.parse(stdout) as Document
  expect([doctor, version, checks.map(({ name }) => name), code]).toEqual(['acp-plan-tui', 1, ['agent'], 0])
  expect(told).toMatchObject({
    name: 'scripted-agent',
    version: '1.0.0',
    protocol: 1,
    login: { needed: false, methods: [] },
    elicitation: { offered: ['form', 'url'] },
    sessions: { load: true, list: false, listed: null },
    end: { status: 0 },
  })
})

describe('the status of a run, and on stderr why', () => {
  test('6 for a login, with the methods', async () => {
    const { agent, outcome } = await tried()
    const greeting = { protocolVersion: 1, agentCapabilities: {}, authMethods: [{ id: 'web', name: 'Web' }] }
    await agent.respond(await agent.received('initialize'), greeting)
    await agent.respondError(await agent.received('session/new'), {
      code: -32_000,
      message: 'Authentication required',
    })
    const { stdout, stderr, code } = await outcome()
    expect(stdout).toContain('  wrong   login: needed; it offers Web\n')
    expect(stderr).toContain('the agent wants you to log in first')
    expect(stderr).toContain('start with --auth web')
    expect(code).toBe(6)
  })

  test('0 after a login with --auth', async () => {
    const { agent, outcome } = await tried('--auth', 'web')
    const authMethods = [{ id: 'web', name: 'Web' }]
    await agent.respond(await agent.received('initialize'), { protocolVersion: 1, authMethods })
    await agent.respond(await agent.received('authenticate'), {})
    await agent.respond(await agent.received('session/new'), { sessionId: 's' })
    const { stdout, code } = await outcome()
    expect(stdout).toContain('  ok      login: done with --auth web; it offers Web\n')
    expect(code).toBe(0)
  })

  test('4 for a mode that it does not have, and those that it has', async () => {
    const { agent, outcome } = await tried('--mode', 'nope')
    const modes = { currentModeId: 'ask', availableModes: [{ id: 'ask', name: 'Ask' }] }
    await agent.answerHandshake({ session: { modes } })
    const { stdout, stderr, code } = await outcome()
    expect(stdout).toContain('  wrong   session: refused\n')
    expect(stdout).toContain('  ok      modes: ask (now)\n')
    expect(stderr).toContain('there is no mode “nope”')
    expect(code).toBe(4)
  })

  test('the mode that is asked for is in force when it is told', async () => {
    const { agent, outcome } = await tried('--mode', 'plan')
    const availableModes = [
      { id: 'ask', name: 'Ask' },
      { id: 'plan', name: 'Plan' },
    ]
    await agent.answerHandshake({ session: { modes: { currentModeId: 'ask', availableModes } } })
    await agent.respond(await agent.received('session/set_mode'), {})
    expect((await outcome()).stdout).toContain('  ok      modes: ask, plan (now)\n')
  })

  test('3 for one that never answers, after --timeout or a minute', async () => {
    const short = await tried('--timeout', '2')
    const { stdout, stderr, code } = await short.outcome()
    expect(stdout).toBe('Agent\n  wrong   start: silent\n')
    expect(stderr).toContain('the agent was silent for 2s, and the answer to initialize did not come')
    expect(code).toBe(3)
    const time = virtualTime()
    const agent = inProcessAgent(time)
    const long = await startHere({ args: ['doctor'], agent, time })
    await agent.write("{'jsonrpc': '2.0'}\n")
    await time.pass(55_000)
    const ended = await long()
    expect(ended.stderr).toContain(
      'acp-plan-tui: waiting for the agent; Ctrl-C ends it\n  What it wrote was not read: a message that is no JSON: its texts are in single quotes',
    )
    expect(ended.stderr).toContain('sent only other data for 60s')
    expect(ended.code).toBe(3)
  })

  test('0 though its old sessions are not listed in time', async () => {
    const { agent, outcome } = await tried('--timeout', '3')
    await agent.answerHandshake({ initialize: lists })
    const { stdout, code } = await outcome()
    expect(stdout).toContain('  note    sessions: old ones can be loaded; their list did not come in time\n')
    expect(code).toBe(0)
  })

  test('7 for one that ends, even well, before it could be given a prompt', async () => {
    const { agent, outcome } = await tried()
    await agent.respond(await agent.received('initialize'), { protocolVersion: 1 })
    await agent.received('session/new')
    await agent.exit(0)
    const { stdout, stderr, code } = await outcome()
    expect(stdout).toContain('  wrong   session: stopped, status 0\n')
    expect(stderr).toContain('the agent ended with status 0')
    expect(code).toBe(7)
  })

  test('4 for a program that is missing', async () => {
    const { stdout, stderr, code } = await runApp({ args: ['doctor'], command: ['no-such-program-here'] })
    expect(stdout).toBe('Agent\n  wrong   start: could not start\n')
    expect(stderr).toContain('“no-such-program-here” cannot be started')
    expect(code).toBe(4)
  })
})

test('an agent of the configuration is tried by its name', async () => {
  const { stderr, code } = await runHere({ args: ['doctor', '--agent', 'cluade'] })
  expect(stderr).toContain('Did you mean `acp-plan-tui --agent=claude`?')
  expect(code).toBe(2)
})

test.each([
  [['doctor', '--timeout', '3'], '--timeout needs an agent'],
  [['doctor', '--agent', 'claude', '--', 'x'], '--agent and a command after -- cannot be combined'],
  [['doctor', '--'], 'no agent command was given'],
  [['doctor', 'x', '--', 'y'], 'doctor takes no arguments'],
  [['doctor', '--cwd', '/no/such/folder', '--', 'x'], 'there is no such folder'],
  [['doctor', '--prompt', 'go', '--', 'x'], '--prompt does not go with doctor'],
])('%j is wrong usage', async (args, message) => {
  const { stdout, stderr, code } = await runHere({ args })
  expect(stderr).toContain(message)
  expect([stdout, code]).toEqual(['', 2])
})

test('nothing of the agent is left running', async () => {
  const around = surroundings()
  const { code } = await runApp({
    args: ['doctor', '--timeout', '1'],
    command: [process.execPath, '-e', 'setInterval(() => {}, 1000)'],
    env: around.env,
  })
  expect(code).toBe(3)
  await around.noProcesses()
})
