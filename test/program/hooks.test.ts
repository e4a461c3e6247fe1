// Hooks of the whole program, with programs that write what they get into a file.
import { spawn } from 'node:child_process'
import { appendFileSync, copyFileSync, existsSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { planUpdate, spawnRun, statusAndStderr } from '../cli/run-with-agent.ts'
import { configIn, configured } from '../support/configured.ts'
import { emptyFolder } from '../support/empty-folder.ts'
import { runApp, runHere } from '../support/run-app.ts'
import { launcher, surroundings } from '../support/surroundings.ts'

interface Written {
  /** The value of `--on` that writes the messages of an event. */
  on(event: string): readonly [string, string]
  command(event: string): readonly string[]
  messages(): readonly string[]
}

const code = `
const fs = require('node:fs')
const { event, message } = JSON.parse(fs.readFileSync(0, 'utf8'))
fs.appendFileSync(process.argv[2], event + ': ' + message + '\\n')
`

/** What hooks write. */
function written(): Written {
  const folder = emptyFolder()
  const [program, out] = [path.join(folder, 'a hook.cjs'), path.join(folder, 'out')]
  writeFileSync(program, code)
  return {
    on: (event) => ['--on', `${event}='${process.execPath}' '${program}' '${out}'`],
    command: () => [process.execPath, program, out],
    messages: () => (existsSync(out) ? readFileSync(out, 'utf8').trimEnd().split('\n') : []),
  }
}

const text = ['--format', 'text', '--prompt', 'go'] as const

test('hooks of a run are done when it has ended, and change nothing about its end', async () => {
  const { on, messages } = written()
  const args = [
    ...text,
    '--exit-on',
    'plans-done',
    ...on('step-done'),
    ...on('plan-done'),
    ...on('agent-ended'),
  ]
  const { agent, outcome } = await spawnRun([...args, '--on', 'turn-end=no-such-program'])
  await agent.answerHandshake()
  const turn = await agent.prompted()
  await agent.update(planUpdate('in_progress', 'pending'))
  await agent.update(planUpdate('completed', 'completed'))
  await agent.endTurn(turn)
  expect(await statusAndStderr(outcome())).toEqual([0, ''])
  expect((await outcome()).stdout).toContain(
    'the hook on turn-end: there is no command "no-such-program" on the PATH',
  )
  expect(messages().toSorted()).toEqual([
    'plan-done: the plan is done: Plan, 2/2',
    'step-done: step 1 of 2 is done: Step 1',
    'step-done: step 2 of 2 is done: Step 2',
  ])
})

test('with JSON, which has no type for it, a hook that fails is told on stderr', async () => {
  const { agent, outcome } = await spawnRun([
    '--format',
    'json',
    '--prompt',
    'go',
    '--on',
    'turn-end=no-such-program',
  ])
  await agent.answerHandshake()
  await agent.endTurn(await agent.prompted())
  const [status, stderr] = await statusAndStderr(outcome())
  expect([status, stderr]).toEqual([
    0,
    expect.stringContaining(
      'acp-plan-tui: the hook on turn-end: there is no command "no-such-program" on the PATH',
    ),
  ])
})

test('an agent that dies is told of', async () => {
  const { on, messages } = written()
  const { agent, outcome } = await spawnRun([...text, ...on('agent-ended'), ...on('turn-end')])
  await agent.answerHandshake()
  await agent.prompted()
  await agent.exit(3)
  expect((await outcome()).code).toBe(7)
  expect(messages().toSorted()).toEqual([
    'agent-ended: the agent ended with status 3',
    'turn-end: the turn ended: the agent is gone',
  ])
})

describe('the configuration', () => {
  test('has hooks for runs, and for no replay, rendering or lint', async () => {
    const { command, messages } = written()
    const env = configured({ on: { 'turn-end': command('turn-end') } })
    const folder = emptyFolder()
    const file = path.join(folder, 'run.ndjson')
    const args = ['demo', 'checklist', '--speed', 'max', '--format', 'text']
    expect(await runApp({ args: [...args, '--record', file], env })).toMatchObject({ code: 0 })
    expect(messages()).toEqual(['turn-end: the turn ended: end_turn'])
    await runApp({ args: ['replay', file, '--format', 'text'], env })
    await runApp({ args: ['render', file, '-o', path.join(folder, 'x.txt')], env })
    await runApp({ args: ['lint', file], env })
    await runApp({ args, env: { ...env, ACP_PLAN_TUI_EVENT: 'turn-end' } })
    expect(messages()).toHaveLength(1)
    const { stdout } = await runHere({ args: ['config'], env })
    expect(stdout).toMatch(/^on\.turn-end +\[".*"\] +file, line 1$/m)
  })

  test('in the folder of a project is never read', async () => {
    const { command, messages } = written()
    const env = configured({ on: { 'turn-end': command('turn-end') } })
    const cwd = env.XDG_CONFIG_HOME
    copyFileSync(configIn(env), path.join(cwd, 'config.json'))
    await runApp({ args: ['demo', 'checklist', '--speed', 'max', '--format', 'text'], cwd })
    expect(messages()).toEqual([])
  })
})

test('a tap runs hooks on what passes, and passes the same', async () => {
  const { on, messages } = written()
  const agent = [process.execPath, launcher, 'demo', 'checklist', '--stdio', '--speed', 'max']
  const command = [process.execPath, launcher, 'tap', ...on('plan-done'), ...on('turn-end'), '--', ...agent]
  const { stdout, code: status } = await runApp({ args: text, command })
  expect([status, stdout]).toEqual([0, expect.stringContaining('turn ended: end_turn')])
  // The end of the editor ends the tap, and what it has started is given its time.
  await vi.waitFor(() => {
    expect(messages().toSorted()).toEqual([
      expect.stringMatching(/^plan-done: the plan is done: Plan, \d\/\d$/),
      'turn-end: the turn ended: end_turn',
    ])
  }, 60_000)
})

test('attach runs hooks on what happens from now on', async () => {
  const { on, messages } = written()
  const file = path.join(emptyFolder(), 'run.ndjson')
  const recording = path.join(emptyFolder(), 'whole.ndjson')
  await runHere({
    args: ['demo', 'checklist', '--speed', 'max', '--format', 'text', '--record', recording],
  })
  const lines = readFileSync(recording, 'utf8').trimEnd().split('\n')
  const half = lines.findIndex((line) => line.includes('in_progress')) + 1
  writeFileSync(file, `${lines.slice(0, half).join('\n')}\n`)
  const { env, folder } = surroundings()
  const args = [launcher, 'attach', file, '--format', 'text', ...on('turn-end'), ...on('plan-done')]
  const child = spawn(process.execPath, args, {
    cwd: folder,
    env: { ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  let shown = ''
  child.stdout.setEncoding('utf8').on('data', (chunk: string) => (shown += chunk))
  await vi.waitFor(() => expect(shown).toContain('Plan: 0 of'), 60_000)
  expect(messages()).toEqual([])
  // They come now.
  const startedAt = /"startedAt":"([^"]+)"/.exec(lines[0] ?? '')?.[1] ?? ''
  const nowMs = Date.now() - Date.parse(startedAt)
  const later = lines.slice(half).map((line) => line.replace(/"t":[\d.]+/, `"t":${nowMs}`))
  appendFileSync(file, `${later.join('\n')}\n`)
  await vi.waitFor(() => expect(messages()).toHaveLength(2), 60_000)
  expect(messages().toSorted()).toEqual([
    expect.stringMatching(/^plan-done: the plan is done: Plan, \d\/\d$/),
    'turn-end: the turn ended: end_turn',
  ])
})
