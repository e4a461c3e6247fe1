import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { emptyFolder } from '../../support/empty-folder.ts'
import { openOnWire, runOnWire } from '../wire.ts'

test('files are offered with a folder only, and then read and written', async () => {
  const root = emptyFolder()
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
