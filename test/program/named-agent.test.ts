import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { configured } from '../support/configured.ts'
import { emptyFolder } from '../support/empty-folder.ts'
import { runApp, runHere } from '../support/run-app.ts'

/** An environment with a configuration in which this agent has a name. */
const named = (mine: object): Record<string, string> => configured({ agents: { mine } })

test('an agent is started by its name, with what its entry says', async () => {
  const cwd = emptyFolder()
  const script =
    'require("node:fs").writeFileSync(process.env.WHERE, JSON.stringify([process.cwd(), process.env.MORE]))'
  const where = path.join(cwd, 'told.json')
  const env = named({
    command: process.execPath,
    args: ['-e', script],
    env: { WHERE: where, MORE: 'entry' },
    cwd,
  })
  const told = async (...args: readonly string[]): Promise<unknown> => {
    await runApp({ args: ['--agent', 'mine', '--prompt', 'x', ...args], env })
    return JSON.parse(readFileSync(where, 'utf8'))
  }
  expect(await told()).toEqual([cwd, 'entry'])
  expect(await told('--env', 'MORE=option')).toEqual([cwd, 'option'])
})

test('lint checks an agent by its name', async () => {
  const args = [path.resolve('dist/demo-agent.js'), 'file', '--speed', 'max']
  const env = named({ command: process.execPath, args })
  const { stdout, code } = await runApp({ args: ['lint', '-a', 'mine', '--prompt', 'Go'], env })
  expect(stdout).toContain('demo-agent.js')
  expect(code).toBe(0)
})

test.each([
  [['-a', 'mien'], 'there is no agent “mien”', 'Did you mean `acp-plan-tui --agent=mine`?'],
  [['--agent', 'cluade'], 'there is no agent “cluade”', 'Did you mean `acp-plan-tui --agent=claude`?'],
  [['--agent', 'zzz'], 'there is no agent “zzz”', 'or one of claude, codex, gemini'],
  [['--agent', 'mine', '--', 'x'], '--agent and a command after -- cannot be combined', 'only one'],
])('%j is wrong usage', async (args, message, hint) => {
  const { stderr, code } = await runHere({ args, env: named({ command: 'x' }) })
  expect(stderr).toContain(message)
  expect(stderr).toContain(hint)
  expect(code).toBe(2)
})

test('a folder of the entry that is gone is named with its place', async () => {
  const env = named({ command: 'x', cwd: '/no/such/folder' })
  const { stderr, code } = await runHere({ args: ['-a', 'mine', '--prompt', 'x'], env })
  expect(stderr).toContain('config.json, agent “mine”: cwd /no/such/folder: there is no such folder')
  expect(code).toBe(2)
  const typed = await runHere({ args: ['-a', 'mine', '--prompt', 'x', '--cwd', '/nor/this'], env })
  expect(typed.stderr).toContain('--cwd /nor/this: there is no such folder')
})

test('the name that is meant is told as a shell takes it', async () => {
  const env = configured({ agents: { '-my agent': { command: 'x' } } })
  const { stderr } = await runHere({ args: ['-a', '-my agen'], env })
  expect(stderr).toContain("Did you mean `acp-plan-tui --agent='-my agent'`?")
})

test('a known agent that is not installed is named with its program', async () => {
  const { stderr, code } = await runHere({ args: ['-a', 'kimi'], env: { PATH: emptyFolder() } })
  expect(stderr).toContain('--agent kimi: kimi is not on PATH')
  expect(code).toBe(4)
})
