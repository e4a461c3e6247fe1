import { spawn, type ChildProcessByStdio } from 'node:child_process'
import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'
import { describe, expect, onTestFinished, test } from 'vitest'
import { scriptedAgent, type ScriptedAgent } from '../support/scripted-agent.ts'
import { launcher, surroundings, type Surroundings } from '../support/surroundings.ts'

const plan = {
  sessionUpdate: 'plan',
  entries: [{ content: 'Read the parser', status: 'pending', priority: 'low' }],
}

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
