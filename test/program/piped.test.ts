import { describe, expect, test } from 'vitest'
import { openInProcess } from '../support/in-process-app.ts'
import { inProcessAgent } from '../support/in-process-agent.ts'
import { runApp } from '../support/run-app.ts'
import { scriptedAgent } from '../support/scripted-agent.ts'
import { launcher } from '../support/surroundings.ts'
import { virtualTime } from '../support/virtual-time.ts'
import { plan, stage, workingStage, type WorkingStage } from './stage.ts'

describe('in a pipeline', () => {
  test('its text is cut off by head: it ends quietly', async () => {
    const script = '"$@" | head -n 2; echo "over"'
    const program = ['/bin/sh', '-c', script, 'sh', process.execPath, launcher] as const
    const { code, stdout, stderr } = await runApp({ program, args: ['demo', 'fast', '--speed', '20'] })
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    expect(stdout).toMatch(/ agent: .*\n.* session: .*\nover/)
  })

  test('what it prints is text, though the terminal is there for stderr', async () => {
    const args = ['demo', 'removal', '--speed', 'max']
    const screen = await openInProcess({ columns: 100, rows: 40, args, hasPipedOutput: true })
    expect(await screen.exit()).toMatchObject({ code: 0 })
    expect(screen.raw().toString('utf8')).not.toContain('\u001b')
    expect(screen.text()).toContain('At the end:')
  })

  test('a prompt from standard input, and the screen on the terminal', async () => {
    const { agent, screen } = await stage({
      args: ['--prompt-file', '-'],
      piped: 'Line one\nLine two\n',
      handshake: null,
    })
    await agent.answerHandshake()
    const turn = await agent.prompted()
    expect(turn.params).toMatchObject({ prompt: [{ text: 'Line one\nLine two' }] })
    await agent.update(plan('now Read'))
    await screen.shows('» Read')
    await screen.type('??').shows('Moving')
    screen.type('qqq')
    expect(await screen.exit()).toMatchObject({ code: 0 })
    expect(screen.hasTerminalRestored()).toBe(true)
  })
})

/** A run without a terminal, with an agent that does what the test says, in the turn of its prompt. */
async function pipedRun(protocolVersion: 1 | 2, ...args: readonly string[]): Promise<WorkingStage> {
  const time = virtualTime()
  const agent = inProcessAgent(time)
  const all = ['--prompt', 'go', '--format', 'text', ...args]
  const screen = await openInProcess({ columns: 100, rows: 40, args: all, hasPipedOutput: true, time, agent })
  await agent.answerHandshake({ protocolVersion })
  return { agent, screen, turn: await agent.prompted() }
}

describe('a run without a screen', () => {
  const running = { sessionUpdate: 'state_update', state: 'running' }

  test('ends after the answer to its prompt, though a state of version 2 comes late', async () => {
    const { agent, screen, turn } = await pipedRun(1)
    await agent.respond(turn, { stopReason: 'end_turn' })
    await agent.update(running)
    expect(await screen.exit()).toMatchObject({ code: 0 })
    expect(screen.text()).toContain('turn ended: end_turn')
  })

  test('says which sub-agent it waits for, and ends at the timeout', async () => {
    const { agent, screen, turn } = await pipedRun(2, '--timeout', '90')
    const child = { sessionUpdate: 'subagent_update', sessionId: 'c', title: 'Find callers', state: running }
    await agent.update(child)
    await agent.respond(turn, {})
    await agent.update(running)
    const background = [{ type: 'subagent', sessionId: 'c' }]
    await agent.update({ ...running, state: 'idle', stopReason: 'end_turn', background })
    await screen.pass(60_000)
    await screen.shows('silent for 60 s; waiting for sub-agent “Find callers”')
    await screen.pass(30_000)
    expect(await screen.exit()).toMatchObject({ code: 3 })
  })
})

describe('--exit-on ends the screen by itself', () => {
  test('idle: when the turn has ended', async () => {
    const { agent, screen, turn } = await workingStage({ args: ['--exit-on', 'idle'] })
    await agent.endTurn(turn)
    expect(await screen.exit()).toMatchObject({ code: 0 })
    expect(screen.modes()).toEqual([])
  })

  test('plans-done: the status says that a plan is unfinished', async () => {
    const { agent, screen, turn } = await workingStage({ args: ['--exit-on', 'plans-done'] })
    await agent.update(plan('done Read', 'todo Write'))
    await screen.shows('1 of 2')
    await agent.endTurn(turn)
    expect(await screen.exit()).toMatchObject({ code: 1 })
    expect(screen.scrollback()).toContain('1 of 2 steps of “Plan” is unfinished')
    expect(screen.modes()).toEqual([])
  })
})

test('--env and --cwd reach the agent as they stand, without a shell', async () => {
  const script =
    'console.error(`${process.env.GREETING}|${process.cwd()}|${process.argv.at(-1)}`); process.exit(4)'
  const { code, stderr, stdout } = await runApp({
    args: ['--env', 'GREETING=hello $HOME', '--cwd', '/usr', '--prompt', 'x'],
    command: [process.execPath, '-e', script, '--', '$(id); *'],
  })
  expect(code).toBe(7)
  expect(`${stdout}${stderr}`).toContain('hello $HOME|/usr|$(id); *')
})

describe('--protocol', () => {
  test('auto: an agent that refuses version 2 is asked for 1, and one that dies of it is started again', async () => {
    const agent = await scriptedAgent()
    const run = runApp({ args: ['--prompt', 'go'], command: agent.command })
    const first = await agent.received('initialize')
    expect(first.params).toMatchObject({ protocolVersion: 2 })
    await agent.respondError(first, { code: -32_022, message: 'unsupported' })
    const second = await agent.received('initialize')
    expect(second.params).toMatchObject({ protocolVersion: 1 })
    await agent.respond(second, { protocolVersion: 1, agentCapabilities: {} })
    await agent.respond(await agent.received('session/new'), { sessionId: 'session-1' })
    await agent.endTurn(await agent.prompted())
    expect((await run).code).toBe(0)
    const other = await scriptedAgent()
    const again = runApp({ args: ['--prompt', 'go'], command: other.command })
    await other.received('initialize')
    await other.exit(1)
    await other.started(2)
    const { initialize } = await other.answerHandshake()
    expect(initialize.params).toMatchObject({ protocolVersion: 1 })
    await other.endTurn(await other.prompted())
    expect((await again).code).toBe(0)
  })

  test('both capabilities are told, in both shapes; --no-plan-capability tells neither', async () => {
    for (const [args, isTold] of [
      [[], true],
      [['--no-plan-capability'], false],
    ] as const) {
      const agent = await scriptedAgent()
      const run = runApp({ args: [...args, '--prompt', 'go'], command: agent.command })
      const { initialize } = await agent.answerHandshake()
      const told = JSON.stringify(initialize.params)
      expect([told.includes('"plan":{}'), told.includes('"planCapabilities":{}')]).toEqual([isTold, isTold])
      expect(initialize.params).toHaveProperty('clientCapabilities')
      await agent.endTurn(await agent.prompted())
      await run
    }
  })
})
