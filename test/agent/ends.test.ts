import { Buffer } from 'node:buffer'
import { chmod, mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { holdDeadlines, openRun, run } from './puppet.ts'

test('a command that does not exist', async () => {
  const running = await run({ command: 'no-such-agent' })
  expect(await running.ended()).toEqual({
    kind: 'not-started',
    command: 'no-such-agent',
    cause: 'there is no command "no-such-agent" on the PATH',
  })
  // What never ran was not asked for version 2, and is not started again.
  expect(running.events.map((event) => event.type)).toEqual(['link-changed', 'link-changed'])
})

test.each([
  { file: './missing', cause: 'there is no file "./missing"' },
  { file: './folder', cause: '"./folder" is a folder, not a program' },
  { file: './plain', cause: '"./plain" is not executable (is it marked as executable?)' },
  { file: './script', cause: '"./script" exists, but the interpreter in its first line does not' },
  { file: './plain/below', cause: 'a part of the path "./plain/below" is not a folder' },
])('a command that cannot be started: $file', async ({ file, cause }) => {
  const { folder } = await run({ command: 'none' })
  await mkdir(join(folder, 'folder'))
  await writeFile(join(folder, 'plain'), 'text')
  await writeFile(join(folder, 'script'), '#!/no/such/interpreter\n')
  await chmod(join(folder, 'script'), 0o755)
  const running = await run({ command: file, cwd: folder })
  expect(await running.ended()).toEqual({ kind: 'not-started', command: file, cause })
})

test('a working folder that is missing, and one that is a file', async () => {
  const missing = await run({ cwd: '/no/such/folder' })
  expect(await missing.ended()).toMatchObject({
    cause: 'the working folder "/no/such/folder" does not exist',
  })
  const file = await run({ cwd: '/etc/passwd' })
  expect(await file.ended()).toMatchObject({ cause: 'the working folder "/etc/passwd" is not a folder' })
})

test('arguments that the system refuses', async () => {
  const running = await run({ args: ['a\0b'] })
  expect(await running.ended()).toMatchObject({ kind: 'not-started', command: process.execPath })
})

test('an agent that exits: its status, and its last output on both streams', async () => {
  const { run: running, puppet } = await openRun()
  await puppet.stderr('about to die\r\nError: no room')
  await puppet.write(
    '{"method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"plan","entries":[]}}}',
  )
  puppet.give({ type: 'exit', code: 3 })
  expect(await running.ended()).toEqual({ kind: 'exited', code: 3, signal: null })
  expect(running.eventsOf('stderr-written').map((event) => event.line)).toEqual([
    'about to die',
    'Error: no room',
  ])
  expect(running.state().sessions.get('s1')?.plans.size).toBe(1)
  expect(running.events.at(-1)?.type).toBe('link-changed')
})

test('an agent that closes stdout and stays is ended', async () => {
  const { run: running, puppet } = await openRun()
  holdDeadlines()
  puppet.give({ type: 'closeStdout' })
  expect(await running.ended()).toEqual({ kind: 'closed-output' })
  await puppet.reports('stdin-ended')
})

test('output that is unread when the agent exits is still read', async () => {
  const { run: running, puppet } = await openRun()
  const line =
    '{"method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"plan","entries":[]}}}'
  puppet.give({ type: 'burst', line, times: 3000 })
  puppet.give({ type: 'exit', code: 1 })
  await running.ended()
  expect(running.state().sessions.get('s1')?.counts.planUpdates).toBe(3000)
})

test('a process that the agent left running does not delay its end', async () => {
  const { run: running, puppet } = await openRun()
  puppet.give({ type: 'grandchild', code: stubborn, holdsStdout: true })
  await puppet.reports('grandchild')
  puppet.give({ type: 'exit', code: 5 })
  expect(await running.ended()).toEqual({ kind: 'exited', code: 5, signal: null })
})

const stubborn =
  'process.on("SIGTERM", () => {}); require("fs").writeSync(3, "."); setInterval(() => {}, 1000)'

test('writing to an agent that no longer reads or has ended does no harm', async () => {
  const { run: running, puppet } = await openRun()
  await puppet.order({ type: 'stopReading' })
  const long = 'x'.repeat(1_000_000)
  for (let at = 0; at < 5; at++) {
    running.agent.order({ type: 'prompt', text: long })
    running.agent.order({ type: 'cancel-turn' })
  }
  puppet.give({ type: 'exit', code: 0 })
  running.agent.order({ type: 'cancel-turn' })
  expect(await running.ended()).toMatchObject({ kind: 'exited' })
  running.agent.order({ type: 'prompt', text: 'anybody there' })
  expect(running.state().queuedPrompts).toContainEqual({ sessionId: 's1', text: 'anybody there' })
  // It has not gone out, and is taken back with all that waits.
  running.agent.order({ type: 'cancel-turn' })
  expect(running.state().queuedPrompts).toEqual([])
})

test('without a timeout a slow handshake is only reported, and a slow turn is not', async () => {
  const running = await run()
  const puppet = await running.nextPuppet()
  await puppet.answer(await puppet.receives(), { protocolVersion: 1 })
  const newSession = await puppet.receives()
  running.clock.pass(600_000)
  expect(running.eventsOf('remarked').map((event) => event.text)).toEqual([
    'The agent has been silent for 60 s; waiting for the answer to session/new.',
  ])
  await puppet.answer(newSession, { sessionId: 's1' })
  await running.opened()
  running.agent.order({ type: 'prompt', text: 'go' })
  await puppet.receives()
  running.clock.pass(600_000)
  expect(running.state().link.state).toBe('open')
  expect(running.eventsOf('remarked')).toHaveLength(1)
})

test('all of stderr is read, long lines are cut', async () => {
  const { run: running, puppet } = await openRun()
  await puppet.stderr(Buffer.concat([Buffer.alloc(300_000, 'x'), Buffer.from('\nend \xff\n', 'latin1')]))
  await running.event('stderr-written', (event) => event.line === 'end \ufffd')
  expect(running.eventsOf('stderr-written').map((event) => event.line.length)).toEqual([8193, 5])
})
