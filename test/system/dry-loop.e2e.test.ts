import { spawn } from 'node:child_process'
import { appendFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { text } from 'node:stream/consumers'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { describe, expect, onTestFinished, test } from 'vitest'
import { openApp } from '../support/open-app.ts'
import { scriptedAgent } from '../support/scripted-agent.ts'
import { launcher, surroundings } from '../support/surroundings.ts'
import { listen } from '../sources/remote/support.ts'

/** Lets nothing keep the process alive. */
const dry = {
  NODE_OPTIONS: `--import ${pathToFileURL(fileURLToPath(new URL('../support/programs/run-dry.mjs', import.meta.url))).href}`,
}

interface Ended {
  readonly code: number | null
  readonly stderr: string
}

/** Runs a program with a stdin that brings nothing and stays open. */
async function runDry(file: string, args: readonly string[]): Promise<Ended> {
  const around = surroundings(dry)
  const child = spawn(process.execPath, [file, ...args], {
    cwd: around.folder,
    env: { ...around.env },
    stdio: ['pipe', 'ignore', 'pipe'],
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  const code = new Promise<number | null>((resolve) => child.once('exit', resolve))
  const stderr = await text(child.stderr)
  await around.noProcesses()
  return { code: await code, stderr }
}

/** The address of a server that takes connections and says nothing. */
async function silentServer(): Promise<string> {
  return `127.0.0.1:${await listen(createServer((socket) => void socket.on('error', () => undefined)))}`
}

/** A message of an agent with a plan of one step, as a line. */
function planLine(content: string): string {
  const entries = [{ content, status: 'pending', priority: 'medium' }]
  const params = { sessionId: 's1', update: { sessionUpdate: 'plan', entries } }
  return `${JSON.stringify({ jsonrpc: '2.0', method: 'session/update', params })}\n`
}

test('a recording that is followed as text is waited for', async () => {
  const { folder, env } = surroundings()
  const file = path.join(folder, 'run.ndjson')
  writeFileSync(file, planLine('Read the parser'))
  const child = spawn(process.execPath, [launcher, 'replay', '--follow', file, '--format', 'text'], {
    env: { ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  const exit = new Promise<number | null>((resolve) => child.once('exit', resolve))
  for await (const line of createInterface({ input: child.stdout })) {
    if (line.includes('Read the parser')) appendFileSync(file, planLine('Split it'))
    if (line.includes('Split it')) child.kill('SIGTERM')
  }
  expect(await exit).toBe(143)
})

describe('a program that has nothing left to wait for before its end says so, with status 70', () => {
  test.each(['text', 'json'])('a run with --format %s', async (format) => {
    const args = [
      '--prompt',
      'go',
      '--format',
      format,
      '--',
      process.execPath,
      '-e',
      'process.stdin.resume()',
    ]
    const { code, stderr } = await runDry(launcher, args)
    expect([code, stderr]).toEqual([70, expect.stringContaining('the event loop ran empty')])
  })

  test.each(['ws', 'http', 'tcp'])('connect to %s', async (way) => {
    const args = ['connect', `${way}://${await silentServer()}`, '--prompt', 'go']
    const { code, stderr } = await runDry(launcher, args)
    expect([code, stderr]).toEqual([70, expect.stringContaining('the event loop ran empty')])
  })

  test.each([
    ['demo', 'checklist', '--format', 'text'],
    ['replay', '-', '--format', 'text'],
    ['render', '-', '-o', 'plans.md'],
    // What is to be sent is read before anything is started.
    ['--prompt-file', '-', '--', process.execPath],
  ])('%s %s', async (...args) => {
    const { code, stderr } = await runDry(launcher, args)
    expect([code, stderr]).toEqual([70, expect.stringContaining('the event loop ran empty')])
  })

  test('the demo agent, alone and in the program', async () => {
    const demoAgent = fileURLToPath(new URL('../../dist/demo-agent.js', import.meta.url))
    expect(await runDry(demoAgent, ['checklist'])).toMatchObject({
      code: 70,
      stderr: 'acp-plan-tui demo agent: a bug: nothing was left to wait for, and it was not done\n',
    })
    expect(await runDry(launcher, ['demo', 'checklist', '--stdio'])).toMatchObject({ code: 70 })
  })

  test('a screen, and the terminal is given back', async () => {
    const agent = await scriptedAgent()
    const screen = await openApp({ columns: 80, rows: 24, command: agent.command, env: dry })
    expect(await screen.exit()).toMatchObject({ code: 70 })
    expect(screen.scrollback().replaceAll('\n', ' ')).toContain('acp-plan-tui: this is a bug in acp-plan-tui')
    expect(screen.modes()).toEqual([])
    expect(screen.hasTerminalRestored()).toBe(true)
    await screen.surroundings.noProcesses()
  })
})
