import { describe, expect, test } from 'vitest'
import { openApp } from '../support/open-app.ts'
import { runApp } from '../support/run-app.ts'
import { scriptedAgent } from '../support/scripted-agent.ts'
import { launcher } from '../support/surroundings.ts'
import { plan } from './stage.ts'

/** The program in a shell's pipeline, as people write it. */
function pipeline(script: string, ...args: readonly string[]): readonly [string, ...string[]] {
  return ['/bin/sh', '-c', script, 'sh', process.execPath, launcher, ...args]
}

describe('in a pipeline', () => {
  test('its text is cut off by head: it ends quietly, and so does the agent', async () => {
    const screen = await openApp({
      columns: 100,
      rows: 20,
      program: pipeline('"$@" | head -n 2; echo "over"', 'demo', 'fast', '--speed', '20'),
    })
    await screen.shows('over')
    expect(await screen.exit()).toMatchObject({ code: 0 })
    expect(screen.text()).toMatch(/ agent: .*\n.* session: .*\nover/)
    expect(screen.raw().toString('utf8')).not.toMatch(/EPIPE|Error/)
    await screen.surroundings.noProcesses()
  })

  test('what it prints is text, though the terminal is there for stderr', async () => {
    const screen = await openApp({
      columns: 100,
      rows: 40,
      program: pipeline('"$@" | cat', 'demo', 'removal', '--speed', 'max'),
    })
    expect(await screen.exit()).toMatchObject({ code: 0 })
    expect(screen.raw().toString('utf8')).not.toContain('\u001b')
    expect(screen.text()).toContain('At the end:')
  })

  test('a prompt from standard input, and the screen on the terminal', async () => {
    const agent = await scriptedAgent()
    const screen = await openApp({
      columns: 80,
      rows: 24,
      program: pipeline(`printf 'Line one\\nLine two\\n' | "$@"`, '--prompt-file', '-'),
      command: agent.command,
    })
    await agent.answerHandshake()
    const turn = await agent.prompted()
    expect(turn.params).toMatchObject({ prompt: [{ text: 'Line one\nLine two' }] })
    await agent.update(plan('now Read'))
    await screen.shows('» Read')
    screen.type('?')
    await screen.shows('Moving')
    screen.type('qqq')
    expect(await screen.exit()).toMatchObject({ code: 0 })
    expect(screen.hasTerminalRestored()).toBe(true)
  })

  test('--exit-on idle ends the screen by itself, and the status tells of plans left', async () => {
    const agent = await scriptedAgent()
    const screen = await openApp({
      columns: 80,
      rows: 24,
      args: ['--prompt', 'go', '--exit-on', 'plans-done'],
      command: agent.command,
    })
    await agent.answerHandshake()
    const turn = await agent.prompted()
    await agent.update(plan('done Read', 'todo Write'))
    await screen.shows('1 of 2')
    await agent.endTurn(turn)
    expect(await screen.exit()).toMatchObject({ code: 1 })
    expect(screen.scrollback()).toContain('1 of 2 steps of “Plan” is unfinished')
    expect(screen.modes()).toEqual([])
  })
})

describe('--env and --cwd', () => {
  test('reach the agent as they stand, without a shell', async () => {
    const script =
      'console.error(`${process.env.GREETING}|${process.cwd()}|${process.argv.at(-1)}`); process.exit(4)'
    const { code, stderr, stdout } = await runApp({
      args: ['--env', 'GREETING=hello $HOME', '--cwd', '/usr', '--prompt', 'x'],
      command: [process.execPath, '-e', script, '--', '$(id); *'],
    })
    expect(code).toBe(7)
    expect(`${stdout}${stderr}`).toContain('hello $HOME|/usr|$(id); *')
  })
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
