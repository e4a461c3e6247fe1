import { readFileSync } from 'node:fs'
import { describe, expect, test, vi } from 'vitest'
import { patienceMs } from '../support/changes.ts'
import { holdDeadlines, openRun, run, updateOf, type Puppet } from './puppet.ts'

/** Still at work; a zombie that nobody has reaped is not. */
function isAlive(pid: unknown): boolean {
  try {
    // Other systems than Linux have no /proc.
    if (process.platform !== 'linux') return process.kill(Number(pid), 0)
    return !/^State:\s+[ZX]/m.test(readFileSync(`/proc/${String(pid)}/status`, 'utf8'))
  } catch {
    return false
  }
}

/** It was killed; when it is gone is up to the system. */
async function dies(pid: unknown): Promise<void> {
  await vi.waitUntil(() => !isAlive(pid), { timeout: patienceMs, interval: 5 })
}

const stubborn =
  'process.on("SIGTERM", () => {}); require("fs").writeSync(3, "."); setInterval(() => {}, 1000)'

async function pidOf(puppet: Puppet): Promise<unknown> {
  return (await puppet.reports('started'))['pid']
}

test('a well-behaved agent ends at the end of its stdin', async () => {
  const { run: running, puppet } = await openRun()
  const pid = await pidOf(puppet)
  expect(isAlive(pid)).toBe(true)
  holdDeadlines()
  await running.agent.close()
  await puppet.reports('stdin-ended')
  expect(isAlive(pid)).toBe(false)
  expect(running.state().link).toEqual({ state: 'ended', sinceMs: 0, end: { kind: 'closed' } })
  await running.agent.close()
  running.agent.order({ type: 'restart' })
  running.agent.order({ type: 'prompt', text: 'too late' })
  expect(running.eventsOf('link-changed').at(-1)?.link).toMatchObject({ end: { kind: 'closed' } })
  expect(running.eventsOf('prompt-queued')).toEqual([])
})

test('an agent that does not end gets SIGTERM, then SIGKILL', async () => {
  const { run: running, puppet } = await openRun()
  const pid = await pidOf(puppet)
  await puppet.order({ type: 'ignoreStdinEnd' })
  await puppet.order({ type: 'ignoreTerm' })
  const deadlines = holdDeadlines()
  const closed = running.agent.close()
  await puppet.reports('stdin-ended')
  deadlines.pass()
  expect(await puppet.reports('signal')).toMatchObject({ signal: 'SIGTERM' })
  expect(isAlive(pid)).toBe(true)
  deadlines.pass()
  await closed
  expect(isAlive(pid)).toBe(false)
})

test('child processes end with the agent, also those that ignore SIGTERM', async () => {
  const { run: running, puppet } = await openRun()
  puppet.give({ type: 'grandchild', code: stubborn, holdsStdout: false })
  const grandchild = (await puppet.reports('grandchild'))['pid']
  expect(isAlive(grandchild)).toBe(true)
  await running.agent.close()
  await dies(grandchild)
})

test('child processes of an agent that exited by itself are ended', async () => {
  const { run: running, puppet } = await openRun()
  puppet.give({ type: 'grandchild', code: stubborn, holdsStdout: false })
  const grandchild = (await puppet.reports('grandchild'))['pid']
  puppet.give({ type: 'exit', code: 1 })
  await running.ended()
  await running.agent.close()
  await dies(grandchild)
})

test('killNow kills the whole process group at once', async () => {
  const { run: running, puppet } = await openRun()
  const pid = await pidOf(puppet)
  puppet.give({ type: 'grandchild', code: stubborn, holdsStdout: false })
  const grandchild = (await puppet.reports('grandchild'))['pid']
  running.agent.killNow()
  expect(await running.ended()).toMatchObject({ kind: 'exited', code: null, signal: 'SIGKILL' })
  await running.agent.close()
  expect(isAlive(pid)).toBe(false)
  await dies(grandchild)
})

test('closing before the handshake, and before a restart', async () => {
  const early = await run()
  await early.agent.close()
  expect(early.state().link).toMatchObject({ state: 'ended', end: { kind: 'closed' } })

  const restarting = await openRun()
  restarting.puppet.give({ type: 'exit', code: 1 })
  await restarting.run.ended()
  restarting.run.agent.order({ type: 'restart' })
  await restarting.run.agent.close()
  expect(restarting.run.state().link).toMatchObject({ state: 'ended', end: { kind: 'closed' } })
})

test('what the agent writes before it exits is told, all of it', async () => {
  // It answers the cancellation with more than a pipe holds, and exits at the end of its stdin.
  const agent = `
    const send = (message) => process.stdout.write(JSON.stringify({ jsonrpc: '2.0', ...message }) + '\\n')
    const say = (text) => send({ method: 'session/update', params: { sessionId: 's1', update: {
      sessionUpdate: 'agent_message_chunk', content: { type: 'text', text } } } })
    let prompt
    require('node:readline').createInterface({ input: process.stdin }).on('line', (line) => {
      const { id, method } = JSON.parse(line)
      if (method === 'initialize') send({ id, result: { protocolVersion: 1 } })
      if (method === 'session/new') send({ id, result: { sessionId: 's1' } })
      if (method === 'session/prompt') {
        prompt = id
        say('begun')
      }
      if (method !== 'session/cancel') return
      for (let count = 0; count < 500; count++) say('x'.repeat(1000))
      send({ id: prompt, result: { stopReason: 'cancelled' } })
    })`
  const running = await run({ command: process.execPath, args: ['-e', agent], prompts: ['go'] })
  await running.event('session-updated')
  holdDeadlines()
  await running.agent.close()
  expect(running.eventsOf('session-updated')).toHaveLength(501)
  expect(running.eventsOf('turn-ended').map(({ outcome }) => outcome)).toEqual([
    { kind: 'stopped', stopReason: 'cancelled' },
  ])
})

test('after the agent is closed in a listener, the rest of the chunk is told and not acted on', async () => {
  const { run: running, puppet } = await openRun()
  const update = updateOf({ sessionUpdate: 'plan', entries: [] })
  let closed: Promise<void> | undefined
  running.listen((event) => {
    if (event.type === 'session-updated') closed ??= running.agent.close()
  })
  await puppet.send(update, update, { id: 1, method: '_vendor/ask' })
  await running.ended()
  await closed
  expect(running.state().sessions.get('s1')?.counts.planUpdates).toBe(2)
  expect(running.eventsOf('link-changed').at(-1)?.link.state).toBe('ended')
})

// The group stands in /proc.
test.runIf(process.platform === 'linux')(
  'the agent has its own process group, so that Ctrl-C in the terminal does not reach it',
  async () => {
    const { puppet } = await openRun()
    const pid = await pidOf(puppet)
    const group = readFileSync(`/proc/${String(pid)}/stat`, 'utf8')
      .split(') ')[1]
      ?.split(' ')[2]
    expect(group).toBe(String(pid))
  },
)

describe('what is open when the agent is closed', () => {
  const toolCall = { toolCallId: 't', title: 'Run it' }
  const options = [{ optionId: 'no', name: 'No', kind: 'reject_once' }]
  const form = { mode: 'form', message: 'Which?', requestedSchema: { type: 'object', properties: {} } }

  test('the turn and every request are cancelled before stdin ends', async () => {
    const { run: running, puppet } = await openRun()
    running.agent.order({ type: 'prompt', text: 'go' })
    running.agent.order({ type: 'prompt', text: 'and then' })
    await puppet.receives()
    await puppet.send(
      { id: 1, method: 'session/request_permission', params: { sessionId: 's1', toolCall, options } },
      { id: 2, method: 'elicitation/create', params: { sessionId: 's1', ...form } },
    )
    await running.until(({ permissions, elicitations }) => permissions.length + elicitations.length === 2)
    holdDeadlines()
    const closed = running.agent.close()
    const cancel = await puppet.receives()
    expect(cancel).toMatchObject({ method: 'session/cancel', params: { sessionId: 's1' } })
    const answers = [await puppet.receives(), await puppet.receives()]
    expect(answers).toEqual([
      { jsonrpc: '2.0', id: 1, result: { outcome: { outcome: 'cancelled' } } },
      { jsonrpc: '2.0', id: 2, result: { action: 'cancel' } },
    ])
    await puppet.reports('stdin-ended')
    await Promise.all([closed, running.agent.close()])
    expect(puppet.lines.filter((line) => line.includes('and then'))).toEqual([])
    expect(running.state()).toMatchObject({ permissions: [], elicitations: [] })
    expect(running.state().link).toMatchObject({ state: 'ended', end: { kind: 'closed' } })
  })

  test('the close does not wait for an agent that exits meanwhile', async () => {
    const { run: running, puppet } = await openRun()
    running.agent.order({ type: 'prompt', text: 'go' })
    await puppet.receives()
    puppet.give({ type: 'exit', code: 1 })
    await running.agent.close()
    expect(running.state().link.state).toBe('ended')
  })
})
