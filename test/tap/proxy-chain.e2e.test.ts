import { readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { demoClient, openSession, type DemoClient } from '../demo/demo-client.ts'
import { emptyFolder } from '../support/empty-folder.ts'
import { runHere } from '../support/run-app.ts'
import { launcher, surroundings } from '../support/surroundings.ts'
import { Conductor, startComponent } from './conductor.ts'
import { until, watchTap } from './tap-run.ts'

interface Chain extends DemoClient {
  readonly conductor: Conductor
  /** The folder of its recordings, and of the first proxy's socket. */
  readonly folder: string
  stderr(): string
}

/** A client, a conductor, so many taps, and a demo agent. */
function chain(scenario: string, taps: number, prefix: string): Chain {
  const folder = emptyFolder()
  const around = surroundings({ XDG_RUNTIME_DIR: folder })
  const options = { cwd: around.folder, env: { ...around.env } }
  const program = [process.execPath, launcher]
  const proxies = Array.from({ length: taps }, (_, at) => [
    ...program,
    'tap',
    '--proxy',
    '--record',
    path.join(folder, `${at}.ndjson`),
  ])
  const agent = [...program, 'demo', scenario, '--stdio', '--speed', 'max']
  const components = [...proxies, agent].map((command) => startComponent(command, options))
  let stderr = ''
  for (const each of components) {
    onTestFinished(() => void each.kill('SIGKILL'))
    each.stderr.on('data', (chunk: Buffer) => (stderr += chunk.toString()))
  }
  const client = demoClient((frame) => conductor.fromClient(frame))
  const conductor = new Conductor({
    components,
    prefix,
    toClient: (message) => client.take(JSON.stringify(message)),
  })
  return { ...client, conductor, folder, stderr: () => stderr }
}

describe('a tap in a chain of proxies', () => {
  test.each([
    ['proxy/', 1],
    ['proxy/', 3],
    ['_proxy/', 2],
  ])('forwards both ways, with %s and %i taps', async (prefix, taps) => {
    const { conductor, folder, stderr, ...client } = chain('checklist', taps, prefix)
    const session = await openSession(client, 1)
    expect(await session.prompt()).toBe('end_turn')
    expect(
      client.frames.some(({ params }) => JSON.stringify(params ?? '').includes('"sessionUpdate":"plan"')),
    ).toBe(true)
    await conductor.end()
    expect(stderr()).toBe('')
    // Each has recorded the plain conversation, which has the same plans as one without a chain.
    const texts = Array.from({ length: taps }, (_, at) =>
      readFileSync(path.join(folder, `${at}.ndjson`), 'utf8'),
    )
    for (const text of texts) {
      expect(text).toContain(`${prefix}initialize: this tap is a link in a conductor’s chain of proxies`)
      expect(text.replaceAll(/^.*"err":.*$/gm, '')).not.toContain('proxy/')
      expect(text).toMatch(/"out":\{"jsonrpc":"2\.0","id":"c-\d+","method":"initialize"/)
    }
    const file = path.join(folder, '0.ndjson')
    const { stdout, code } = await runHere({ args: ['replay', file, '--format', 'json'] })
    expect(code).toBe(0)
    expect(stdout.match(/"type":"plan"/g)?.length).toBeGreaterThan(3)
    const checked = await runHere({ args: ['lint', file, '--format', 'text', '--fail-on', 'error'] })
    expect([checked.code, checked.stdout]).toEqual([0, expect.not.stringContaining('error ')])
  })

  test('brings the questions of the agent to the client, and its answers back', async () => {
    const { conductor, stderr, ...client } = chain('permission', 2, 'proxy/')
    const session = await openSession(client, 1)
    const prompted = session.prompt()
    const { id, params } = await client.frame(({ method }) => method === 'session/request_permission')
    const chosen = params?.options?.find(({ kind }) => kind === 'reject_once')
    client.send({
      jsonrpc: '2.0',
      id,
      result: { outcome: { outcome: 'selected', optionId: chosen?.optionId } },
    })
    expect(await prompted).toBe('end_turn')
    await conductor.end()
    expect(stderr()).toBe('')
  })

  test('shows viewers the conversation, and that it is in a chain', async () => {
    const { conductor, folder, ...client } = chain('checklist', 1, 'proxy/')
    await openSession(client, 1)
    const viewer = await watchTap(folder)
    await until(() => viewer.has('session/new'))
    expect(viewer.lines()[0]).toMatchObject({ tap: 'acp-plan-tui', agent: 'chain of proxies' })
    expect(viewer.lines().find((line) => 'err' in line)).toMatchObject({
      err: 'acp-plan-tui tap: proxy/initialize: this tap is a link in a conductor’s chain of proxies',
    })
    await conductor.end()
    await viewer.closed
    expect(viewer.lines().at(-1)).toMatchObject({
      end: { status: 0, reason: 'the conductor has ended the chain' },
    })
  })

  test('started by an editor says what is wrong', async () => {
    const around = surroundings()
    const child = startComponent([process.execPath, launcher, 'tap', '--proxy'], { env: { ...around.env } })
    let [out, err] = ['', '']
    child.stdout.on('data', (chunk: Buffer) => (out += chunk.toString()))
    child.stderr.on('data', (chunk: Buffer) => (err += chunk.toString()))
    child.stdin.end('{"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":1}}')
    expect(await new Promise((resolve) => child.once('close', resolve))).toBe(0)
    const message = 'a proxy is initialized with proxy/initialize, and has no agent of its own'
    expect(JSON.parse(out)).toEqual({ jsonrpc: '2.0', id: 0, error: { code: -32600, message } })
    expect(err).toBe(`acp-plan-tui tap: refused what the conductor has sent: ${message}\n`)
  })

  test.each(['SIGTERM', 'SIGINT'] as const)('ends by %s, with a whole recording', async (signal) => {
    const folder = emptyFolder()
    const around = surroundings({ XDG_RUNTIME_DIR: folder })
    const file = path.join(folder, 'run.ndjson')
    const child = startComponent([process.execPath, launcher, 'tap', '--proxy', '--record', file], {
      env: { ...around.env },
    })
    child.stdin.write('{"jsonrpc":"2.0","method":"_note"}\n')
    await new Promise((resolve) => child.stdout.once('data', resolve))
    const viewer = await watchTap(folder)
    child.kill(signal)
    expect(await new Promise((resolve) => child.once('close', (_, by) => resolve(by)))).toBe(signal)
    await viewer.closed
    expect(readFileSync(file, 'utf8')).toContain('"out":{"jsonrpc":"2.0","method":"_note"}')
  })
})
