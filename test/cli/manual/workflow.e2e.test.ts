// The workflow in the manual does what it says: its commands are run, as a runner would run them.
import { chmodSync, copyFileSync, existsSync, readFileSync, writeFileSync } from 'node:fs'
import { spawn } from 'node:child_process'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'
import { parse } from 'yaml'
import { launcher, surroundings } from '../../support/surroundings.ts'
import { emptyFolder } from '../../support/empty-folder.ts'

interface Step {
  readonly uses?: string
  readonly run?: string
  readonly if?: string
  readonly with?: Readonly<Record<string, string | number>>
}

interface Workflow {
  readonly on: readonly string[]
  readonly permissions: Readonly<Record<string, string>>
  readonly jobs: Readonly<Record<string, { readonly 'runs-on': string; readonly steps: readonly Step[] }>>
}

const page = readFileSync(new URL('../../../src/manual/lint.md', import.meta.url), 'utf8')
const [, source = ''] = /```yaml\n(# \.github\/workflows\/[^]*?)```/.exec(page) ?? []
const workflow = parse(source) as Workflow
const recordings = fileURLToPath(new URL('../../recordings/', import.meta.url))

/** A checkout with an agent, which is that of a recording, a client and a baseline that puts nothing off. */
function checkout(recording: string): string {
  const folder = emptyFolder()
  const write = (name: string, text: string): void => writeFileSync(path.join(folder, name), text)
  write('package.json', '{"type":"module"}')
  copyFileSync(path.join(recordings, recording), path.join(folder, 'agent.ndjson'))
  const agent = [launcher, 'demo', 'agent.ndjson', '--speed', 'max', '--stdio']
  write(
    'my-agent.js',
    `import { spawn } from 'node:child_process'
spawn(process.execPath, ${JSON.stringify(agent)}, { stdio: 'inherit' }).once('close', (code) => process.exit(code))`,
  )
  write(
    'my-client.js',
    `import { connect } from 'node:net'
const { hostname, port } = new URL(process.argv[2])
const method = process.env.MY_METHOD ?? 'initialize'
const params = { protocolVersion: 1, clientCapabilities: {} }
const socket = connect(Number(port), hostname, () => socket.end(JSON.stringify({ jsonrpc: '2.0', id: 0, method, params }) + '\\n'))
socket.on('data', (data) => process.stdout.write(data))`,
  )
  // The package is not published.
  write(
    'npx',
    `#!/bin/sh\n[ "$1" = acp-plan-tui ] || exit 99\nshift\nexec '${process.execPath}' '${launcher}' "$@"\n`,
  )
  chmodSync(path.join(folder, 'npx'), 0o755)
  return folder
}

interface Ran {
  readonly status: number | null
  readonly output: string
}

/** Runs commands as a runner does. */
async function bash(
  script: string,
  folder: string,
  env: Readonly<Record<string, string>> = {},
): Promise<Ran> {
  const around = surroundings(env)
  const PATH = `${folder}:${path.dirname(process.execPath)}:${process.env['PATH'] ?? ''}`
  const child = spawn('bash', ['-e', '-c', script], { cwd: folder, env: { ...around.env, ...env, PATH } })
  onTestFinished(() => void child.kill('SIGKILL'))
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => (output += chunk.toString()))
  return { status: await new Promise((resolve) => child.once('close', resolve)), output }
}

/** The steps of a job; those after a failure only if they always run. */
async function runJob(
  name: string,
  folder: string,
  env?: Readonly<Record<string, string>>,
): Promise<readonly Ran[]> {
  const ran: Ran[] = []
  for (const { run, if: condition } of workflow.jobs[name]?.steps ?? [])
    if (run !== undefined && (condition === 'always()' || ran.every(({ status }) => status === 0)))
      ran.push(await bash(run, folder, env))
  return ran
}

const written = (folder: string, name: string): unknown =>
  JSON.parse(readFileSync(path.join(folder, name), 'utf8'))

/** The commands for a baseline that the page shows. */
const [, baselines = ''] = /```sh\n(acp-plan-tui lint run\.ndjson --baseline[^]*?)```/.exec(page) ?? []

test('has the form of a workflow, and the rights for what it uses', () => {
  expect(workflow.on).toEqual(['push', 'pull_request'])
  expect(Object.keys(workflow.jobs)).toEqual(['agent', 'client'])
  const steps = Object.values(workflow.jobs).flatMap((job) => job.steps)
  for (const step of steps) {
    expect(Number(step.uses !== undefined) + Number(step.run !== undefined)).toBe(1)
    expect(step.uses ?? 'a/b@v1').toMatch(/^[\w-]+\/[\w-]+(?:\/[\w-]+)?@v\d+$/)
    expect(['always()', undefined]).toContain(step.if)
  }
  expect(steps.some(({ uses }) => uses?.startsWith('github/codeql-action/upload-sarif@'))).toBe(true)
  expect(workflow.permissions).toEqual({ contents: 'read', 'security-events': 'write' })
})

test('the job of an agent records it, writes findings and a report that the steps after it upload', async () => {
  const folder = checkout('kimi-caps-todo.ndjson')
  const [first = '', ...others] = baselines.trim().split('\n')
  expect(others).toHaveLength(2)
  // Once, by hand: the run, and what is put off.
  const steps = workflow.jobs['agent']?.steps ?? []
  const record = steps.find(({ run }) => run !== undefined)?.run ?? ''
  for (const command of [record, `npx ${first}`, ...others.map((line) => `npx ${line}`), 'rm run.ndjson'])
    expect(await bash(command, folder), command).toMatchObject({ status: 0 })
  const ran = await runJob('agent', folder)
  expect(
    ran.map(({ status }) => status),
    ran.map(({ output }) => output).join('\n'),
  ).toEqual([0, 0, 0])
  expect(written(folder, 'plans.sarif')).toMatchObject({ version: '2.1.0', runs: [{}] })
  const uploaded = steps
    .flatMap((step) => [step.with?.['sarif_file'], step.with?.['path']])
    .filter((file) => file !== undefined)
  expect(uploaded).toHaveLength(2)
  for (const file of uploaded) expect(existsSync(path.join(folder, String(file))), String(file)).toBe(true)
})

test('the job of an agent fails for an error, with all that is uploaded', async () => {
  const folder = checkout('kimi-caps-todo.ndjson')
  // A status of an entry that no version has.
  const file = path.join(folder, 'agent.ndjson')
  writeFileSync(file, readFileSync(file, 'utf8').replaceAll('"status":"in_progress"', '"status":"doing"'))
  writeFileSync(
    path.join(folder, 'empty.ndjson'),
    readFileSync(path.join(recordings, 'opencode-caps-todo.ndjson')),
  )
  await bash('npx acp-plan-tui lint empty.ndjson --baseline lint-baseline.json --write-baseline', folder)
  const ran = await runJob('agent', folder)
  expect(ran.map(({ status }) => status)).toEqual([0, 1, 0])
  const { runs } = written(folder, 'plans.sarif') as {
    readonly runs: readonly { readonly results: readonly unknown[] }[]
  }
  expect(runs[0]?.results.length).toBeGreaterThan(0)
  expect(existsSync(path.join(folder, 'plans.html'))).toBe(true)
})

test('the job of a client passes, and fails for what the recording does not have', async () => {
  const good = await runJob('client', checkout('kimi-caps-todo.ndjson'))
  expect(good).toMatchObject([{ status: 0 }])
  expect(good[0]?.output).toContain('"protocolVersion":1')
  const bad = await runJob('client', checkout('kimi-caps-todo.ndjson'), { MY_METHOD: 'nope/nope' })
  expect(bad).toMatchObject([{ status: 1 }])
  expect(bad[0]?.output).toContain('not in the recording: nope/nope')
})
