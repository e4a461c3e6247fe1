import { execFileSync } from 'node:child_process'
import { chmod, mkdir, rm, symlink, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { emptyFolder } from '../../support/empty-folder.ts'
import { fileUri, openDocuments, watchStates } from './support.ts'

test('a folder is not a document', async () => {
  const path = emptyFolder()
  const plan = watchStates(openDocuments(), fileUri(path))
  expect(await plan.lacks('directory')).toEqual({
    state: 'unavailable',
    uri: fileUri(path),
    reason: { kind: 'directory', path },
  })
})

// Windows has no such files.
test.skipIf(process.platform === 'win32')(
  'a pipe without a writer is refused and holds nothing up, and a file in its place shows',
  async () => {
    const path = join(emptyFolder(), 'plan.md')
    execFileSync('mkfifo', [path])
    const plan = watchStates(openDocuments(), fileUri(path))
    expect(await plan.lacks('device')).toMatchObject({ reason: { kind: 'device', path, device: 'pipe' } })
    await rm(path)
    await writeFile(path, 'a file now')
    await plan.shows('a file now')
  },
)

// Windows has no such files.
test.skipIf(process.platform === 'win32')('a socket is refused', async () => {
  const path = join(emptyFolder(), 'plan.md')
  const server = createServer()
  onTestFinished(() => void server.close())
  await new Promise<void>((resolve) => server.listen(path, resolve))
  const plan = watchStates(openDocuments(), fileUri(path))
  expect(await plan.lacks('device')).toMatchObject({ reason: { kind: 'device', path, device: 'socket' } })
})

// Windows has no such files.
test.skipIf(process.platform === 'win32')('a device is refused', async () => {
  const plan = watchStates(openDocuments(), 'file:///dev/zero')
  expect(await plan.lacks('device')).toMatchObject({
    reason: { kind: 'device', path: '/dev/zero', device: 'device' },
  })
})

test('a part of the path is a file', async () => {
  const folder = emptyFolder()
  await writeFile(join(folder, 'file'), '')
  const plan = watchStates(openDocuments(), fileUri(join(folder, 'file', 'plan.md')))
  expect(await plan.lacks('not-in-a-folder')).toMatchObject({
    reason: { path: join(folder, 'file', 'plan.md') },
  })
})

test('a link that leads to itself, until it is mended', async () => {
  const path = join(emptyFolder(), 'plan.md')
  await symlink(path, path)
  const plan = watchStates(openDocuments(), fileUri(path))
  await plan.lacks('link-loop')
  await rm(path)
  await writeFile(path, 'mended')
  expect(await plan.shows('mended')).toMatchObject({ state: 'shown' })
})

test('a name that is too long', async () => {
  const path = join(emptyFolder(), 'n'.repeat(300))
  const plan = watchStates(openDocuments(), fileUri(path))
  expect(await plan.lacks('name-too-long')).toMatchObject({ reason: { path } })
})

// Files of Windows have no mode.
test.skipIf(process.platform === 'win32')('a file that may not be read shows as soon as it may', async () => {
  const folder = emptyFolder()
  const path = join(folder, 'plan.md')
  await chmod(folder, 0o755)
  await writeFile(path, 'secret', { mode: 0o000 })
  const isRoot = process.geteuid?.() === 0
  // Root may read everything, so it steps down for a moment.
  if (isRoot) process.seteuid?.(65_534)
  const plan = watchStates(openDocuments(), fileUri(path))
  const denied = await plan.lacks('unreadable').finally(() => isRoot && process.seteuid?.(0))
  expect(denied).toMatchObject({ reason: { kind: 'unreadable', path } })
  await chmod(path, 0o644)
  await plan.shows('secret')
})

test('a binary file keeps the last text beside the reason', async () => {
  const path = join(emptyFolder(), 'plan.md')
  await writeFile(path, 'text')
  const plan = watchStates(openDocuments(), fileUri(path))
  const shown = await plan.shows('text')
  await writeFile(path, Buffer.from([1, 0, 2]))
  expect(await plan.lacks('binary')).toEqual({
    state: 'unavailable',
    uri: fileUri(path),
    reason: { kind: 'binary' },
    lastShown: shown,
  })
})

test('an absolute path is refused and not read, even when the file is there', async () => {
  const folder = join(emptyFolder(), 'a b')
  await mkdir(folder)
  const path = join(folder, '100% #1.md')
  await writeFile(path, 'not asked for')
  const plan = watchStates(openDocuments(), path)
  expect(plan.states).toEqual([
    { state: 'unavailable', uri: path, reason: { kind: 'path-without-scheme', suggestion: fileUri(path) } },
  ])
})
