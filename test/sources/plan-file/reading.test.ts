import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { documentLimitBytes } from '../../../src/sources/plan-file/plan-documents.ts'
import { emptyFolder } from '../../support/empty-folder.ts'
import { fileUri, openDocuments, watchStates } from './support.ts'

test('a file is shown with all that is known of it', async () => {
  const path = join(emptyFolder(), 'über den Plan (1).ts')
  await writeFile(path, '\uFEFFconst plan = "ü"\r\n')
  const plan = watchStates(openDocuments(), fileUri(path))
  await plan.until((document) => document.state === 'shown')
  expect(plan.states).toEqual([
    { state: 'loading', uri: fileUri(path) },
    {
      state: 'shown',
      uri: fileUri(path),
      text: 'const plan = "ü"\r\n',
      format: 'source',
      language: 'typescript',
      sizeBytes: 22,
      readAtMs: 1_700_000_000_000,
    },
  ])
})

test('of a file of 9 MiB the first 8 are shown, cut between two characters', async () => {
  const path = join(emptyFolder(), 'plan.txt')
  const text = `a${'ü'.repeat(4.5 * 1024 * 1024)}`
  await writeFile(path, text)
  const plan = watchStates(openDocuments(), fileUri(path))
  const shown = await plan.until((document) => document.state === 'shown')
  const { text: beginning, ...rest } = shown.state === 'shown' ? shown : { text: '' }
  // The limit falls in the middle of a “ü”, which is left off. Not compared with toEqual, which would print both.
  expect(beginning === text.slice(0, documentLimitBytes / 2)).toBe(true)
  expect(rest).toEqual({
    state: 'shown',
    uri: fileUri(path),
    format: 'plain',
    sizeBytes: 9 * 1024 * 1024 + 1,
    truncatedToBytes: documentLimitBytes,
    readAtMs: 1_700_000_000_000,
  })
})

test('a file of just the limit is whole', async () => {
  const path = join(emptyFolder(), 'plan.txt')
  await writeFile(path, '0123456789')
  const plan = watchStates(openDocuments({ limitBytes: 10 }), fileUri(path))
  expect(await plan.shows('0123456789')).not.toHaveProperty('truncatedToBytes')
  await writeFile(path, '0123456789a')
  expect(await plan.until((document) => 'truncatedToBytes' in document)).toMatchObject({
    text: '0123456789',
    sizeBytes: 11,
    truncatedToBytes: 10,
  })
})

test.runIf(process.platform === 'linux')(
  'a file whose size is said to be 0 is read all the same',
  async () => {
    const plan = watchStates(openDocuments(), 'file:///proc/self/status')
    const shown = await plan.until((document) => document.state === 'shown')
    expect('text' in shown ? shown.text : '').toMatch(/^Name:/)
  },
)

test('a data: URI is there at once', () => {
  const uri = 'data:text/markdown;charset=utf-8,# A%20plan'
  const documents = openDocuments()
  const plan = watchStates(documents, uri)
  expect(plan.states).toEqual([
    { state: 'shown', uri, text: '# A plan', format: 'markdown', sizeBytes: 8, readAtMs: 1_700_000_000_000 },
  ])
  documents.fetch(uri)
  expect(plan.states).toHaveLength(1)
})

test('a data: URI is cut at the limit, and its failures have words', () => {
  const documents = openDocuments({ limitBytes: 4 })
  const first = (uri: string): unknown => watchStates(documents, uri).states[0]
  expect(first('data:,12345')).toMatchObject({ text: '1234', sizeBytes: 5, truncatedToBytes: 4 })
  expect(first('data:image/png;base64,iVBORw0KGgo=')).toMatchObject({ state: 'unavailable' })
  expect(first('data:image/png;base64,AAAA')).toMatchObject({ reason: { kind: 'binary' } })
  expect(first('data:text/plain')).toMatchObject({
    reason: { kind: 'bad-uri', cause: 'it has no comma between its type and its data' },
  })
})
