import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { messagesOf, openSession, updateOf } from '../demo-client.ts'
import { bundleDemoAgent, type DemoBundle, type DemoProcess } from '../demo-process.ts'
import { answers, asks, traceOf, updates } from './raw-client.ts'

let bundle: DemoBundle
let folder: string
beforeAll(async () => {
  bundle = await bundleDemoAgent()
  folder = await mkdtemp(join(tmpdir(), 'demo-recorded-test-'))
})
afterAll(async () => {
  await bundle.dispose()
  await rm(folder, { recursive: true })
})

async function startTrace(lines: readonly string[], ...args: readonly string[]): Promise<DemoProcess> {
  const file = join(folder, `${lines.length}-${args.length}.ndjson`)
  await writeFile(file, `${lines.join('\n')}\n`)
  return await bundle.start([file, ...args])
}

const turn = traceOf(
  asks(0, 'initialize', { protocolVersion: 1 }),
  answers(0, { protocolVersion: 1 }),
  asks(1, 'session/new'),
  answers(1, { sessionId: 's1' }),
  asks(2, 'session/prompt', { sessionId: 's1' }),
  updates('s1', 'hello'),
)
const hourLater = { jsonrpc: '2.0', id: 2, result: { stopReason: 'refusal' } }

test('a recording is an agent for any client, until its stdin ends', async () => {
  const file = fileURLToPath(new URL('../../recordings/kimi-caps-todo.ndjson', import.meta.url))
  const agent = await bundle.start([file, '--speed', 'max'])
  const session = await openSession(agent, 1)
  expect(await session.prompt()).toBe('end_turn')
  const plans = agent.frames.filter((frame) => updateOf(frame)?.sessionUpdate === 'plan')
  expect(plans.length).toBe(5)
  expect(await session.prompt()).toBe('end_turn')
  expect(messagesOf(agent.frames).at(-1)).toBe('The recording is over.')
  agent.endInput()
  expect(await agent.ended).toEqual({ code: 0, signal: null })
  expect({ junk: agent.junk, stderr: agent.stderr() }).toEqual({ junk: [], stderr: '' })
})

test.each([
  ['--speed', '100000000'],
  ['--idle-limit', '0.05'],
])('a pause of an hour is skipped with %s %s', async (option, value) => {
  const agent = await startTrace([...turn, JSON.stringify({ t: 3_600_000, in: hourLater })], option, value)
  expect(await (await openSession(agent, 1)).prompt()).toBe('refusal')
})

test.each([
  [3, null],
  [null, 'SIGTERM'],
  [null, 'SIGKILL'],
] as const)('an agent that ended with %s %s ends so again', async (code, signal) => {
  const link = { state: 'ended', sinceMs: 9, end: { kind: 'exited', code, signal } }
  const ended = JSON.stringify({ t: 600, event: { type: 'link-changed', link } })
  const agent = await startTrace([...turn, ended, JSON.stringify({ t: 600, err: 'oh' })], '--speed', 'max')
  await expect((await openSession(agent, 1)).prompt()).rejects.toThrow('the agent ended')
  expect(await agent.ended).toEqual({ code, signal })
  expect(messagesOf(agent.frames)).toEqual(['hello'])
})

test('files and options that cannot be played are refused', async () => {
  const agent = await startTrace(['nothing'])
  expect(await agent.ended).toEqual({ code: 2, signal: null })
  expect(agent.stderr()).toContain('it is neither a script nor a recording')
  const limited = await bundle.start(['tour', '--idle-limit', 'soon'])
  expect((await limited.ended).code).toBe(2)
  expect(limited.stderr()).toContain('an idle limit is a number of seconds from 0 up; got "soon"')
})

test('what is owed when stdin ends still comes, and what was asked in vain is summed up', async () => {
  const agent = await startTrace([...turn, JSON.stringify({ t: 3_600_000, in: hourLater })])
  agent.send({ id: 0, method: 'initialize', params: { protocolVersion: 2 } })
  agent.send({ id: 1, method: 'session/new', params: { cwd: '/', mcpServers: [] } })
  await agent.frame(({ id }) => id === 1)
  agent.send({ id: 2, method: 'session/prompt', params: { sessionId: 's1', prompt: [] } })
  for (const id of [3, 4]) agent.send({ id, method: 'nope/nope', params: {} })
  agent.endInput()
  expect(await agent.ended).toEqual({ code: 1, signal: null })
  expect(new Set(agent.frames.flatMap(({ id }) => id ?? []))).toEqual(new Set([0, 1, 2, 3, 4]))
  expect(agent.stderr()).toMatch(/\nacp-plan-tui demo: not in the recording: nope\/nope \(2 times\)\n$/)
})
