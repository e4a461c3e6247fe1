import { execFileSync } from 'node:child_process'
import { appendFileSync, chmodSync, mkdirSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { fileFaultWords, readRegularFile } from '../../src/system/regular-file.ts'
import { emptyFolder } from '../support/empty-folder.ts'

const limitBytes = 1024

/** Its content, or the reason why it was not read. */
function read(file: string): string {
  const result = readRegularFile(file, limitBytes)
  return result.ok ? result.value.toString('utf8') : fileFaultWords(result.problem)
}

test('a file is read whole, through links too, up to the limit', () => {
  const folder = emptyFolder()
  const file = path.join(folder, 'file')
  writeFileSync(file, 'x'.repeat(limitBytes))
  symlinkSync(file, path.join(folder, 'link'))
  expect(read(file)).toHaveLength(limitBytes)
  expect(read(path.join(folder, 'link'))).toHaveLength(limitBytes)
  appendFileSync(file, 'x')
  expect(read(file)).toBe('it is too long: at most 1 KiB are read')
  writeFileSync(file, '')
  expect(read(file)).toBe('')
  expect(read(path.join(folder, 'x'.repeat(300)))).toBe('no file can have a name that is so long')
})

// Other systems have no such files.
test.runIf(process.platform === 'linux')('a file of unknown size is read to its end', () => {
  expect(read('/proc/self/comm')).not.toBe('')
})

test('a sparse file of 10 GB is not read', () => {
  const file = path.join(emptyFolder(), 'sparse')
  writeFileSync(file, '')
  truncateSync(file, 10 * 1024 ** 3)
  expect(read(file)).toBe('it is too long: at most 1 KiB are read')
})

// Windows has no such files.
test.skipIf(process.platform === 'win32')('pipes, sockets and devices are not opened', async () => {
  const folder = emptyFolder()
  const pipe = path.join(folder, 'pipe')
  execFileSync('mkfifo', [pipe])
  expect(read(pipe)).toBe('it is a pipe, and only regular files are read')
  const socket = path.join(folder, 'socket')
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(socket, resolve))
  onTestFinished(() => void server.close())
  expect(read(socket)).toBe('it is a socket, and only regular files are read')
  symlinkSync('/dev/zero', path.join(folder, 'link'))
  for (const device of ['/dev/zero', '/dev/random', '/dev/null', '/dev/tty', path.join(folder, 'link')])
    expect(read(device)).toBe('it is a device, and only regular files are read')
})

test('missing files, folders and unreadable files are reported', () => {
  const folder = emptyFolder()
  writeFileSync(path.join(folder, 'file'), 'x')
  symlinkSync('nowhere', path.join(folder, 'dangling'))
  for (const name of ['none', 'dangling', 'file/x'])
    expect(read(path.join(folder, name))).toBe('there is no such file')
  expect(read(folder)).toBe('it is a folder')
  symlinkSync('loop', path.join(folder, 'loop'))
  expect(read(path.join(folder, 'loop'))).toBe('a symbolic link in its path leads to itself')
  expect(read('a\0b')).toBe('it cannot be read (ERR_INVALID_ARG_VALUE)')
  const locked = path.join(folder, 'locked')
  mkdirSync(locked)
  writeFileSync(path.join(locked, 'file'), 'x')
  chmodSync(path.join(locked, 'file'), 0)
  // Root may read everything, so the test becomes another user for this.
  const isRoot = process.geteuid?.() === 0
  chmodSync(folder, 0o755)
  if (isRoot) process.seteuid?.(65_534)
  try {
    expect(read(path.join(locked, 'file'))).toBe('it is not readable (EACCES)')
  } finally {
    if (isRoot) process.seteuid?.(0)
  }
})
