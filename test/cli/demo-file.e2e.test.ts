import { spawn } from 'node:child_process'
import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { describe, expect, onTestFinished, test } from 'vitest'
import { runApp, runHere } from '../support/run-app.ts'
import { launcher, surroundings } from '../support/surroundings.ts'

const fileOf = (name: string): string => fileURLToPath(new URL(`../${name}`, import.meta.url))
const headless = ['--speed', 'max', '--permissions', 'allow'] as const

interface Line {
  readonly type: string
  readonly plan?: string
  readonly progress?: { readonly done: number; readonly total: number } | null
  readonly prompt?: string
  readonly stopReason?: string
  readonly text?: string
  readonly content?: { readonly entries?: readonly { readonly status: string }[] }
}

/** What plans and documents were at the end; names of files differ from run to run. */
function lastContents(stdout: string): readonly string[] {
  const last = new Map<string, string>()
  for (const line of stdout.trim().split('\n')) {
    const { type, plan = '', content, text } = JSON.parse(line) as Line
    if (type === 'plan' || type === 'document')
      last.set(`${type} ${plan}`, JSON.stringify(content?.entries?.map((entry) => entry.status) ?? text))
  }
  return [...last].map((pair) => pair.join(': '))
}

async function eventsOf(...args: readonly string[]): Promise<readonly Line[]> {
  const { stdout, stderr, code } = await runApp({ args: ['demo', ...args, ...headless, '--format', 'json'] })
  expect([code, stderr]).toEqual([0, ''])
  return stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Line)
}

describe('a recording', () => {
  test.each([
    ['claude-caps-todo', '3/3'],
    ['codex-v2-todo', '4/4'],
  ])('%s is watched like its agent: %s', async (name, progress) => {
    const lines = await eventsOf(fileOf(`recordings/${name}.ndjson`))
    const last = lines.findLast(({ type }) => type === 'plan')?.progress
    expect(last ? `${last.done}/${last.total}` : null).toBe(progress)
  })

  test('of a plan in a file that was not recorded is not approved: nobody has seen the plan', async () => {
    const recording = fileOf('recordings/gemini-caps-plan-mode_plan.ndjson')
    const { stdout, stderr, code } = await runApp({
      args: ['demo', recording, ...headless, '--format', 'json'],
    })
    expect(code).toBe(5)
    expect(stderr).toContain('the file of the plan could not be read')
    expect(stdout).toContain('"by":"policy","unseen":"file"')
  })

  // What is written and gone again at once is seen by nobody who watches a file.
  test.each([
    ['file', '5', '1'],
    ['failure', 'max', 'max'],
  ])('of the scenario %s does the same once more', async (name, speed, speedAgain) => {
    const cwd = surroundings().folder
    const args = ['--permissions', 'allow', '--format', 'json']
    const first = await runApp({
      cwd,
      args: ['demo', name, ...args, '--speed', speed, '--record', 'run.ndjson'],
    })
    const again = await runApp({ cwd, args: ['demo', 'run.ndjson', ...args, '--speed', speedAgain] })
    expect(again.code).toBe(first.code)
    const [before, after] = [first, again].map(({ stdout }) => lastContents(stdout))
    expect(after).toEqual(before)
    expect(before?.length).toBeGreaterThan(0)
  })

  test('with several prompts is prompted so often', async () => {
    const lines = await eventsOf(fileOf('recordings/codex-v1-plan-feedback.ndjson'))
    const turns = lines.filter(({ type }) => type === 'turn')
    expect(turns.filter(({ prompt }) => prompt !== undefined).length).toBeGreaterThanOrEqual(2)
  })
})

describe('a key script', () => {
  test.each([
    ['release', ['release']],
    ['approval', ['work']],
  ])('%s is played to its end', async (name) => {
    const lines = await eventsOf(fileOf(`demo/examples/${name}.yaml`))
    const last = lines.findLast(({ type, progress }) => type === 'plan' && progress)?.progress
    expect(last?.done).toBe(last?.total)
    expect(lines.findLast(({ type }) => type === 'turn')?.stopReason).toBe('end_turn')
  })

  test('wins only over files that no scenario is called', async () => {
    const cwd = surroundings().folder
    mkdirSync(cwd, { recursive: true })
    writeFileSync(path.join(cwd, 'checklist'), 'steps: [{ say: mine }]')
    writeFileSync(path.join(cwd, 'own'), 'prompt: go\nsteps: [{ say: mine }]')
    const args = (name: string): readonly string[] => ['demo', name, ...headless, '--format', 'text']
    const builtIn = await runApp({ cwd, args: args('checklist') })
    const own = await runApp({ cwd, args: args('own') })
    expect([builtIn.stdout.includes('The app crashes'), own.stdout.includes('prompt: go')]).toEqual([
      true,
      true,
    ])
  })
})

test.each([
  ['nothing.yaml', null, 2, 'nothing.yaml: there is no such file'],
  ['slip.yaml', 'steps:\n  - wiat: 1\n', 2, 'slip.yaml:2:5: there is no step “wiat”\n  Did you mean “wait”?'],
  ['empty.ndjson', '', 2, 'empty.ndjson: it is empty\n  Record a run'],
  ['letter.txt', 'Dear Sir or Madam\n', 2, 'letter.txt: it is neither a script nor a recording\n  '],
])('a file that cannot be played: %s', async (name, content, status, words) => {
  const cwd = surroundings().folder
  if (content !== null) writeFileSync(path.join(cwd, name), content)
  const { code, stderr, stdout } = await runHere({ cwd, args: ['demo', name] })
  expect([code, stdout]).toEqual([status, ''])
  expect(stderr.startsWith(`acp-plan-tui: ${words}`), stderr).toBe(true)
})

test('a file that a loop of links hides is not said to be missing', async () => {
  const cwd = surroundings().folder
  symlinkSync('loop', path.join(cwd, 'loop'))
  for (const name of ['loop', 'loop/run.ndjson']) {
    const { code, stderr } = await runHere({ cwd, args: ['demo', name] })
    const words = `acp-plan-tui: ${name}: a symbolic link in its path leads to itself\n  Name the file itself.\n`
    expect([code, stderr]).toEqual([4, words])
  }
})

describe('--stdio', () => {
  test('tells on one line of a file whose name has two', async () => {
    const cwd = surroundings().folder
    const recorded = readFileSync(fileOf('recordings/kimi-caps-todo.ndjson'))
    writeFileSync(path.join(cwd, 'two\nlines.ndjson'), Buffer.concat([recorded, Buffer.from('junk\n')]))
    const { stderr } = await runApp({ cwd, args: ['demo', 'two\nlines.ndjson', '--stdio'] })
    expect(stderr).toMatch(
      /^acp-plan-tui demo: two ⏎ lines\.ndjson, line \d+: the line is no JSON, and left out\n$/,
    )
  })

  test.each(['checklist', fileOf('demo/examples/release.yaml'), fileOf('recordings/kimi-caps-todo.ndjson')])(
    '%s is an agent for any client',
    async (name) => {
      const around = surroundings()
      const child = spawn(process.execPath, [launcher, 'demo', name, '--stdio', '--speed', 'max'], {
        env: { ...around.env },
        stdio: ['pipe', 'pipe', 'inherit'],
      })
      onTestFinished(() => void child.kill('SIGKILL'))
      const ended = new Promise((resolve) => child.once('close', resolve))
      const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]()
      const request = async (
        id: number,
        method: string,
        params: object,
      ): Promise<Record<string, unknown>> => {
        child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', id, method, params })}\n`)
        for (;;) {
          const message = JSON.parse(String((await lines.next()).value)) as Record<string, unknown>
          if (message['id'] === id && 'result' in message) return message['result'] as Record<string, unknown>
        }
      }
      await request(0, 'initialize', { protocolVersion: 1, clientCapabilities: {} })
      const { sessionId } = await request(1, 'session/new', { cwd: '/', mcpServers: [] })
      const prompt = [{ type: 'text', text: 'go' }]
      expect((await request(2, 'session/prompt', { sessionId, prompt }))['stopReason']).toBe('end_turn')
      child.stdin.end()
      expect(await ended).toBe(0)
    },
  )

  test('is nothing for what cannot be played', async () => {
    const { code, stdout, stderr } = await runHere({ args: ['demo', 'tuor', '--stdio'] })
    expect([code, stdout]).toEqual([2, ''])
    expect(stderr).toContain('Did you mean tour?')
  })
})
