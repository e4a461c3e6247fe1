import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { openApp, type Screen } from './open-app.ts'
import { runApp, type RunOutcome } from './run-app.ts'
import { scriptedAgent, type Outlives, type ScriptedAgent } from './scripted-agent.ts'

const echoClient = fileURLToPath(new URL('programs/echo-client.mjs', import.meta.url))

/** Runs the client with a terminal, so that its stdin stays open. */
async function open(agent: ScriptedAgent, ...messages: readonly object[]): Promise<Screen> {
  const args = messages.map((message) => JSON.stringify(message))
  return openApp({
    columns: 100,
    rows: 12,
    program: [process.execPath, echoClient],
    args,
    command: agent.command,
  })
}

async function run(agent: ScriptedAgent, ...messages: readonly object[]): Promise<RunOutcome> {
  const args = messages.map((message) => JSON.stringify(message))
  return runApp({ program: [process.execPath, echoClient], args, command: agent.command })
}

const initialize = { jsonrpc: '2.0', id: 0, method: 'initialize', params: { protocolVersion: 2 } }
const sessionNew = { jsonrpc: '2.0', id: 1, method: 'session/new', params: { cwd: '/', mcpServers: [] } }
const prompt = { jsonrpc: '2.0', id: 2, method: 'session/prompt', params: { sessionId: 's', prompt: [] } }

describe('a scripted agent', () => {
  test('writes what it is told, in any pieces', async () => {
    const agent = await scriptedAgent()
    const screen = await open(agent)
    await agent.write('half')
    await screen.shows('half')
    await agent.write(Buffer.from([0xe2, 0x82]))
    await agent.write(Buffer.from([0xac]))
    await screen.shows('half€')
    await agent.writeStderr('\nwarning\n')
    await screen.shows('warning')
    await agent.exit(5)
    await screen.shows('[agent ended 5]')
    expect(await screen.exit()).toEqual({ code: 7, signal: null })
  })

  test('answers a handshake of either version and ends turns in its way', async () => {
    const agent = await scriptedAgent()
    const screen = await open(agent, initialize, sessionNew, prompt)
    const { initialize: asked } = await agent.answerHandshake({
      protocolVersion: 2,
      sessionId: 's',
      initialize: { extra: 1 },
    })
    expect(asked.params).toEqual({ protocolVersion: 2 })
    await agent.endTurn(await agent.prompted())
    await screen.shows('"state":"idle"')
    const lines = screen
      .scrollback()
      .replaceAll(/\n(?!\{)/g, '')
      .split('\n')
    expect(lines.map((line): unknown => JSON.parse(line))).toEqual([
      {
        jsonrpc: '2.0',
        id: 0,
        result: {
          protocolVersion: 2,
          info: { name: 'scripted-agent', title: 'Scripted agent', version: '1.0.0' },
          capabilities: {},
          authMethods: [],
          extra: 1,
        },
      },
      { jsonrpc: '2.0', id: 1, result: { sessionId: 's' } },
      { jsonrpc: '2.0', id: 2, result: { messageId: 'message-2' } },
      {
        jsonrpc: '2.0',
        method: 'session/update',
        params: {
          sessionId: 's',
          update: { sessionUpdate: 'state_update', state: 'idle', stopReason: 'end_turn' },
        },
      },
    ])
  })

  test('asks and gets the answer, past what else comes', async () => {
    const agent = await scriptedAgent()
    await open(agent, { jsonrpc: '2.0', id: 'agent-1', result: { outcome: 'yes' } }, initialize)
    const answer = await agent.request('session/request_permission', { sessionId: 's' })
    expect(answer.result).toEqual({ outcome: 'yes' })
    expect((await agent.received(/"initialize"/)).id).toBe(0)
    expect(agent.lines()).toHaveLength(2)
  })

  test('hands each message out once', async () => {
    const agent = await scriptedAgent()
    await open(agent, prompt, { ...prompt, id: 3 })
    expect((await agent.received('session/prompt')).id).toBe(2)
    expect((await agent.received('session/prompt')).id).toBe(3)
  })

  test('closes its stdout and lives on', async () => {
    const agent = await scriptedAgent()
    const screen = await open(agent)
    await agent.closeStdout()
    await screen.shows('[stdout ended]')
    await agent.writeStderr('still here')
    await screen.shows('still here')
  })

  test('ends when its stdin does', async () => {
    const agent = await scriptedAgent()
    const outcome = run(agent)
    await agent.stdinEnded()
    await agent.gone()
    expect(await outcome).toEqual({
      stdout: '[stdout ended]\n[agent ended 0]\n',
      stderr: '',
      code: 7,
      signal: null,
    })
  })

  test.each<{ outlives: readonly Outlives[]; end: string }>([
    { outlives: [], end: 'SIGTERM' },
    { outlives: ['SIGTERM'], end: 'SIGKILL' },
  ])('dies of $end where it outlives $outlives', async ({ outlives, end }) => {
    const agent = await scriptedAgent({ outlives: ['stdin-end', ...outlives] })
    const outcome = run(agent)
    await agent.stdinEnded()
    await agent.kill('SIGTERM')
    await agent.signalled('SIGTERM')
    if (end === 'SIGKILL') {
      await agent.write('survived\n')
      await agent.kill('SIGKILL')
    }
    await agent.gone()
    expect((await outcome).stdout).toContain(`[agent ended ${end}]`)
  })

  test('is another run of itself when it is started again', async () => {
    const agent = await scriptedAgent()
    await open(agent, initialize)
    await agent.received('initialize')
    const first = await agent.started()
    await agent.exit(1)
    await agent.gone()
    await open(agent, initialize)
    const second = await agent.started(2)
    expect(second.pid).not.toBe(first.pid)
    expect((await agent.received('initialize')).id).toBe(0)
  })

  test('cannot be told anything after its end', async () => {
    const agent = await scriptedAgent()
    await open(agent, initialize)
    await agent.started()
    await agent.exit(1)
    await agent.gone()
    await expect(agent.write('x')).rejects.toThrow('ended before it did: stdout')
  })

  test('takes 20 MB at once', async () => {
    const agent = await scriptedAgent({ outlives: ['stdin-end'] })
    const outcome = run(agent)
    await agent.write(`${'x'.repeat(20_000_000)}\n`)
    await agent.exit(0)
    expect((await outcome).stdout.length).toBeGreaterThan(20_000_000)
  })
})
