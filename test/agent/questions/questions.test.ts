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
