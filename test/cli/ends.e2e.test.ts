import { spawn, type ChildProcessByStdio } from 'node:child_process'
import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'
import { describe, expect, onTestFinished, test } from 'vitest'
import { openApp, type PtyScreen } from '../support/open-app.ts'
import { scriptedAgent, type ScriptedAgent } from '../support/scripted-agent.ts'
import { plantedCrash } from '../support/programs/planted-crash.ts'
import { launcher, surroundings, type Surroundings } from '../support/surroundings.ts'

const size = { columns: 80, rows: 24 }
const plan = {
  sessionUpdate: 'plan',
  entries: [{ content: 'Read the parser', status: 'pending', priority: 'low' }],
}

async function shown(agent: ScriptedAgent, env = {}): Promise<PtyScreen> {
  const screen = await openApp({ ...size, command: agent.command, env })
  await agent.answerHandshake()
  await agent.update(plan)
  await screen.shows('Read the parser')
  return screen
}

/** The terminal as it was, and nobody left. */
async function expectNothingLeft(screen: PtyScreen): Promise<void> {
  expect(screen.modes()).toEqual([])
  expect(screen.hasTerminalRestored()).toBe(true)
  await screen.surroundings.noProcesses()
}

describe('a screen', () => {
  test('is there at once, before the agent has said a word', async () => {
    const agent = await scriptedAgent()
    const screen = await openApp({ ...size, command: agent.command })
    await screen.shows(/starting/i)
    expect(screen.modes()).toContain('alternate-screen')
    // What was written first, before the screen itself was loaded.
    expect(screen.raw().toString('utf8')).toMatch(
      /^\u001b\[\?1049h\u001b\[\?25l\u001b\[H acp-plan-tui {2}starting /,
    )
  })

  test.each([
    ['SIGTERM', 143],
    ['SIGINT', 130],
    ['SIGHUP', 129],
  ] as const)('%s gives the terminal back, ends the agent, and says so', async (signal, code) => {
    const agent = await scriptedAgent()
    const screen = await shown(agent)
    await screen.signal(signal)
    expect(await screen.exit()).toMatchObject({ code })
    expect(screen.scrollback()).toBe(`acp-plan-tui: interrupted (${signal})\nacp-plan-tui: 0 of 1 done`)
    await expectNothingLeft(screen)
  })

  test('a second signal does not wait for an agent that will not end', async () => {
    const agent = await scriptedAgent({ outlives: ['stdin-end', 'SIGTERM'] })
    const screen = await shown(agent)
    await screen.signal('SIGTERM')
    await agent.stdinEnded()
    await screen.signal('SIGTERM')
    expect(await screen.exit()).toMatchObject({ code: 143 })
    await expectNothingLeft(screen)
  })

  test.each(['loop', 'render'] as const)(
    'a bug of ours (%s) gives it back too, and shows itself',
    async (place) => {
      const agent = await scriptedAgent()
      const screen = await shown(agent, plantedCrash(place))
      screen.resize(70, 20)
      expect(await screen.exit()).toMatchObject({ code: 70 })
      expect(screen.scrollback()).toContain(`Error: planted crash (${place})`)
      expect(screen.scrollback().replaceAll('\n', ' ')).toContain(
        'acp-plan-tui: this is a bug in acp-plan-tui',
      )
      await expectNothingLeft(screen)
    },
  )

  test('a terminal that is closed leaves nobody behind', async () => {
    const agent = await scriptedAgent()
    const screen = await shown(agent)
    screen.hangUp()
    await agent.gone()
    await screen.surroundings.noProcesses()
  })

  test('reads its keys from the terminal when standard input is a pipe', async () => {
    const agent = await scriptedAgent()
    const line = `echo 'from the pipe' | "$@"`
    const screen = await openApp({
      ...size,
      program: ['/bin/sh', '-c', line, 'sh', process.execPath, launcher],
      args: ['--prompt-file', '-'],
      command: agent.command,
    })
    await agent.answerHandshake()
    const turn = await agent.prompted()
    expect(turn.params).toMatchObject({ prompt: [{ text: 'from the pipe' }] })
    await agent.update(plan)
    await screen.shows('Read the parser')
    await agent.endTurn(turn)
    screen.press('ctrl-c')
    screen.press('ctrl-c')
    expect(await screen.exit()).toMatchObject({ code: 130 })
    await expectNothingLeft(screen)
  })

  test('keeps what is typed before it is loaded, and shows none of it', async () => {
    const agent = await scriptedAgent()
    const screen = await openApp({ ...size, command: agent.command })
    await screen.shows(/starting/i)
    screen.type('zzzq')
    await screen.exit()
    expect(screen.raw().toString('utf8')).not.toContain('zz')
    await expectNothingLeft(screen)
  })

  test('ends by itself when it is told to', async () => {
    const agent = await scriptedAgent()
    const screen = await openApp({
      ...size,
      args: ['--prompt', 'go', '--exit-on', 'idle'],
      command: agent.command,
    })
    await agent.answerHandshake()
    await agent.endTurn(await agent.prompted())
    expect(await screen.exit()).toMatchObject({ code: 0 })
    await expectNothingLeft(screen)
  })
})

interface Piped {
  readonly child: ChildProcessByStdio<null, Readable, null>
  readonly surroundings: Surroundings
  lineWith(text: string): Promise<void>
  exit(): Promise<number | null>
}

/** The program with pipes, so that a reader can leave or be slow. */
function piped(agent: ScriptedAgent, ...args: readonly string[]): Piped {
  const around = surroundings()
  const child = spawn(process.execPath, [launcher, ...args, '--', ...agent.command], {
    cwd: around.folder,
    env: { ...around.env },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  const exit = new Promise<number | null>((resolve) => child.once('exit', resolve))
  return {
    child,
    surroundings: around,
    async lineWith(text) {
      for await (const line of createInterface({ input: child.stdout })) if (line.includes(text)) return
    },
    exit: () => exit,
  }
}

describe('a pipe', () => {
  test('whose reader leaves, as head does, ends the run quietly', async () => {
    const agent = await scriptedAgent()
    const run = piped(agent, '--exit-on', 'never')
    await agent.answerHandshake()
    await run.lineWith('session-1')
    run.child.stdout.destroy()
    await agent.update(plan)
    // The first may have been enough, and then nobody is there for the second.
    await agent.update({ ...plan, entries: [] }).catch(() => undefined)
    expect(await run.exit()).toBe(0)
    await run.surroundings.noProcesses()
  })

  test.each([
    ['SIGTERM', 143],
    ['SIGINT', 130],
  ] as const)('%s: the end is written, and the agent is gone', async (signal, status) => {
    const agent = await scriptedAgent()
    const run = piped(agent, '--exit-on', 'never', '--format', 'json')
    await agent.answerHandshake()
    const ended = run.lineWith('"type":"end"')
    await agent.update(plan)
    run.child.kill(signal)
    await ended
    expect(await run.exit()).toBe(status)
    await run.surroundings.noProcesses()
  })

  test('with a slow reader loses neither the last plan nor the end, and writes less than there was', async () => {
    const agent = await scriptedAgent()
    const run = piped(agent, '--prompt', 'go', '--format', 'json')
    await agent.answerHandshake()
    const turn = await agent.prompted()
    const filler = 'x'.repeat(20_000)
    for (let at = 1; at <= 400; at++) {
      await agent.update({
        sessionUpdate: 'plan',
        entries: [{ content: `${filler} ${at}`, status: 'pending', priority: 'low' }],
      })
    }
    await agent.endTurn(turn)
    const lines: string[] = []
    for await (const line of createInterface({ input: run.child.stdout })) lines.push(line)
    const plans = lines.filter((line) => line.startsWith('{"type":"plan"'))
    expect(plans.at(-1)).toContain(' 400"')
    expect(plans.length).toBeLessThan(400)
    expect(lines.at(-1)).toContain('"type":"end"')
    expect(await run.exit()).toBe(0)
  })
})
