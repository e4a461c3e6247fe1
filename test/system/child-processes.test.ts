import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { describeSpawnFailure, isOrphan, signalGroup } from '../../src/system/child-processes.ts'
import { patienceMs } from '../support/changes.ts'
import { emptyFolder } from '../support/empty-folder.ts'

let folder: string

beforeEach(() => {
  folder = emptyFolder()
  vi.stubEnv('SystemRoot', folder)
})

afterEach(() => {
  vi.unstubAllEnvs()
})

test('a command is not called one that may not be run because a folder of the PATH is locked', () => {
  const error = Object.assign(new Error('spawn'), { code: 'EACCES' })
  expect(describeSpawnFailure(error, 'my-agent', folder)).toBe(
    'there is no command "my-agent" on the PATH that you may run',
  )
})

test.each([
  ['my-agent', 'there is no command "my-agent" on the PATH'],
  ['here.py', 'there is no command "here.py" on the PATH; the one in this folder is ./here.py'],
  ['folder', 'there is no command "folder" on the PATH'],
  [
    'python3 here.py',
    'there is no command "python3 here.py" on the PATH: give its words apart, without quotes around them all',
  ],
  ['./here.py -v', 'there is no file "./here.py -v": give its words apart, without quotes around them all'],
  ['/no such/agent', 'there is no file "/no such/agent"'],
  [
    '~/here.py',
    'there is no file "~/here.py": a shell puts the home folder there, and only outside of quotes',
  ],
])('a command that does not exist, and what was meant: %s', (command, words) => {
  writeFileSync(join(folder, 'here.py'), '')
  mkdirSync(join(folder, 'folder'))
  const error = Object.assign(new Error('spawn'), { code: 'ENOENT' })
  expect(describeSpawnFailure(error, command, folder)).toBe(words)
})

/** A process that runs until it is ended. */
async function running(): Promise<{ readonly pid: number; readonly ended: Promise<unknown> }> {
  const child = spawn(process.execPath, ['-e', 'setInterval(() => 0, 1e6)'], { stdio: 'ignore' })
  await once(child, 'spawn')
  return { pid: child.pid ?? 0, ended: once(child, 'exit') }
}

// A script in the place of the system's taskkill, which writes down its arguments.
describe.skipIf(process.platform === 'win32')('the processes of an agent on Windows', () => {
  const saw = (): string => readFileSync(join(folder, 'arguments'), 'utf8').trim()

  beforeEach(() => {
    const taskkill = join(folder, 'System32', 'taskkill.exe')
    mkdirSync(join(folder, 'System32'))
    writeFileSync(
      taskkill,
      `#!/bin/sh\necho "$@" > "${folder}/part"\nmv "${folder}/part" "${folder}/arguments"\n`,
    )
    chmodSync(taskkill, 0o755)
  })

  test('have ended, with all that they have started, when SIGKILL returns', () => {
    expect(signalGroup(4711, 'SIGKILL', 'win32')).toBe(true)
    expect(saw()).toBe('/PID 4711 /T /F')
  })

  test('are ended by SIGTERM without a wait', async () => {
    expect(signalGroup(4712, 'SIGTERM', 'win32')).toBe(true)
    await vi.waitUntil(() => existsSync(join(folder, 'arguments')), { timeout: patienceMs, interval: 5 })
    expect(saw()).toBe('/PID 4712 /T /F')
  })
})

test.each(['SIGTERM', 'SIGKILL'] as const)('without taskkill %s ends the agent itself', async (signal) => {
  const { pid, ended } = await running()
  expect(signalGroup(pid, 0, 'win32')).toBe(true)
  expect(isOrphan(pid, 'win32')).toBe(false)
  signalGroup(pid, signal, 'win32')
  await ended
  expect(signalGroup(pid, 0, 'win32')).toBe(false)
  expect(signalGroup(pid, 'SIGKILL', 'win32')).toBe(false)
  // On Windows the id of the parent stays the same after its end.
  expect(isOrphan(pid, 'win32')).toBe(true)
})
