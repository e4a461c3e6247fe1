import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { openOnWire, runOnWire } from '../wire.ts'

async function folder(): Promise<string> {
  const path = await mkdtemp(join(tmpdir(), 'agent-files-'))
  onTestFinished(async () => await rm(path, { recursive: true, force: true }))
  return path
}

test('files are offered with a folder only, and then read and written', async () => {
  const root = await folder()
  await writeFile(join(root, 'notes.md'), 'one\ntwo\n')
  const run = runOnWire({ offersFiles: root })
  const wire = await run.nextWire()
  const initialize = await wire.answersNext({ protocolVersion: 1 })
  expect(initialize.params?.['clientCapabilities']).toMatchObject({
    fs: { readTextFile: true, writeTextFile: true },
    terminal: false,
  })
  await wire.answersNext({ sessionId: 's1' })
  const params = { sessionId: 's1', path: join(root, 'notes.md') }
  wire.send({ id: 1, method: 'fs/read_text_file', params })
  expect(await wire.receives()).toMatchObject({ id: 1, result: { content: 'one\ntwo\n' } })

  const bare = await openOnWire()
  bare.wire.send({ id: 1, method: 'fs/read_text_file', params })
  expect(await bare.wire.receives()).toMatchObject({ id: 1, error: { code: -32601 } })
})

test('a form is asked of the user, and a page is done when the agent says so', async () => {
  const { run, wire } = await openOnWire()
  const form = {
    mode: 'form',
    sessionId: 's1',
    message: 'Which?',
    requestedSchema: { type: 'object', properties: {} },
  }
  const page = { mode: 'url', message: 'Log in', url: 'https://example.com/', elicitationId: 'e1' }
  wire.send(
    { id: 1, method: 'elicitation/create', params: form },
    { id: 2, method: 'elicitation/create', params: page },
  )
  const { elicitations } = await run.until((state) => state.elicitations.length === 2)
  run.agent.answerElicitation(elicitations[0]?.key ?? 0, { type: 'accepted', content: {} })
  expect(await wire.receives()).toMatchObject({ id: 1, result: { action: 'accept', content: {} } })
  wire.send({ method: 'elicitation/complete', params: { elicitationId: 'e1' } })
  expect(await wire.receives()).toMatchObject({ id: 2, result: { action: 'accept' } })
  expect(run.state().elicitations).toEqual([])
})

test('the silence of a turn is not reported while a form is open', async () => {
  const { run, wire } = await openOnWire({ timeoutMs: 5000, prompts: ['go'] })
  await wire.receives()
  const params = {
    mode: 'form',
    sessionId: 's1',
    message: 'Which?',
    requestedSchema: { type: 'object', properties: {} },
  }
  wire.send({ id: 1, method: 'elicitation/create', params })
  await run.until((state) => state.elicitations.length === 1)
  run.clock.pass(60_000)
  expect(run.state().link.state).toBe('open')
  run.agent.cancelTurn()
  expect([(await wire.receives()).method, (await wire.receives()).result]).toEqual([
    'session/cancel',
    { action: 'cancel' },
  ])
  run.clock.pass(5000)
  expect(run.state().link).toMatchObject({ end: { kind: 'silent', waitingFor: 'the end of the turn' } })
})
